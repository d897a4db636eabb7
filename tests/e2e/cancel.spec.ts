import { LONG } from '../support/halves.ts'
import {
  bookUpToPayment,
  chooseSession,
  expect,
  expectDetails,
  expectSuccess,
  isTaken,
  openBooking,
  pay,
  payByCard,
  PAYS,
  newContact,
  terms,
  test,
  chooseDay,
} from './fixtures.ts'

const canceled = { name: 'Payment Canceled' }

test('turning back on the payment page releases the hold', async ({ page, request, newVisitor }) => {
  const at = await bookUpToPayment(page, 'Arjun Mehta', newContact())
  expect(await isTaken(request, 'arjun-mehta', at)).toBe(true)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', canceled)).toBeVisible()
  expect(await isTaken(request, 'arjun-mehta', at)).toBe(false)

  const other = await newVisitor()
  expect(await bookUpToPayment(other, 'Arjun Mehta', newContact())).toBe(at)
})

test('choosing this time again brings back everything typed, and it can be paid', async ({ page }) => {
  const visitor = newContact()
  await bookUpToPayment(page, 'Fiona Brennan', visitor)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Choose this time again' }).click()
  await expectDetails(page, visitor)
  await expect(terms(page)).not.toBeChecked()
  await expect(pay(page)).toBeDisabled()
  await terms(page).check()
  await pay(page).click()
  await payByCard(page, PAYS)
  await expectSuccess(page)
})

test('who comes back from the payment page sees that the hour is still held', LONG, async ({ page }) => {
  await bookUpToPayment(page, 'Fiona Brennan', newContact())
  const payment = page.url()
  await openBooking(page, 'Fiona Brennan')
  await chooseSession(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Fiona has \w+day .* held for you until \d\d:\d\d\./)).toBeVisible()
  await dialog.getByRole('link', { name: 'Continue to payment' }).click()
  await expect(page).toHaveURL(payment)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', canceled)).toBeVisible()
  await openBooking(page, 'Fiona Brennan')
  await chooseSession(page)
  await expect(dialog.getByText(/held for you until/)).toBeHidden()
})

test(
  'a hold that was released in another tab keeps no one from paying for that slot',
  LONG,
  async ({ page, request }) => {
    const at = await bookUpToPayment(page, 'Fiona Brennan', newContact())
    const cancel = (await page.getByRole('link', { name: 'Cancel' }).getAttribute('href'))!
    expect((await request.get(cancel)).ok()).toBe(true) // As if the page had been left before its scripts ran.
    expect(await bookUpToPayment(page, 'Fiona Brennan', newContact())).toBe(at)
    await page.getByRole('link', { name: 'Cancel' }).click()
  },
)

test('with another secret nothing is restored and nothing is given back', LONG, async ({ page, request }) => {
  const visitor = newContact()
  const at = await bookUpToPayment(page, 'Imran Siddiqui', visitor)
  const forged = 'A'.repeat(43)
  await page.goto(`/cancel?hold=${forged}`)
  await expect(page.getByRole('heading', canceled)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose this time again' })).toBeHidden()
  expect(await isTaken(request, 'imran-siddiqui', at)).toBe(true)
  await page.goto(`/mentors/imran-siddiqui/book?again=${forged}`)
  expect(await page.content()).not.toContain(visitor.email)
})

test('the cancel address of a booking that was paid shows the payment instead', async ({ page, request }) => {
  const at = await bookUpToPayment(page, 'Imran Siddiqui', newContact())
  const cancel = (await page.getByRole('link', { name: 'Cancel' }).getAttribute('href'))!
  await payByCard(page, PAYS)
  await expectSuccess(page)
  await page.goto(cancel)
  await expectSuccess(page)
  expect(await isTaken(request, 'imran-siddiqui', at)).toBe(true)
})

test.describe('two visitors who want one hour', () => {
  test.use({ expected: /status of 409/ })

  test('one of them pays, the other is led back with the three nearest free times', async ({ page, newVisitor }) => {
    const visitor = newContact()
    const late = await newVisitor()
    await openBooking(late, 'Harpreet Gill')
    await chooseSession(late)

    const at = await bookUpToPayment(page, 'Harpreet Gill', newContact())
    await chooseDay(late)
    await late.locator(`input[name=at][value="${at}"]`).check()
    await late.getByRole('button', { name: 'Next', exact: true }).click()
    await late.getByLabel('Full name').fill(visitor.name)
    await late.getByRole('textbox', { name: 'Email' }).fill(visitor.email)
    await late.getByRole('textbox', { name: 'Phone' }).fill(visitor.phone)
    await late.getByLabel('What would you like to talk about?').fill(visitor.topic)
    await terms(late).check()
    await pay(late).click()

    const alert = late.getByRole('alert')
    await expect(alert).toContainText('That time was just booked.')
    await expect(alert).toBeFocused()
    const offered = alert.getByRole('button')
    await expect(offered).toHaveCount(3)
    await expect(late.locator(`input[name=at][value="${at}"]`)).toBeDisabled()

    await offered.first().click()
    await expectDetails(late, visitor)
    await pay(late).click()
    await payByCard(late, PAYS)
    await expectSuccess(late)
    await payByCard(page, PAYS)
    await expectSuccess(page)
  })
})
