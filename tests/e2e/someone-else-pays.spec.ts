/** Someone else pays for a session, by a link, on a phone. */
import type { Page } from '@playwright/test'
import { expectAccessibleAndFitting } from './axe.ts'
import {
  expect,
  isTaken,
  mailsTo,
  newContact,
  next,
  openBooking,
  pay,
  payByCard,
  PAYS,
  test,
  typeDetails,
  chooseUpToDetails,
} from './fixtures.ts'

const MENTOR = { name: 'Olena Kovalenko', slug: 'olena-kovalenko' }
const PHONE = { width: 360, height: 740 }

test.use({ viewport: PHONE })

const expectHeading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

async function askSomeoneElse(page: Page, visitor: ReturnType<typeof newContact>): Promise<string> {
  await openBooking(page, MENTOR.name)
  const at = await chooseUpToDetails(page)
  await typeDetails(page, visitor)
  await page.getByRole('button', { name: 'Someone else pays' }).click()
  await expectHeading(page, 'Your link to pay')
  return at
}

test('a parent pays on a phone', async ({ page, request, newVisitor }) => {
  const visitor = newContact()
  const parentsEmail = newContact().email
  const at = await askSomeoneElse(page, visitor)
  await expectAccessibleAndFitting(page)
  expect(await isTaken(request, MENTOR.slug, at)).toBe(true)
  const link = new URL(await page.getByLabel('Link for the person who pays').inputValue()).pathname
  await page.getByLabel('Or we email it for you').fill(parentsEmail)
  await page.getByRole('button', { name: 'Email link' }).click()
  await expect(page.getByText(`We’ve emailed the link to ${parentsEmail}.`)).toBeVisible()

  const [asked] = await mailsTo(request, parentsEmail)
  expect(asked!.subject).toMatch(/^Priya asks you to pay for a session with Olena Kovalenko$/)
  expect(asked!.text).toContain(link)
  for (const method of ['head', 'get', 'head', 'get'] as const) expect((await request[method](link)).status()).toBe(200)
  expect((await request.get(`/pay/${'x'.repeat(43)}`)).status()).toBe(404)
  const { headers } = { headers: (await request.get(link)).headers() }
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })

  const parent = await newVisitor({ viewport: PHONE, timezoneId: 'Africa/Lagos' })
  await parent.goto(link)
  await expectHeading(parent, `Pay for a session with ${MENTOR.name}`)
  const main = parent.getByRole('main')
  await expect(main.getByText(/\(Lagos\)/).first()).toBeVisible()
  await expect(main.getByText(/in Kolkata/)).toBeVisible()
  for (const hidden of ['Sharma', visitor.email, visitor.phone, 'First weeks', 'B-'])
    await expect(main.getByText(hidden)).toHaveCount(0)
  await expectAccessibleAndFitting(parent)
  await pay(parent).click()
  await parent.getByLabel('Email').fill(parentsEmail)
  await payByCard(parent, PAYS)
  await expectHeading(parent, 'Paid')
  await expectAccessibleAndFitting(parent)

  // The mentee's page follows by itself: every ten seconds, and when its reader comes back to it.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expectHeading(page, 'Session booked')
  await expectAccessibleAndFitting(page)
  await expect.poll(async () => (await mailsTo(request, parentsEmail)).length).toBe(2)
  const receipt = (await mailsTo(request, parentsEmail)).find(({ subject }) => subject.startsWith('Receipt: '))!
  expect(receipt.text).not.toContain('/bookings/')
  const booked = (await mailsTo(request, visitor.email)).find(({ subject }) => subject.startsWith('Booked: '))!
  expect(booked.text).toContain('Paid: By someone else')
  await page.getByRole('link', { name: 'Open your booking' }).click()
  await expect(page.getByText('Paid by someone else. Refunds go back to the card that paid.')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a mentee asks someone else to pay, and gives the time back', async ({ page, request }) => {
    const visitor = newContact()
    await page.goto(`/mentors/${MENTOR.slug}/book`)
    await page.locator('a[href*="book?session="]').first().click()
    const time = page.locator('input[name=at]:enabled').last()
    await time.check()
    const at = await time.inputValue()
    await next(page).click()
    await typeDetails(page, visitor)
    await page.getByRole('button', { name: 'Someone else pays' }).click()
    await expectHeading(page, 'Your link to pay')
    const link = await page.getByLabel('Link for the person who pays').inputValue()
    await page.getByText('Release this time').click()
    await page.getByRole('button', { name: 'Release the time' }).click()
    await expectHeading(page, 'This time is no longer held')
    expect(await isTaken(request, MENTOR.slug, at)).toBe(false)
    await page.goto(link)
    await expectHeading(page, 'This link has ended')
  })
})
