/** Cohorts, from a proposal to the page that visitors read. On a product of its own, since it publishes them. */
import type { Page } from '@playwright/test'
import { openDataFolder } from '../support/accounts/written-people.ts'
import { addCode } from '../support/discounts/codes.ts'
import { enterAs, settleReviewData } from '../support/mentors/review-data.ts'
import { expectNoViolation, expectAccessibleAndFitting } from './axe.ts'
import { expect, mailsTo, newContact, scriptsRun, completePayment } from './fixtures.ts'
import { onOwnProduct } from './own-product.ts'

const test = onOwnProduct(async (data) => {
  await settleReviewData(data)
  const db = await openDataFolder(data)
  await addCode({ db }, { code: 'LYON25', percent: 25, validFrom: new Date('2020-01-01T00:00:00Z') })
  await db.destroy()
})
const main = (page: Page) => page.getByRole('main')
const YEAR = new Date().getFullYear() + 1

async function fillIn(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('First day').fill(`${YEAR}-09-06`)
  await page.getByLabel('Last day').fill(`${YEAR}-10-29`)
  await page.getByLabel('Number of mentees').fill('15')
  await page.getByLabel('Price').fill('60')
  await page.getByLabel('Commitment').fill('2–3 hours per week')
  await page.getByLabel('Audience').fill('Students who arrive in September.')
  await page.getByLabel('Welcome message').fill('Bring your questions as they come.')
  await page.getByLabel('Skills they gain').fill('Asking a supervisor for help\nPlanning a budget')
  await page.getByLabel('Topic of session 1').fill('Before you fly')
  await page.getByLabel('Date of session 1').fill(`${YEAR}-09-08`)
}

const said = async (page: Page, address: string, subject: RegExp) =>
  expect.poll(async () => (await mailsTo(page.request, address)).some((mail) => subject.test(mail.subject))).toBe(true)

/** On the page for it. The seat costs £60, or less with a code. */
async function join(page: Page, name: string, price = '£60'): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(`${name.toLowerCase().replace(' ', '.')}@example.com`)
  await page.getByLabel('Phone').fill('07700 900123')
  await page.getByLabel('I accept the terms').check()
  await page.getByRole('button', { name: `Join and pay ${price}` }).click()
  await completePayment(page)
}

