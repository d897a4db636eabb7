/** The steps of booking in the browser's history: Back, Forward, reloading, and the way to the payment page and back. */
import type { Page } from '@playwright/test'
import {
  chooseSession,
  chooseTime,
  expect,
  expectDetails,
  expectSuccess,
  next,
  openBooking,
  pay,
  payByCard,
  PAYS,
  priya,
  scriptsRun,
  stepsRun,
  newContact,
  terms,
  test,
  typeDetails,
} from './fixtures.ts'
import { LONG } from '../support/halves.ts'
import { newPerson, signOut, signUp } from './people.ts'

const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
const dialog = (page: Page) => page.getByRole('dialog')
const sessions = (page: Page) => page.getByRole('heading', { name: 'Choose a session' }).filter({ visible: true })
const times = (page: Page) => page.getByText('Step 1 of 2')
const details = (page: Page) => page.getByText('Step 2 of 2')
const bookNow = (page: Page, mentor: string) => page.getByRole('link', { name: `Book Now: ${mentor}` })

/** From the choice of a session to the details, which are typed. */
async function fillIn(page: Page, visitor = priya): Promise<string> {
  await chooseSession(page)
  const at = await chooseTime(page)
  await next(page).click()
  await expect(details(page)).toBeVisible()
  await typeDetails(page, visitor)
  return at
}

const WINDOWS = [
  { where: 'on a phone', use: PHONE, half: {} },
  { where: 'on a desk', use: { viewport: { width: 1440, height: 900 } }, half: LONG },
]

for (const { where, use, half } of WINDOWS) {
  test.describe(where, half, () => {
    test.use(use)

    test('Back and Forward lead from step to step of the dialog, and what was chosen and typed is there', async ({
      page,
    }) => {
      await openBooking(page, 'Ananya Rao')
      const at = await fillIn(page)

      await page.goBack()
      await expect(times(page)).toBeVisible()
      await expect(page.locator('input[name=at]:checked')).toHaveValue(at)
      await page.goBack()
      await expect(sessions(page)).toBeVisible()
      await expect(sessions(page)).toBeFocused()
      await page.goForward()
      await expect(times(page)).toBeVisible()
      await page.goForward()
      await expectDetails(page, priya)

      for (const step of [times(page), sessions(page)]) {
        await page.goBack()
        await expect(step).toBeVisible()
      }
      await page.goBack()
      await expect(dialog(page)).toBeHidden()
      await expect(page).toHaveURL('/mentors')
      await expect(bookNow(page, 'Ananya Rao')).toBeFocused()
      await page.goForward()
      await expect(sessions(page)).toBeVisible()
    })

    test('every step is there again after reloading it, with what was chosen and typed', async ({ page }) => {
      await openBooking(page, 'Ananya Rao')
      await page.reload()
      await expect(sessions(page)).toBeVisible()
      await chooseSession(page)
      const at = await chooseTime(page)
      await page.reload()
      await expect(page.locator('input[name=at]:checked')).toHaveValue(at)
      await next(page).click()
      await typeDetails(page, priya)
      await page.reload()
      await expectDetails(page, priya)
      await expect(terms(page), 'terms are accepted for one booking only').not.toBeChecked()
      expect(page.url()).toMatch(/\/mentors$/)

      await page.goBack()
      await expect(times(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
      await expect(bookNow(page, 'Ananya Rao')).toBeFocused()
    })
  })
}

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

test('Back in the dialog goes back in the history, and does not add to it', async ({ page }) => {
  await page.goto('/faq')
  await page.goto('/mentors')
  await scriptsRun(page)
  await bookNow(page, 'Noor Haddad').click()
  await fillIn(page)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(times(page)).toBeVisible()
  await page.getByRole('link', { name: 'Choose another session' }).click()
  await expect(sessions(page)).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/faq')
})

test('days and times are no steps: Back from them leads to the choice of a session', LONG, async ({ page }) => {
  await openBooking(page, 'Noor Haddad')
  await chooseSession(page)
  await chooseTime(page)
  await chooseTime(page, 1)
  await page.goBack()
  await expect(sessions(page)).toBeVisible()
})

test(
  'what was chosen beside a mentor is the first step, and Back from it leads to the mentor',
  LONG,
  async ({ page }) => {
    await page.goto('/mentors/noor-haddad')
    await scriptsRun(page)
    await page.locator('.panel-times input[name=at]').last().check()
    const book = page.getByRole('button', { name: 'Book Now: Noor Haddad' })
    await book.click()
    await expect(details(page)).toBeVisible()
    await page.getByLabel('Full name').fill('Priya Sharma')
    await page.reload()
    await expect(page.getByLabel('Full name')).toHaveValue('Priya Sharma')
    await page.goBack()
    await expect(dialog(page)).toBeHidden()
    await expect(book).toBeFocused()
  },
)

test('on the booking page Back and Forward lead from step to step too, and reloading keeps what was typed', async ({
  page,
}) => {
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
})

test.describe('without a connection', () => {
  test.use({ expected: /net::ERR_INTERNET_DISCONNECTED/ })

  test('every step back and forward works, and nothing typed is lost', async ({ page, context }) => {
    await openBooking(page, 'Noor Haddad')
    await fillIn(page)
    await context.setOffline(true)
    const requested: string[] = []
    page.on('request', (each) => requested.push(new URL(each.url()).pathname))
    await page.goBack()
    await expect(times(page)).toBeVisible()
    await page.goBack()
    await expect(sessions(page)).toBeVisible()
    await page.goForward()
    await page.goForward()
    await expectDetails(page, priya)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    expect(
      requested.filter((path) => path.endsWith('.data')),
      'the page below is not requested again',
    ).toEqual([])
    await context.setOffline(false)
  })
})

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
  await payByCard(page, PAYS)
  await expectSuccess(page)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('typed-booking'))).toBeNull()

  await page.goto('/mentors/olena-kovalenko/book')
  await stepsRun(page)
  await chooseSession(page)
  await chooseTime(page)
  await next(page).click()
  await expectDetails(page, { name: '', email: '', phone: '+91 ', topic: '' })
})

