/** What a browser holds is its own: it comes back to it, moves it, and cannot have too much of it. */
import type { Page } from '@playwright/test'
import { LONG } from '../support/halves.ts'
import {
  bookUpToPayment,
  chooseSession,
  chooseTime,
  expect,
  expectSuccess,
  isTaken,
  mailsTo,
  next,
  openBooking,
  pay,
  newContact,
  test,
  typeDetails,
  completePayment,
} from './fixtures.ts'

const cardNumber = (page: Page) => page.getByLabel('Card number')

/** Up to Pay, which is not pressed. Gives the instant. */
async function fillIn(page: Page, mentor: string, visitor = newContact(), nth = 0): Promise<string> {
  await openBooking(page, mentor)
  await chooseSession(page)
  const at = await chooseTime(page, nth)
  await next(page).click()
  await typeDetails(page, visitor)
  return at
}

test('a double click holds one slot, who comes back to it pays in the same checkout, and another time moves it', async ({
  page,
  request,
}) => {
  const visitor = newContact()
  const first = await fillIn(page, 'Jomar Villanueva', visitor)
  const requested: string[] = []
  page.on('request', (each) => {
    if (each.method() === 'POST') requested.push(each.url())
  })
  await pay(page).dblclick()
  await expect(cardNumber(page)).toBeVisible()
  expect(requested.filter((url) => url.endsWith('/booking'))).toHaveLength(1)
  const checkout = page.url()

  await openBooking(page, 'Jomar Villanueva')
  await chooseSession(page)
  const row = page.locator('label').filter({ has: page.locator(`input[value="${first}"]`) })
  await expect(
    page.getByText(/^Jomar has .* held for you until .* this one becomes available to others\.$/),
  ).toBeVisible()
  await expect(row).toContainText('held for you')
  await row.locator('input').check()
  await next(page).click()
  await typeDetails(page, visitor)
  await pay(page).click()
  await expect(page).toHaveURL(checkout)

  const second = await fillIn(page, 'Jomar Villanueva', visitor, 1)
  expect(second).not.toBe(first)
  await pay(page).click()
  await expect(cardNumber(page)).toBeVisible()
  expect(page.url()).not.toBe(checkout)
  expect(await isTaken(request, 'jomar-villanueva', first)).toBe(false)
  expect(await isTaken(request, 'jomar-villanueva', second)).toBe(true)
  await completePayment(page)
})

test.describe('when the held slot has just been paid', () => {
  test.use({ expected: /status of 409/ })

  test('a visitor who chooses another time is shown the booking', LONG, async ({ page }) => {
    await fillIn(page, 'Rafael Santos')
    const json = { code: 'already_paid', success: '/success?session_id=cs_test_paid_elsewhere' }
    await page.route('**/booking', (route) => route.fulfill({ status: 409, json }))
    await pay(page).click()
    await expect(page).toHaveURL(/\/success\?session_id=cs_test_paid_elsewhere$/)
  })
})

test.describe('a visitor who reached the limit of holds', () => {
  test.use({ expected: /status of 429/ })
})

test(
  'a payment that the bank still processes is called so, and is confirmed when the money arrives',
  LONG,
  async ({ page, request, baseURL }) => {
    const visitor = newContact()
    const at = await bookUpToPayment(page, 'María José Rangel', visitor)
    const checkout = page.url().split('/').at(-1)!
    await page.getByRole('button', { name: 'Debit a test account' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your payment is on its way' })).toBeVisible()
    await expect(page.getByText('Payment Successful')).toBeHidden()
    expect(await isTaken(request, 'maria-jose-rangel', at)).toBe(true)

    await request.post(`/sandbox/sessions/${checkout}/debit-succeeds`, { headers: { origin: baseURL! } })
    const [mail, ...others] = await mailsTo(request, visitor.email)
    expect(mail!.subject).toMatch(/^Booked: /)
    expect(others).toEqual([])
    await page.reload()
    await expectSuccess(page)
  },
)