test('a member proposes a cohort, makes the requested changes, and a visitor joins it with a code once it is published, pays, and gives the seat up', async ({
  page,
  newVisitor,
}) => {
  test.slow()
  await enterAs(page, 'marek')
  await page.goto('/cohorts')
  await page.getByRole('link', { name: 'Propose a cohort' }).click()
  await scriptsRun(page)
  await fillIn(page, 'First term in Lyon')

  // Lists change at once, and the focus stays with what was pressed.
  await page.getByRole('button', { name: 'Add a session' }).click()
  await expect(page.getByLabel('Topic of session 2')).toBeFocused()
  await page.getByLabel('Topic of session 2').fill('Papers')
  await page.getByLabel('Date of session 2').fill(`${YEAR}-09-07`)
  await page.getByRole('button', { name: 'Move session 2 up' }).press('Enter')
  await expect(page.getByLabel('Topic of session 1')).toHaveValue('Papers')
  await expect(page.getByRole('button', { name: 'Move session 1 down' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove session 1' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Topic of session 2')).toHaveValue('Before you fly')
  await expect(main(page)).toContainText(/Saved \d\d:\d\d, as you type/)
  await expectNoViolation(page)

  await page.getByRole('button', { name: 'Send my proposal' }).click()
  await expect(main(page)).toContainText('Cohort submitted successfully!')
  await expect(main(page).getByText('Pending', { exact: true })).toBeVisible()

  const admin = await newVisitor()
  await enterAs(admin, 'june')
  await admin.goto('/admin-dashboard')
  await admin.getByRole('link', { name: 'First term in Lyon' }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('First term in Lyon')
  await expectNoViolation(admin)
  await admin.getByLabel('Message to the proposer').fill('Take two people only.')
  await admin.getByRole('button', { name: 'Request changes' }).click()
  await expect(admin.getByText(/^Changes requested by you on/)).toBeVisible()

  await page.goto('/cohorts/propose')
  await expect(main(page)).toContainText('Take two people only.')
  await page.getByLabel('Number of mentees').fill('2')
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect(main(page)).toContainText('Cohort submitted successfully!')

  await admin.reload()
  await admin.getByRole('button', { name: 'Accept' }).click()
  await expect(admin.getByText(/^Accepted by you on/)).toBeVisible()

  const visitor = await newVisitor()
  await visitor.goto('/cohorts')
  await expect(visitor.getByRole('heading', { name: 'Coming Soon' })).toBeVisible()
  await admin.goto('/admin-dashboard/cohorts')
  await admin.getByRole('button', { name: 'Publish cohorts' }).click()
  await expect(admin.getByRole('button', { name: 'Hide cohorts' })).toBeVisible()

  await visitor.reload()
  await visitor.getByRole('link', { name: 'First term in Lyon' }).click()
  await expect(visitor.getByRole('heading', { name: '0 of 2 mentees' })).toBeVisible()
  await visitor.getByRole('link', { name: 'Schedule' }).press('Enter')
  await expect(visitor).toHaveURL('/cohorts/first-term-in-lyon#schedule')
  await expect(visitor.getByRole('tabpanel').or(visitor.locator('#schedule')).first()).toContainText('Papers')
  await expectAccessibleAndFitting(visitor, [360, 768])
  await said(page, 'marek@example.com', /^Your cohort “First term in Lyon” was accepted$/)

  await visitor.setViewportSize({ width: 1440, height: 900 })
  await visitor.getByRole('link', { name: 'Join', exact: true }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Join First term in Lyon')
  await expectNoViolation(visitor)
  await visitor.getByText('Have a code?').click()
  await visitor.getByLabel('Discount code').fill('lyon-25')
  await visitor.getByRole('button', { name: 'Apply' }).click()
  await join(visitor, 'Zeynep Arslan', '£45')
  await said(page, 'zeynep.arslan@example.com', /^You have joined “First term in Lyon”$/)
  await visitor.getByRole('link', { name: 'Open your page' }).click()
  await expect(visitor.getByRole('heading', { name: '1 of 2 mentees' })).toBeVisible()
  await expect(visitor).toHaveURL(/\/seats\/B-[\dA-Z]{4}-[\dA-Z]{4}$/) // The secret has left the address.
  await expectNoViolation(visitor)

  const hers = visitor.url()

  await visitor.getByRole('link', { name: 'Receipt', exact: true }).click()
  await expect(visitor.getByRole('row', { name: /Seat.*First term in Lyon/ })).toContainText('£60.00')
  await expect(visitor.getByRole('row', { name: /Discount code LYON25/ })).toContainText('−£15.00')
  await expect(visitor.getByRole('row', { name: /Total/ })).toContainText('£45.00')
  const [receipt] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('link', { name: 'Download PDF' }).click(),
  ])
  expect(receipt.suggestedFilename()).toMatch(/-\d{6}\.pdf$/)
  await expectNoViolation(visitor)
  await visitor.getByRole('link', { name: 'Back to the cohort' }).click()

  // A link, or a tab once its script is there.
  const ask = { name: 'Ask Mentor' }
  await visitor.getByRole('link', ask).or(visitor.getByRole('tab', ask)).click()
  await visitor.getByLabel('Your question').fill('Do I need a guarantor?')
  await visitor.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(main(visitor)).toContainText('Waiting for an answer')

  await page.goto('/cohorts/first-term-in-lyon/members')
  await page.getByLabel('Your answer').fill('For most private rooms, yes.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeHidden()
  await expectNoViolation(page)
  await visitor.reload()
  await expect(main(visitor)).toContainText('For most private rooms, yes.')
  await expect(main(page)).toContainText('Zeynep Arslan')
  await expect(main(page)).not.toContainText('zeynep.arslan@example.com')

  // Who comes too late waits for a seat, without scripts.
  const last = await newVisitor()
  await last.goto('/cohorts/first-term-in-lyon/join')
  await join(last, 'Samuel Adeyemi')
  const late = await newVisitor({ javaScriptEnabled: false })
  const { email } = newContact()
  await late.goto('/cohorts/first-term-in-lyon')
  await expect(late.getByRole('link', { name: 'Join', exact: true })).toHaveCount(0)
  await late.getByRole('link', { name: 'Notify me when a seat is free' }).click()
  await late.getByLabel('Your email').fill(email)
  await late.getByRole('button', { name: 'Notify me' }).click()
  await expect(late.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  const [requested] = await mailsTo(page.request, email)
  const link = /\/waiting\?link=\S+/.exec(requested!.text)![0]
  await late.goto(link)
  await late.getByRole('button', { name: 'Join waitlist' }).click()
  await expect(late.getByRole('heading', { level: 1 })).toHaveText('You’re on the waitlist')
  await admin.goto('/admin-dashboard/cohorts')
  await expect(admin.getByRole('row', { name: /First term in Lyon/ })).toContainText('1 waiting')
  await admin.goto('/cohorts/first-term-in-lyon/members')
  await expect(main(admin)).toContainText('One person waits for a free seat.')
  await admin.goto('/cohorts/first-term-in-lyon/waiting')
  await expect(admin.getByLabel('Your email')).toHaveValue('june@example.com')
  await expectNoViolation(admin)

  await visitor.getByRole('link', { name: 'Give up the seat' }).click()
  await expect(main(visitor)).toContainText('If you give it up now, all £45.00 is refunded')
  await visitor.getByRole('button', { name: 'Give up the seat and refund £45.00' }).click()
  await expect(main(visitor)).toContainText('You’re no longer a member.')
  await said(page, 'zeynep.arslan@example.com', /^You have left “First term in Lyon”$/)
  await visitor.goto('/cohorts/first-term-in-lyon')
  await expect(visitor.getByRole('heading', { name: '1 of 2 mentees' })).toBeVisible()
  await late.goto(link)
  await expect(late.getByRole('link', { name: 'Take the seat' })).toBeVisible()
  await late.getByRole('button', { name: /^(Leave the waitlist|Delete my address)$/ }).click()
  await expect(late.getByRole('heading', { level: 1 })).toHaveText('You’ve left the waitlist')

  await visitor.goto(hers)
  await visitor.getByRole('link', { name: 'Delete my data' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Delete my data?')
  await expectNoViolation(visitor)
  await visitor.getByRole('button', { name: 'Delete my data' }).click()
  await expect(visitor).toHaveURL('/erased')
  await page.reload()
  await expect(main(page)).not.toContainText('Zeynep Arslan')
})

test.describe('a proposal that cannot be sent', () => {
  test.use({ javaScriptEnabled: false, expected: /status of 400/ })

  test('sees what is wrong, and loses nothing, without scripts', async ({ page }) => {
    await enterAs(page, 'rosa')
    await page.goto('/cohorts/propose')
    await fillIn(page, 'First winter in Oslo')
    await page.getByRole('button', { name: 'Add a task' }).click()
    await expect(page).toHaveURL(/#apply-tasks-1$/)
    await page.getByLabel('Title of task 2').fill('Buy a coat')
    await page.getByLabel('Due of task 2').fill(`${YEAR}-12-01`)
    await page.getByRole('button', { name: 'Send my proposal' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'Something went wrong. Nothing was sent yet: 2 fields need a change. We kept what you typed.',
    )
    await expect(page.getByRole('alert')).toContainText('Task 1: Choose a day between the first and the last')
    await expect(page.getByLabel('Title of task 1')).toHaveValue('Buy a coat')
    await page.getByLabel('Due of task 1').fill(`${YEAR}-09-20`)
    await expect(page.getByRole('alert')).toContainText(
      'Only an accepted mentor who may earn can take money for seats.',
    )
    await page.getByLabel('Price').fill('0')
    await page.getByRole('button', { name: 'Send my proposal' }).click()
    await expect(main(page)).toContainText('Cohort submitted successfully!')
  })
})

test('a part that is pressed while the script of the tabs arrives is shown', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/live-tabs*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/CohortDetailsPage')
  await scriptsRun(page)
  await page.getByRole('link', { name: 'Tasks' }).hover()
  await page.mouse.down()
  const arrived = page.waitForResponse(/live-tabs/)
  held.resolve()
  await arrived
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.mouse.up()
  await expect(page.getByRole('tab', { name: 'Tasks' })).toHaveAttribute('aria-selected', 'true')
})
