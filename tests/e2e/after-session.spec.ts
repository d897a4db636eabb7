/**
 * What happens to a session and follows it: a clock change, joining, a no-show, completing it, feedback, a problem. On
 * a product with sessions that are booked already, four days before clocks in the mentee's zone change.
 */
import type { Page } from '@playwright/test'
import { enterAs, referenceOf, settleBookedSessions, type BookedSessionName } from '../support/bookings/booked-data.ts'
import { parseEntries } from '../support/calendars/parsed-entries.ts'
import { LONG } from '../support/halves.ts'
import { expectAccessibleAndFitting } from './axe.ts'
import { onOwnProduct } from './own-product.ts'
import {
  expect,
  mailsTo,
  openBooking,
  pay,
  newContact,
  typeDetails,
  chooseUpToDetails,
  completePayment,
} from './fixtures.ts'

const test = onOwnProduct(settleBookedSessions)

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessibleAndFitting(page, [360, 768, 1440])
  }
}

const pageOf = (session: BookedSessionName) => `/bookings/${referenceOf(session)}`

test(
  'a change of the mentor’s clock is said before paying, after it, and in the email',
  LONG,
  async ({ page, request }) => {
    const visitor = newContact()
    const clocks = new RegExp(
      '^Clocks in Manchester (go|went) (forward|back) 1 hour on Sunday \\d+ (March|October)(, (before|after) your session)?\\.$',
      'm',
    )
    await openBooking(page, 'Ananya Rao')
    await chooseUpToDetails(page)
    await expect(page.getByRole('dialog').getByText(clocks)).toBeVisible()
    await typeDetails(page, visitor)
    await pay(page).click()
    await completePayment(page)
    await expect(page.getByRole('main').getByText(clocks)).toBeVisible()
    const [mail] = await mailsTo(request, visitor.email)
    expect(mail!.text).toMatch(clocks)
  },
)

test('a session is downloaded for a calendar, and joined from 24 hours before on', async ({ page }) => {
  await enterAs(page, 'grace')
  await page.goto(pageOf('ahead'))
  const at = (await page.locator('.booking-clocks time').getAttribute('datetime'))!
  await page.getByText('Add to calendar').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Apple, or a file' }).click(),
  ])
  const chunks = await (await download.createReadStream()).toArray()
  const [event] = parseEntries(Buffer.concat(chunks).toString())
  expect(event!.start!.toISOString()).toBe(new Date(at).toISOString())
  expect(event).toMatchObject({ summary: expect.stringMatching(/ with Arjun Mehta$/), method: 'PUBLISH' })

  await expect(page.getByRole('button', { name: 'Join' })).toBeDisabled()
  expect(await page.content()).not.toContain('meet.jit.si')
  await page.goto(`${pageOf('ahead')}/join`)
  await expect(page.getByRole('heading', { level: 1, name: 'Not open yet' })).toBeVisible()
  expect(await page.content()).not.toContain('meet.jit.si')

  const address = pageOf('begunToo')
  await page.goto(address)
  await expect(page.getByRole('link', { name: 'Join', exact: true })).toHaveAttribute('href', `${address}/join`)
  expect(await page.content()).not.toContain('meet.jit.si')
  for (let opened = 0; opened < 2; opened += 1) {
    const redirect = await page.request.get(`${address}/join`, { maxRedirects: 0 })
    expect(redirect.status()).toBe(302)
    expect(redirect.headers()['location']).toMatch(/^https:\/\/meet\.jit\.si\/[0-9a-f]{32}$/)
    expect(redirect.headers()['referrer-policy']).toBe('no-referrer')
  }
})

