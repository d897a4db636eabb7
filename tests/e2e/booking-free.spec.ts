/** A session that costs nothing: its address is confirmed by email before the hour is booked. */
import type { APIRequestContext, Page } from '@playwright/test'
import { LONG } from '../support/halves.ts'
import {
  chooseSession,
  chooseTime,
  expect,
  isTaken,
  mailsTo,
  next,
  openBooking,
  newContact,
  test,
  typeDetails,
  type Visitor,
} from './fixtures.ts'

const MENTOR = { name: 'Ibrahim Diallo', slug: 'ibrahim-diallo' }
const FREE = 'First questions, for nothing'
const bookForFree = (page: Page) => page.getByRole('button', { name: 'Book for free' })
const expectHeading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Up to the page that says to look into the email. Gives the instant. */
async function askForFree(page: Page, visitor: Visitor): Promise<string> {
  await openBooking(page, MENTOR.name)
  const sessions = page.locator('a[href*="book?session="]:visible')
  const titles = await sessions.allTextContents()
  expect(
    await chooseSession(
      page,
      titles.findIndex((title) => title.includes(FREE)),
    ),
  ).toBe(FREE)
  const at = await chooseTime(page)
  await next(page).click()
  await typeDetails(page, visitor)
  await bookForFree(page).click()
  await expectHeading(page, 'Check your email')
  return at
}

async function linkIn(request: APIRequestContext, visitor: Visitor): Promise<string> {
  const [mail] = await mailsTo(request, visitor.email)
  const { pathname, search } = new URL(/https?:\S+\/confirm\?hold=\S+/.exec(mail!.text)![0])
  return pathname + search
}

test('a visitor books a free session by confirming the emailed link', async ({ page, request }) => {
  const visitor = newContact()
  const at = await askForFree(page, visitor)
  const main = page.getByRole('main')
  await expect(main.getByText(/held for you until \d\d:\d\d/)).toBeVisible()
  await expect(main.getByText('p…@example.com')).toBeVisible()
  await expect(main.getByText('Free', { exact: true })).toBeVisible()
  expect(await isTaken(request, MENTOR.slug, at)).toBe(true)
  await page.goto(`/mentors/${MENTOR.slug}/book`)
  await page.getByRole('link', { name: FREE }).click()
  await expect(page.getByText(/^Ibrahim has .* held for you until .* link in our email to book it/)).toBeVisible()

  const link = await linkIn(request, visitor)
  expect((await request.get(link)).ok()).toBe(true) // As an email scanner would: nothing is booked by it.
  await page.goto(link)
  await expectHeading(page, 'Book this free session?')
  await page.getByRole('button', { name: 'Book this session' }).click()
  await expectHeading(page, 'Session booked')
  await expect(main.getByText('Payment Successful')).toBeHidden()
  await expect.poll(async () => (await mailsTo(request, visitor.email)).length).toBe(2)
  const mails = await mailsTo(request, visitor.email)
  expect(mails.find(({ subject }) => subject.startsWith('Booked: '))!.text).toContain('It’s free')

  await page.goto(link) // Opening it again shows the booking.
  await expectHeading(page, 'Session booked')
  await page.goto(link.replace('/confirm', '/cancel'))
  await expectHeading(page, 'Session booked')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor books a free session, and no text mentions a payment', async ({ page, request }) => {
    const visitor = newContact()
    await page.goto(`/mentors/${MENTOR.slug}/book`)
    const session = page.getByRole('link', { name: FREE })
    await expect(session.getByText('Free', { exact: true })).toBeVisible()
    await session.click()
    await chooseTime(page)
    await next(page).click()
    const main = page.getByRole('main')
    await expect(main.getByText(/When you press Book, Ibrahim holds this time for 30 minutes/)).toBeVisible()
    await expect(main.getByText(/pay by card|Charged in|refund/i)).toHaveCount(0)
    await typeDetails(page, visitor)
    await bookForFree(page).click()
    await expectHeading(page, 'Check your email')
    await page.goto(await linkIn(request, visitor))
    await page.getByRole('button', { name: 'Book this session' }).click()
    await expectHeading(page, 'Session booked')
  })
})

test('a forged link books nothing, and pages that carry a secret are never cached', async ({ page, request }) => {
  await page.goto(`/confirm?hold=${'A'.repeat(43)}`)
  await expectHeading(page, 'This link doesn’t work')
  expect((await request.get('/confirm?hold=abc')).headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  })
})

test.describe('when another person books the slot first', () => {
  test.use({ expected: /status of 409/ })

  test(
    'confirming an expired hold is refused, and three other times are offered',
    LONG,
    async ({ page, request, newVisitor }) => {
      const visitor = newContact()
      const at = await askForFree(page, visitor)
      const link = await linkIn(request, visitor)
      await request.get(link.replace('/confirm', '/cancel')) // Given back; another takes it.
      const other = await newVisitor()
      expect(await askForFree(other, newContact())).toBe(at)
      await page.goto(link)
      await page.getByRole('button', { name: 'Book this session' }).click()
      await expectHeading(page, 'This time is no longer available')
      const offered = page.getByRole('main').getByRole('listitem').getByRole('link')
      await expect(offered).toHaveCount(3)
      await offered.first().click()
      await expect(page.getByLabel('Full name')).toHaveValue(visitor.name)
    },
  )
})
