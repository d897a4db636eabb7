/** What happens to a session between the payment and its start: it is moved, its mentor proposes other times, both write. */
import type { Page } from '@playwright/test'
import { dateAfter, instantAt, wallTimeAt } from '#domain/time/wall-time'
import { enterAsMentor } from '../support/accounts/demo-mentors.ts'
import { LONG } from '../support/halves.ts'
import { expectNoViolation, expectAccessibleAndFitting } from './axe.ts'
import {
  bookByApi,
  chooseDay,
  expect,
  findBookingLink,
  mailsTo,
  newContact,
  next,
  scriptsRun,
  test,
} from './fixtures.ts'

/** Books a session as a guest. `address`: of its page, as it was emailed. */
async function book(page: Page, slug: string) {
  const visitor = newContact()
  const at = await bookByApi(page.request, slug, visitor)
  return { visitor, at, address: await findBookingLink(page.request, visitor.email) }
}

const move = (page: Page) => page.getByRole('button', { name: /^Move to / })

test('a guest moves a session after seeing old and new on both clocks, and both sides are notified', async ({
  page,
}) => {
  const { visitor, at, address } = await book(page, 'arjun-mehta')
  await page.goto(address)
  await page.getByRole('link', { name: 'Move', exact: true }).click()
  await scriptsRun(page)
  await expect(page.getByText('Now booked for')).toBeVisible()
  await expectNoViolation(page)
  const day = page.getByRole('button', { name: /, [2-9] free times/ }).last()
  await day.click()
  await expect(day).toHaveAccessibleName(/, chosen$/)
  const time = page.locator('input[name=at]:enabled').first()
  const chosen = await time.inputValue()
  expect(chosen).not.toBe(at)
  await time.check()
  await next(page).click()
  await expect(page.getByText('New time')).toBeVisible()
  await expect(page.getByText(/^Cancel by .* for a full refund\.$/)).toBeVisible()
  await expect(page.getByText('You can move it once more after this.')).toBeVisible()
  await expectNoViolation(page)
  await move(page).click()
  await expect(page.getByRole('heading', { name: 'If your plans change' })).toBeVisible()
  await expect(page.locator('.booking-clocks time')).toHaveAttribute('datetime', chosen)
  await expect
    .poll(async () => (await mailsTo(page.request, visitor.email)).map(({ subject }) => subject).join())
    .toContain('Moved: ')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a session is moved, and a message is written', LONG, async ({ page }) => {
    const { address } = await book(page, 'arjun-mehta')
    await page.goto(address)
    await page.getByLabel('Write to Arjun').fill('Should I book a room?\n\nhttps://example.com/room')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Should I book a room?')).toBeVisible()
    await expect(page.getByRole('link', { name: 'https://example.com/room' })).toBeHidden()
    await page.getByRole('link', { name: 'Move', exact: true }).click()
    await chooseDay(page, 'last')
    await page.locator('input[name=at]:enabled').first().check()
    await next(page).click()
    await move(page).click()
    await expect(page.getByRole('heading', { name: 'If your plans change' })).toBeVisible()
  })
})

test.describe('with the mentor', () => {
  test.use({ expected: /status of (404|422)/ })

  test('both write, the mentor proposes other times, and the mentee takes one', async ({ page, newVisitor }) => {
    const { visitor, address: emailed } = await book(page, 'jomar-villanueva')
    await page.goto(emailed)
    const address = new URL(page.url()).pathname
    await page.getByLabel('Write to Jomar').fill('What should I bring?')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('What should I bring?')).toBeVisible()
    await expect(page.getByLabel('Write to Jomar')).toHaveValue('')

    const mentor = await newVisitor()
    await enterAsMentor(mentor, 'jomar-villanueva')
    await mentor.goto(address)
    await expect(mentor.getByText('What should I bring?')).toBeVisible()
    await mentor.getByLabel(`Write to Priya`).fill('Your offer letter.')
    await mentor.getByRole('button', { name: 'Send' }).click()
    await expect(mentor.getByText('Your offer letter.')).toBeVisible()
    expect(await mentor.content()).not.toContain(visitor.email)
    await expectAccessibleAndFitting(mentor)

    await mentor.getByRole('link', { name: 'Open the brief, to read or print' }).click()
    await expect(mentor.getByText(visitor.topic)).toBeVisible()
    await expect(mentor.getByText('You see it from 24 hours before the session until 90 days after it.')).toBeVisible()
    expect(await mentor.content()).not.toContain(visitor.phone)
    await expectAccessibleAndFitting(mentor)

    await mentor.goto(`${address}/messages`)
    await expect(mentor.getByText('Your offer letter.')).toBeVisible()
    await expectAccessibleAndFitting(mentor)

    await mentor.goto(address)
    await mentor.getByRole('link', { name: 'Propose other times' }).click()
    const date = dateAfter(wallTimeAt(new Date(), 'Pacific/Auckland').date, 30)
    await mentor.getByLabel('Date').first().fill('2020-01-01')
    await mentor.getByLabel('Time').first().fill('06:15')
    await mentor.getByRole('button', { name: 'Propose' }).click()
    await expect(mentor.getByRole('alert')).toContainText('between an hour and 90 days from now')
    await expectAccessibleAndFitting(mentor)
    await mentor.getByLabel('Date').first().fill(date)
    await mentor.getByRole('button', { name: 'Propose' }).click()
    await expect(mentor.getByText('You have proposed other times')).toBeVisible()

    await page.reload()
    await expect(page.getByText('Your offer letter.')).toBeVisible()
    await page.getByRole('link', { name: 'See the times' }).click()
    await expect(page.getByRole('button', { name: /^Cancel and refund £\d+\.00$/ })).toBeVisible()
    await expectAccessibleAndFitting(page)
    await page.getByRole('button', { name: /^Take / }).click()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    const at = instantAt({ date, time: '06:15' }, 'Pacific/Auckland')!.toISOString()
    await expect(page.locator('.booking-clocks time')).toHaveAttribute('datetime', at)
    await expect(page.getByText('See the times')).toBeHidden()
    await page.goto(`${address}/propose`)
    await expect(page.getByRole('heading', { name: 'We can’t open this booking' })).toBeVisible()
  })
})
