/** The steps of booking in the browser's history: Back, Forward, reloading, and the way to the payment page and back. */
import type { Page } from '@playwright/test'
import {
  chooseSession,
  chooseTime,
  expect,
  expectDetails,
  next,
  openBooking,
  pay,
  priya,
  scriptsRun,
  stepsRun,
  newContact,
  terms,
  test,
  typeDetails,
  chooseUpToDetails,
  completePayment,
} from './fixtures.ts'
import { LONG } from '../support/halves.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const sessions = (page: Page) => page.getByRole('heading', { name: 'Choose a session' }).filter({ visible: true })
const times = (page: Page) => page.getByText('Step 1 of 2')
const details = (page: Page) => page.getByText('Step 2 of 2')
const bookNow = (page: Page, mentor: string) => page.getByRole('link', { name: `Book Now: ${mentor}` })

/** From the choice of a session to the details, which are typed. */
async function fillIn(page: Page, visitor = priya): Promise<string> {
  const at = await chooseUpToDetails(page)
  await expect(details(page)).toBeVisible()
  await typeDetails(page, visitor)
  return at
}

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    isMobile: true,
    expected: /net::ERR_INTERNET_DISCONNECTED/,
  })

  test('Back, Forward and reloading lead to each step of the dialog with what was chosen and typed, offline too', async ({
    page,
    context,
  }) => {
    await openBooking(page, 'Ananya Rao')
    await page.reload()
    await expect(sessions(page)).toBeVisible()
    const title = await chooseSession(page)
    const at = await chooseTime(page)
    await page.reload()
    await expect(page.locator('input[name=at]:checked')).toHaveValue(at)
    await next(page).click()
    await typeDetails(page, priya)
    await page.reload()
    await expectDetails(page, priya)
    await expect(terms(page), 'terms are accepted for one booking only').not.toBeChecked()
    await expect(page).toHaveURL('/mentors')

    await context.setOffline(true)
    const requested: string[] = []
    page.on('request', (each) => requested.push(new URL(each.url()).pathname))
    await page.goBack()
    await expect(page.locator('input[name=at]:checked')).toHaveValue(at)
    await page.goBack()
    await expect(sessions(page)).toBeFocused()
    await page.goForward()
    await expect(times(page)).toBeVisible()
    await page.goForward()
    await expectDetails(page, priya)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(bookNow(page, 'Ananya Rao')).toBeFocused()
    expect(
      requested.filter((path) => path.endsWith('.data')),
      'the page below is not requested again',
    ).toEqual([])
    await context.setOffline(false)

    await bookNow(page, 'Ananya Rao').click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectDetails(page, priya)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.locator('input[name=at]:checked')).toHaveValue(at)
    await page.getByRole('link', { name: 'Choose another session' }).click()
    await expect(sessions(page)).toBeVisible()
    await page.goBack()
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL('/mentors')
    await page.goForward()
    await expect(sessions(page)).toBeVisible()
  })
})

test(
  'closing the dialog leaves no step behind: Back leads to where the visitor was before the page',
  LONG,
  async ({ page }) => {
    await page.goto('/faq')
    await scriptsRun(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Mentors' }).click()
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => dialog(page).getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(4, 4),
    ]) {
      await bookNow(page, 'Noor Haddad').click()
      await expect(dialog(page)).toBeVisible()
      if (await sessions(page).isVisible()) await fillIn(page)
      await close()
      await expect(dialog(page)).toBeHidden()
      await expect(bookNow(page, 'Noor Haddad')).toBeFocused()
    }
    await page.goBack()
    await expect(page).toHaveURL('/faq')
    await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()
  },
)

test(
  'what was chosen beside a mentor is not requested again, and Back from it leads to the mentor',
  LONG,
  async ({ page, newVisitor }) => {
    const plain = await newVisitor({ javaScriptEnabled: false })
    for (const visitor of [page, plain]) {
      await visitor.goto('/mentors/noor-haddad')
      if (visitor === page) await scriptsRun(page)
      const title = (await visitor.locator('.panel-session label strong').last().textContent())!
      await visitor.locator('.panel-session input').last().check()
      await visitor.locator('.panel-times input[name=at]').last().check()
      await visitor.getByRole('button', { name: 'Book Now: Noor Haddad' }).click()
      await expect(details(visitor)).toBeVisible()
      await expect(visitor.getByRole('heading', { name: title }).first()).toBeVisible()
    }
    await page.getByLabel('Full name').fill('Priya Sharma')
    await page.reload()
    await expect(page.getByLabel('Full name')).toHaveValue('Priya Sharma')
    await page.goBack()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Book Now: Noor Haddad' })).toBeFocused()
  },
)

