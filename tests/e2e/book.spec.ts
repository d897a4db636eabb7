import { LONG, longIf } from '../support/halves.ts'
import {
  chooseSession,
  chooseTime,
  DECLINES,
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
  priya,
  scriptsRun,
  newContact,
  terms,
  test,
  typeDetails,
  chooseUpToDetails,
} from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a visitor finds a mentor, books, pays and gets the confirmation by email', async ({ page, request }) => {
  const visitor = newContact()
  await page.goto('/mentors')
  await scriptsRun(page)
  await page.getByRole('searchbox', { name: 'Search mentors' }).fill('tunde')
  await page.getByRole('searchbox', { name: 'Search mentors' }).press('Enter')
  await expect(page).toHaveURL(/\?q=tunde$/)
  await page.getByRole('link', { name: 'Book Now: Tunde Adeyemi' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Choose a session' })).toBeVisible()

  const title = await chooseSession(page)
  const price = await dialog
    .getByText(/^£\d+$/)
    .first()
    .textContent()
  await expect(next(page)).toBeHidden()
  const at = await chooseTime(page)
  await next(page).click()

  await expect(pay(page)).toHaveText(`Pay ${price}.00`)
  await expect(dialog.getByText('Step 2 of 2')).toBeVisible()
  await typeDetails(page, visitor)
  await pay(page).click()
  await payByCard(page, DECLINES)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await payByCard(page, PAYS)

  await expectSuccess(page)
  const main = page.getByRole('main')
  await expect(main.getByText('Tunde Adeyemi', { exact: true })).toBeVisible()
  await expect(main.getByText(title)).toBeVisible()
  await expect(main.getByText(/in Kolkata$/)).toBeVisible()
  await expect(main.getByText(/^\d\d:\d\d in Berlin/)).toBeVisible()
  await expect(main.getByText(visitor.email)).toBeVisible()
  const reference = await main.getByText(/^B-[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent()
  const [mail, ...others] = await mailsTo(request, visitor.email)
  expect(others).toEqual([])
  expect(mail!.text).toContain(reference)
  expect(await isTaken(request, 'tunde-adeyemi', at)).toBe(true)
})

test('Pay waits for name, email, phone and the terms, and for nothing else', async ({ page }) => {
  await openBooking(page, 'Olena Kovalenko')
  await chooseUpToDetails(page)
  await expect(pay(page)).toBeDisabled()
  await typeDetails(page, { ...priya, topic: '' })
  await expect(pay(page)).toBeEnabled()
  for (const label of ['Full name', 'Email', 'Phone']) {
    const field = page.getByRole('textbox', { name: label })
    const typed = await field.inputValue()
    await field.fill('   ')
    await expect(pay(page)).toBeDisabled()
    await field.fill(typed)
    await expect(pay(page)).toBeEnabled()
  }
  await page.getByRole('textbox', { name: 'Phone' }).fill('+91 ') // Their calling code alone.
  await expect(pay(page)).toBeDisabled()
  await page.getByRole('textbox', { name: 'Phone' }).fill(priya.phone)
  await terms(page).uncheck()
  await expect(pay(page)).toBeDisabled()
})

const outages = [
  { what: 'no connection', answer: 'abort' },
  { what: 'a server error', answer: { status: 500, body: 'Internal Server Error' } },
  {
    what: 'a page where an answer should be',
    answer: { status: 200, contentType: 'text/html', body: '<!doctype html>' },
  },
] as const

test.describe('when paying fails', () => {
  test.use({ expected: /status of 500|net::ERR_FAILED/ })
  for (const { what, answer } of outages) {
    test(
      `${what} is said in the dialog, nothing typed is lost and Pay works again`,
      longIf(answer !== 'abort'),
      async ({ page }) => {
        await openBooking(page, 'Yuki Tanaka')
        await chooseUpToDetails(page)
        await typeDetails(page, priya)
        let release = () => {}
        const released = new Promise<void>((done) => (release = done))
        await page.route('**/booking', async (route) => {
          await released
          await (answer === 'abort' ? route.abort() : route.fulfill(answer))
        })
        await pay(page).click()
        const busy = page.getByRole('button', { name: 'Processing...' })
        await expect(busy).toBeDisabled()
        release()
        const alert = page.getByRole('dialog').getByRole('alert')
        await expect(alert).toContainText('we kept what you typed')
        await expect(alert).toBeFocused()
        await expectDetails(page, priya)
        await expect(pay(page)).toBeEnabled()
      },
    )
  }

  test('times that cannot be loaded are requested again', LONG, async ({ page }) => {
    await page.route('**/booking', (route) => route.abort())
    await page.goto('/mentors')
    await scriptsRun(page)
    await page.getByRole('link', { name: 'Book Now: Yuki Tanaka' }).click()
    await expect(page.getByRole('alert')).toContainText('didn’t load')
    await page.unroute('**/booking')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Choose a session' })).toBeVisible()
  })
})

test.describe('what the server refuses', () => {
  test.use({ expected: /status of (400|409)/ })

  test(
    'a field the server refuses is marked, focused and keeps what was typed, also while the terms are read',
    LONG,
    async ({ page, context }) => {
      await openBooking(page, 'Sanne de Vries')
      await chooseUpToDetails(page)
      await typeDetails(page, { ...priya, email: 'not an address' })
      const refused = page.waitForResponse((response) => response.request().method() === 'POST')
      await pay(page).click()
      expect((await refused).status()).toBe(400)
      const email = page.getByRole('textbox', { name: 'Email' })
      await expect(email).toBeFocused()
      await expect(email).toHaveAccessibleDescription(/Enter an email address/)
      await expect(page.getByRole('alert')).toBeVisible()
      await expectDetails(page, { ...priya, email: 'not an address' })
      await email.fill('right@example.com')
      await expect(email).not.toHaveAttribute('aria-invalid')
      const opened = context.waitForEvent('page')
      await page.getByRole('link', { name: 'terms (opens in a new tab)' }).click()
      await expect((await opened).getByRole('heading', { level: 1 })).toBeVisible()
      await expectDetails(page, { ...priya, email: 'right@example.com' })
      await expect(pay(page)).toBeEnabled()
    },
  )

  test('a new price is shown before anything is held, and what is held for whom until when on the way to pay it', async ({
    page,
  }) => {
    await openBooking(page, 'Noor Haddad')
    await chooseUpToDetails(page)
    await expect(page.getByText(/When you press Pay, Noor holds this time for \d+ minutes/)).toBeVisible()
    await typeDetails(page, newContact())
    await page.locator('input[name=price]').evaluate((input: HTMLInputElement) => (input.value = '1'))
    await pay(page).click()
    await expect(page.getByRole('alert')).toContainText(/The price of this session is now £\d+\.00/)

    const leaves = (url: URL) => url.pathname.startsWith('/sandbox/checkout/')
    await page.route(leaves, (route) => route.abort('aborted')) // The browser stays where it is.
    await pay(page).click()
    const said = page.getByRole('dialog').getByRole('status').filter({ hasText: 'held for you' })
    await expect(said).toHaveText(/^Noor has \w+day .* held for you until \d\d:\d\d\. The payment page is opening\./)
    await page.unroute(leaves)
    await said.getByRole('link', { name: 'Continue to payment' }).click()
    await expect(page.getByLabel('Card number')).toBeVisible()
  })
})

test('a modified click on Book Now follows the link to the page', LONG, async ({ page, context }) => {
  await page.goto('/mentors')
  await scriptsRun(page)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Book Now: Noor Haddad' }).click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  await expect(tab.getByRole('heading', { level: 1, name: 'Choose a session' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a mentor without sessions is listed without Book Now, and their booking page says so', async ({ page }) => {
  await page.goto('/mentors?q=Diego+Fuentes')
  await expect(page.getByRole('link', { name: 'View Profile: Diego Fuentes' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Book Now: Diego Fuentes/ })).toHaveCount(0)
  await page.goto('/mentors/diego-fuentes/book')
  await expect(page.getByText('No sessions available yet.')).toBeVisible()
})

test('a time that is chosen before the visitor’s clock is known stays chosen', async ({ page }) => {
  const known = Promise.withResolvers<void>()
  await page.route('**/mentors/yuki-tanaka.data*', async (route) => {
    await known.promise
    await route.continue()
  })
  await page.goto('/mentors/yuki-tanaka')
  await scriptsRun(page)
  const times = page.locator('.panel-times')
  await times.getByRole('radio').last().check()
  await expect(times).toContainText('Mentor’s time')
  known.resolve()
  await expect(times).toContainText('Your time')
  await expect(times.getByRole('radio').last()).toBeChecked()
})