test('a no-show is reported by one side and contested by the other, and an admin decides', async ({
  page,
  newVisitor,
}) => {
  const address = pageOf('begun')
  await enterAs(page, 'grace')
  await page.goto(address)
  await page.getByRole('button', { name: 'I’m here' }).click()
  await page.getByRole('link', { name: 'Arjun is not here' }).click()
  await page.getByRole('button', { name: 'Report it' }).click()
  await expect(page.getByText('You reported that Arjun did not come')).toBeVisible()

  const mentor = await newVisitor()
  await enterAs(mentor, 'arjun')
  await mentor.goto(address)
  await expect(mentor.getByText('Grace reports that you did not come')).toBeVisible()
  await mentor.getByRole('link', { name: 'I was there' }).click()
  await mentor.getByLabel('What happened?').fill('I waited in the other room.')
  await expectAccessible(mentor)
  await mentor.getByRole('button', { name: 'I was there' }).click()
  await expect(mentor.getByText('You said that you were there')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Arjun says they were there')).toBeVisible()

  const admin = await newVisitor()
  await enterAs(admin, 'june')
  await admin.goto('/admin-dashboard')
  const contested = admin.getByRole('article').filter({ hasText: referenceOf('begun') })
  await expect(contested).toContainText('I waited in the other room.')
  await expectAccessible(admin)
  await contested.getByRole('button', { name: 'Arjun Mehta was there' }).click()
  await expect(contested).toHaveCount(0)
  for (const [side, title] of [
    [page, 'We found that Arjun was there'],
    [mentor, 'We found that you were there'],
  ] as const) {
    await side.reload()
    await expect(side.getByText(title)).toBeVisible()
  }
})

test.describe('a session', () => {
  test.use({ expected: /status of 400/ }) // Feedback without stars.

  test(
    'has all said of it that there is to say, by a mentor and an admin without scripts, and feedback appears once both have written',
    LONG,
    async ({ page, newVisitor, request }) => {
      test.setTimeout(240_000)
      const plain = { javaScriptEnabled: false }
      const [mentor, admin] = [await newVisitor(plain), await newVisitor(plain)]
      await enterAs(admin, 'june')
      await enterAs(page, 'grace')
      await enterAs(mentor, 'arjun')
      await mentor.goto(pageOf('begunToo'))
      await mentor.getByRole('button', { name: 'I’m here' }).click()
      await expect(mentor.getByText('Grace hasn’t checked in yet.')).toBeVisible()
      await mentor.getByRole('link', { name: 'Grace is not here' }).click()
      await mentor.getByRole('button', { name: 'Report it' }).click()
      await expect(mentor.getByText('You reported that Grace did not come')).toBeVisible()
      await page.goto(`${pageOf('begunToo')}/absent`)
      await expectAccessible(page)
      await page.getByLabel('What happened?').fill('My camera was off.')
      await page.getByRole('button', { name: 'I was there' }).click()
      await expect(page.getByText('You said that you were there')).toBeVisible()

      await page.goto(pageOf('over'))
      await page.getByRole('link', { name: 'Give feedback' }).click()
      await page.getByRole('button', { name: 'Send feedback' }).click()
      await expect(page.getByText('Choose how many stars')).toBeVisible()
      await expectAccessible(page)
      await page.getByText('4 ★').click()
      await page.getByLabel('How did it go?').fill('Calm and exact.')
      await page.getByRole('button', { name: 'Send feedback' }).click()
      await expect(page.getByText('Arjun reads it once both of you have written')).toBeVisible()

      await mentor.goto(pageOf('over'))
      await expect(mentor.getByText('Calm and exact.')).toHaveCount(0)
      await mentor.getByRole('link', { name: 'Leave a note and next steps' }).click()
      await mentor.getByLabel('A note').fill('Well begun.')
      await mentor.getByLabel('Step 1', { exact: true }).fill('Open a bank account')
      await mentor.getByRole('button', { name: 'Send it' }).click()
      await expect(mentor.getByText('Well begun.')).toBeVisible()
      await mentor.getByRole('link', { name: 'Give feedback' }).click()
      await mentor.getByLabel('How did it go?').fill('Came well prepared.')
      await mentor.getByRole('button', { name: 'Send it' }).click()
      await expect(mentor.getByText('Calm and exact.')).toBeVisible()
      await mentor.getByRole('link', { name: 'Answer the feedback' }).click()
      await mentor.getByLabel('Your answer').fill('Thank you.')
      await mentor.getByRole('button', { name: 'Publish reply' }).click()
      await expect(mentor.getByLabel('Your answer')).toBeHidden()

      await page.goto(pageOf('over'))
      await expect(page.getByText('Open a bank account')).toBeVisible()
      await expect(page.getByText('Came well prepared.')).toBeVisible()
      await page.getByRole('link', { name: 'Report a problem' }).click()
      await expectAccessible(page)
      await page.getByLabel('What went wrong?').fill('We ended early.')
      await page.getByRole('button', { name: 'Report the problem' }).click()
      await expect(page.getByText(/^You reported a problem on /)).toBeVisible()
      await expectAccessible(page)

      await admin.goto('/admin-dashboard')
      const problem = admin.getByRole('article').filter({ hasText: 'We ended early.' })
      await problem.getByLabel('Refund amount (£)').fill('10')
      await problem.getByLabel('Your answer, emailed to both').fill('We are sorry for that.')
      await problem.getByRole('button', { name: 'Refund this part' }).click()
      await expect(problem).toHaveCount(0)
      for (const side of [page, mentor]) {
        await side.goto(pageOf('over'))
        await expect(side.getByText('We are sorry for that.')).toContainText('The refund is £10.00.')
      }
      await expect
        .poll(async () => (await mailsTo(request, 'arjun@example.com')).map(({ subject }) => subject).join())
        .toContain('About the problem with ')

      await page.goto('/mentors/arjun-mehta')
      const said = page.locator('.said > li').filter({ hasText: 'Calm and exact.' })
      await expect(said).toContainText('Thank you.')
      await said.getByRole('link', { name: /^Report/ }).click()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Report it' }).click()
      await expect(page.getByRole('heading', { name: 'Thank you. We’ll review it' })).toBeVisible()
    },
  )
})