test(
  'name, email and phone are there with the next mentor, and the message to the last one is not',
  LONG,
  async ({ page }) => {
    await openBooking(page, 'Noor Haddad')
    await fillIn(page)
    await page.goto('/mentors/yuki-tanaka/book')
    await stepsRun(page)
    await chooseSession(page)
    await chooseTime(page)
    await next(page).click()
    await expectDetails(page, { ...priya, topic: '' })
    await openBooking(page, 'Noor Haddad')
    await chooseSession(page)
    await chooseTime(page)
    await next(page).click()
    await expectDetails(page, priya)
  },
)

test('who signs out leaves nothing typed behind', LONG, async ({ page, request }) => {
  test.slow() // A password is hashed.
  await signUp(page, request, newPerson())
  await openBooking(page, 'Noor Haddad')
  await fillIn(page)
  await page.keyboard.press('Escape')
  await signOut(page)
  expect(await page.evaluate(() => sessionStorage.getItem('typed-booking'))).toBeNull()
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

  test('Back and Forward lead from step to step, and back from the payment page one reads what is held', async ({
    page,
  }) => {
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
  })
})

test.describe('a mistyped address', () => {
  test.use({ expected: /status of 400/ })
  const email = (page: Page) => page.getByRole('textbox', { name: 'Email' })

  test('is questioned once it is typed, and corrected by one press', async ({ page }) => {
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
  })

  test('is questioned before paying, and pressing Pay again goes on with it', async ({ page }) => {
    await page.goto('/mentors/olena-kovalenko/book')
    await stepsRun(page)
    await fillIn(page)
    await email(page).fill('priya@gmial.com')
    await email(page).press('Enter')
    await expect(page.getByRole('alert')).toContainText('Did you mean priya@gmail.com?')
    await expect(page.getByRole('button', { name: 'Use priya@gmail.com' })).toBeFocused()
    await pay(page).click()
    await expect(page.getByLabel('Card number')).toBeVisible()
    await page.getByRole('link', { name: 'Cancel' }).click()
  })

  for (const takes of [true, false]) {
    test.describe('without scripts', () => {
      test.use({ javaScriptEnabled: false })

      test(`is questioned too, and ${takes ? 'can be taken' : 'can be kept'}`, async ({ page }) => {
        await page.goto('/mentors/olena-kovalenko/book')
        await fillIn(page, { ...priya, email: 'priya@gmial.com' })
        await pay(page).click()
        await expect(page.getByText('Did you mean priya@gmail.com?').first()).toBeVisible()
        await expectDetails(page, { ...priya, email: 'priya@gmial.com' })
        if (takes) {
          await page.getByRole('button', { name: 'Use priya@gmail.com' }).click()
          await expectDetails(page, { ...priya, email: 'priya@gmail.com' })
          await expect(page.getByText('Did you mean')).toHaveCount(0)
        }
        await pay(page).click()
        await expect(page.getByLabel('Card number')).toBeVisible()
        await page.getByRole('link', { name: 'Cancel' }).click()
      })
    })
  }
})

test(
  'a phone number begins with the calling code of the visitor’s zone, which alone is no number',
  LONG,
  async ({ page, newVisitor }) => {
    await openBooking(page, 'Olena Kovalenko')
    const at = await fillIn(page)
    const phone = page.getByRole('textbox', { name: 'Phone' })
    await phone.fill('+91 ')
    await expect(pay(page)).toBeDisabled()
    await phone.fill('+91 9')
    await expect(pay(page)).toBeEnabled()

    const plain = await newVisitor({ javaScriptEnabled: false })
    await plain.context().addCookies([{ name: 'zone', value: 'Africa%2FLagos', url: test.info().project.use.baseURL! }])
    const session = new URL((await page.locator('form#booking-details').getAttribute('action'))!, page.url()).search
    await plain.goto(`/mentors/olena-kovalenko/book${session}&at=${at}&step=details`)
    await expect(plain.getByRole('textbox', { name: 'Phone' })).toHaveValue('+234 ')
  },
)
