/** What a browser holds is its own: it comes back to it, moves it, and cannot have too much of it. */
import type { Page } from '@playwright/test'
import { LONG } from '../support/halves.ts'
import {
  bookUpToPayment,
  chooseSession,
  chooseTime,
  expect,
  expectDetails,
  expectSuccess,
  isTaken,
  mailsTo,
  next,
  openBooking,
  pay,
  payByCard,
  PAYS,
  newContact,
  test,
  typeDetails,
  chooseDay,
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

test('lists set no cookie of ours, booking sets one that scripts cannot read', async ({ page, context }) => {
  const own = async () => (await context.cookies()).filter(({ name }) => name === 'browser')
  await page.goto('/mentors')
  expect(await own()).toEqual([])
  await openBooking(page, 'Sujata Gurung')
  await expect.poll(async () => (await own()).length).toBe(1) // It comes with the first answer about free times.
  const [cookie] = await own()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  await page.goto('/mentors/sujata-gurung/book')
  expect(await own()).toEqual([cookie])
})

test('a visitor who comes back to the slot they hold pays in the same checkout', async ({ page }) => {
  const visitor = newContact()
  const at = await bookUpToPayment(page, 'Sujata Gurung', visitor)
  const checkout = page.url()
  await openBooking(page, 'Sujata Gurung')
  await chooseSession(page)
  const row = page.locator('label').filter({ has: page.locator(`input[value="${at}"]`) })
  await expect(
    page.getByText(/^Sujata has .* held for you until .* this one becomes available to others\.$/),
  ).toBeVisible()
  await expect(row).toContainText('held for you')
  await row.locator('input').check()
  await next(page).click()
  await typeDetails(page, visitor)
  await pay(page).click()
  await expect(page).toHaveURL(checkout)
  await page.getByRole('link', { name: 'Cancel' }).click()
})

test('the browser’s Back button leads to the same checkout', LONG, async ({ page }) => {
  await page.goto('/mentors/sujata-gurung/book')
  await chooseSession(page)
  await chooseTime(page)
  await next(page).click()
  const visitor = newContact()
  await typeDetails(page, visitor)
  await pay(page).click()
  await expect(cardNumber(page)).toBeVisible()
  const checkout = page.url()
  await page.goBack()
  await expect(page.getByText(/held for you until/)).toBeVisible()
  await typeDetails(page, visitor)
  await pay(page).click()
  await expect(page).toHaveURL(checkout)
  await page.getByRole('link', { name: 'Cancel' }).click()
})

test('choosing another time moves the hold, and the first slot is free again', async ({ page, request }) => {
  const first = await bookUpToPayment(page, 'Jomar Villanueva', newContact())
  const checkout = page.url()
  const second = await fillIn(page, 'Jomar Villanueva', newContact(), 1)
  expect(second).not.toBe(first)
  await pay(page).click()
  await expect(cardNumber(page)).toBeVisible()
  expect(page.url()).not.toBe(checkout)
  expect(await isTaken(request, 'jomar-villanueva', first)).toBe(false)
  expect(await isTaken(request, 'jomar-villanueva', second)).toBe(true)
  await payByCard(page, PAYS)
  await expectSuccess(page)
})

test('a double click makes one hold and one checkout', async ({ page }) => {
  await fillIn(page, 'Linh Nguyen')
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') requested.push(request.url())
  })
  await pay(page).dblclick()
  await expect(cardNumber(page)).toBeVisible()
  expect(requested.filter((url) => url.endsWith('/booking'))).toHaveLength(1)
  await page.getByRole('link', { name: 'Cancel' }).click()
})

test('two tabs that pay for one slot reach one checkout', LONG, async ({ page, context }) => {
  const visitor = newContact()
  const at = await fillIn(page, 'Linh Nguyen', visitor)
  const other = await context.newPage()
  expect(await fillIn(other, 'Linh Nguyen', visitor)).toBe(at)
  await Promise.all([pay(page).click(), pay(other).click()])
  await expect(cardNumber(page)).toBeVisible()
  await expect(cardNumber(other)).toBeVisible()
  expect(other.url()).toBe(page.url())
  await page.getByRole('link', { name: 'Cancel' }).click()
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

  test('reads when they may try again, and loses nothing they typed', async ({ page }) => {
    await bookUpToPayment(page, 'Farhana Akter', newContact())
    await bookUpToPayment(page, 'Łukasz Wiśniewski', newContact())
    const visitor = newContact()
    await fillIn(page, 'Yuki Tanaka', visitor)
    const refused = page.waitForResponse((response) => response.request().method() === 'POST')
    await pay(page).click()
    const answer = await refused
    expect(answer.status()).toBe(429)
    expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(60)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(/try again at \d\d:\d\d/)
    await expect(alert).toContainText('we kept what you typed')
    await expect(alert).toBeFocused()
    await expectDetails(page, visitor)
  })

  test('reads the same without scripts', LONG, async ({ newVisitor }) => {
    const page = await newVisitor({ javaScriptEnabled: false })
    const book = async (slug: string) => {
      await page.goto(`/mentors/${slug}/book`)
      await page.locator('a[href*="book?session="]').first().click()
      await chooseDay(page)
      await page.locator('input[name=at]:enabled').first().check()
      await next(page).click()
      await typeDetails(page, newContact())
      await pay(page).click()
    }
    await book('farhana-akter')
    await expect(cardNumber(page)).toBeVisible()
    await book('jomar-villanueva')
    await expect(cardNumber(page)).toBeVisible()
    const refused = page.waitForResponse((response) => response.request().method() === 'POST')
    await book('yuki-tanaka')
    expect((await refused).headers()['retry-after']).toMatch(/^\d+$/)
    await expect(page.getByRole('alert')).toContainText('we kept what you typed')
    await expect(page.getByLabel('Full name')).toHaveValue('Priya Sharma')
  })
})

test('a payment that the bank still processes is called so, and is confirmed when the money arrives', async ({
  page,
  request,
  baseURL,
}) => {
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
})