test(
  'on the booking page Back and Forward lead from step to step too, and reloading keeps what was typed',
  LONG,
  async ({ page }) => {
    await page.goto('/mentors/noor-haddad')
    await page.goto('/mentors/noor-haddad/book')
    await stepsRun(page)
    const at = await fillIn(page)
    await page.reload()
    await expectDetails(page, priya)
    expect(decodeURIComponent(page.url())).not.toMatch(/Priya|example\.com|98200/)
    await page.goBack()
    await expect(page.locator('input[name=at]:checked')).toHaveValue(at)
    await page.goForward()
    await expectDetails(page, priya)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(times(page)).toBeVisible()
    // Not `goBack`, which goes from the entry that the browser knows of: of the button's step it learns after the page.
    await page.evaluate(() => window.history.back())
    await expect(sessions(page)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/mentors/noor-haddad')
  },
)

test('the way to the payment page and back keeps the time, what was typed and the way on', async ({ page }) => {
  const visitor = newContact()
  await openBooking(page, 'Olena Kovalenko')
  await fillIn(page, visitor)
  await pay(page).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  const checkout = page.url()
  await page.goBack()
  const held = dialog(page)
    .locator('div')
    .filter({ hasText: /^\w+ has .* held for you until \d\d:\d\d\./ })
    .last()
  await expect(held).toBeVisible()
  await expectDetails(page, visitor)

  await held.getByRole('link', { name: 'Choose another time' }).click()
  await expect(times(page)).toBeVisible()
  await expect(page.locator('label').filter({ hasText: 'held for you' })).toHaveCount(1)
  await page.getByRole('link', { name: 'Continue to payment' }).click()
  await expect(page).toHaveURL(checkout)
  await completePayment(page)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('typed-booking'))).toBeNull()

  await page.goto('/mentors/olena-kovalenko/book')
  await stepsRun(page)
  await chooseUpToDetails(page)
  await expectDetails(page, { name: '', email: '', phone: '+91 ', topic: '' })
})

test(
  'a page that comes back out of the browser’s cache does not show what was typed for a session booked since',
  LONG,
  async ({ page }) => {
    await openBooking(page, 'Noor Haddad')
    await fillIn(page)
    await page.evaluate(() => {
      sessionStorage.removeItem('typed-booking') // As the page 'Payment Successful' does.
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await expectDetails(page, { name: '', email: '', phone: '', topic: '' })
  },
)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'Back and Forward lead from step to step, and back from the payment page one reads what is held',
    LONG,
    async ({ page }) => {
      const visitor = newContact()
      await page.goto('/mentors/olena-kovalenko/book')
      await fillIn(page, visitor)
      await pay(page).click()
      await expect(page.getByLabel('Card number')).toBeVisible()
      const checkout = page.url()
      await page.goBack()
      await expect(page.getByText(/held for you until \d\d:\d\d\./)).toBeVisible()
      await page.getByRole('link', { name: 'Choose another time' }).click()
      await expect(page.locator('label').filter({ hasText: 'held for you' })).toHaveCount(1)
      await page.goBack()
      await page.getByRole('link', { name: 'Continue to payment' }).click()
      await expect(page).toHaveURL(checkout)
      await page.getByRole('link', { name: 'Cancel' }).click()
    },
  )
})

test.describe('a mistyped address', () => {
  test.use({ expected: /status of 400/ })
  const email = (page: Page) => page.getByRole('textbox', { name: 'Email' })

  test('is questioned once it is typed and before paying, corrected by one press, or kept by pressing Pay again', async ({
    page,
  }) => {
    await page.goto('/mentors/olena-kovalenko/book')
    await stepsRun(page)
    await fillIn(page)
    await email(page).fill('priya@gmial.com')
    await expect(page.getByText('Did you mean'), 'not while it is being typed').toHaveCount(0)
    await page.getByRole('textbox', { name: 'Phone' }).focus()
    await expect(page.getByText('Did you mean priya@gmail.com?')).toBeVisible()
    await page.getByRole('button', { name: 'Use priya@gmail.com' }).click()
    await expect(email(page)).toHaveValue('priya@gmail.com')
    await expect(page.getByText('Did you mean')).toHaveCount(0)
    await expect(pay(page)).toBeEnabled()

    await email(page).fill('priya@gmial.com')
    await email(page).press('Enter')
    await expect(page.getByRole('alert')).toContainText('Did you mean priya@gmail.com?')
    await expect(page.getByRole('button', { name: 'Use priya@gmail.com' })).toBeFocused()
    await pay(page).click()
    await expect(page.getByLabel('Card number')).toBeVisible()
    await page.getByRole('link', { name: 'Cancel' }).click()
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('is questioned too, corrected by one press, or kept by pressing Pay again', LONG, async ({ page }) => {
      await page.goto('/mentors/olena-kovalenko/book')
      await fillIn(page, { ...priya, email: 'priya@gmial.com' })
      await pay(page).click()
      await expect(page.getByText('Did you mean priya@gmail.com?').first()).toBeVisible()
      await expectDetails(page, { ...priya, email: 'priya@gmial.com' })
      await page.getByRole('button', { name: 'Use priya@gmail.com' }).click()
      await expectDetails(page, { ...priya, email: 'priya@gmail.com' })
      await expect(page.getByText('Did you mean')).toHaveCount(0)
      await email(page).fill('priya@gmial.com')
      await pay(page).click()
      await expect(page.getByText('Did you mean priya@gmail.com?').first()).toBeVisible()
      await pay(page).click()
      await expect(page.getByLabel('Card number')).toBeVisible()
      await page.getByRole('link', { name: 'Cancel' }).click()
    })
  })
})
