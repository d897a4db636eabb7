import { LONG, longIf } from '../support/halves.ts'
import {
  bookUpToPayment,
  chooseSession,
  chooseDay,
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
} from './fixtures.ts'

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

test('a declined card books nothing yet, and another card then pays for the same hour', async ({ page, request }) => {
  const visitor = newContact()
  await bookUpToPayment(page, 'Farhana Akter', visitor)
  await payByCard(page, DECLINES)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await payByCard(page, PAYS)
  await expectSuccess(page)
  expect(await mailsTo(request, visitor.email)).toHaveLength(1)
})

test('Pay waits for name, email, phone and the terms, and for nothing else', async ({ page }) => {
  await openBooking(page, 'Olena Kovalenko')
  await chooseSession(page)
  await chooseTime(page)
  await next(page).click()
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
  await terms(page).uncheck()
  await expect(pay(page)).toBeDisabled()
})

test('what a visitor chose and typed is there again when they reopen the dialog', async ({ page }) => {
  await openBooking(page, 'Diego Salazar')
  const title = await chooseSession(page)
  await chooseTime(page)
  await next(page).click()
  await typeDetails(page, priya)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  const link = page.getByRole('link', { name: 'Book Now: Diego Salazar' })
  await expect(link).toBeFocused()
  await link.click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expectDetails(page, priya)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.locator('input[name=at]:checked')).toHaveCount(1)
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
        await chooseSession(page)
        await chooseTime(page)
        await next(page).click()
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

  test('a field the server refuses is marked, focused and keeps what was typed', LONG, async ({ page }) => {
    await openBooking(page, 'Sanne de Vries')
    await chooseSession(page)
    await chooseTime(page)
    await next(page).click()
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
    await expect(pay(page)).toBeEnabled()
  })

  test('the price a visitor saw is the price, or they see the new one before anything is held', async ({ page }) => {
    await openBooking(page, 'Rafael Santos')
    await chooseSession(page)
    await chooseTime(page)
    await next(page).click()
    await typeDetails(page, priya)
    await page.locator('input[name=price]').evaluate((input: HTMLInputElement) => (input.value = '1'))
    await pay(page).click()
    await expect(page.getByRole('alert')).toContainText(/The price of this session is now £\d+\.00/)
    await expect(pay(page)).toBeEnabled()
  })
})

test('on the way to the payment page it is said what is held for whom until when', async ({ page }) => {
  await openBooking(page, 'Noor Haddad')
  await chooseSession(page)
  await chooseTime(page)
  await next(page).click()
  await expect(page.getByText(/When you press Pay, Noor holds this time for \d+ minutes/)).toBeVisible()
  await typeDetails(page, newContact())
  const leaves = (url: URL) => url.pathname.startsWith('/sandbox/checkout/')
  await page.route(leaves, (route) => route.abort('aborted')) // The browser stays where it is.
  await pay(page).click()
  const said = page.getByRole('dialog').getByRole('status')
  await expect(said).toHaveText(/^Noor has \w+day .* held for you until \d\d:\d\d\. The payment page is opening\./)
  await page.unroute(leaves)
  await said.getByRole('link', { name: 'Continue to payment' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
})

test('the terms are read in another tab, and nothing typed is lost', LONG, async ({ page, context }) => {
  await openBooking(page, 'Noor Haddad')
  await chooseSession(page)
  await chooseTime(page)
  await next(page).click()
  await typeDetails(page, priya)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'terms (opens in a new tab)' }).click()
  await expect((await opened).getByRole('heading', { level: 1 })).toBeVisible()
  await expectDetails(page, priya)
  await expect(terms(page)).toBeChecked()
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

test('times are the visitor’s own, by their own date, with the mentor’s beside them', async ({ page }) => {
  await openBooking(page, 'Yuting Chen')
  await chooseSession(page)
  await chooseDay(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Your time: Kolkata')).toBeVisible()
  // 14:30 to 18:30 in Vancouver is the night after in Kolkata.
  const row = page.locator('label').filter({ hasText: /in Vancouver, −1 day/ })
  await expect(row.first()).toBeVisible()
})

test('a visitor who is elsewhere chooses another time zone, and it is remembered', async ({ page, context }) => {
  await openBooking(page, 'Yuting Chen')
  await chooseSession(page)
  await page.getByRole('link', { name: 'Change time zone' }).click()
  await page.getByRole('combobox', { name: 'Your time zone' }).fill('new york')
  await page.getByRole('option', { name: 'New York' }).first().click()
  await expect(page.getByText('Your time: New York')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change time zone' })).toBeFocused()
  const cookies = await context.cookies()
  expect(cookies.find((cookie) => cookie.name === 'zone')?.value).toBe('America%2FNew_York')
})

test('the mentor’s clock is named by the city they live in, not by the one of their zone', async ({ page }) => {
  await openBooking(page, 'Ananya Rao')
  await chooseSession(page)
  const row = page.locator('label').filter({ hasText: /\d\d:\d\d in Manchester/ })
  await expect(row.first()).toBeVisible()
})

test('a mentor without sessions is listed without Book Now, and their booking page says so', async ({ page }) => {
  await page.goto('/mentors?q=Diego+Fuentes')
  await expect(page.getByRole('link', { name: 'View Profile: Diego Fuentes' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Book Now: Diego Fuentes/ })).toHaveCount(0)
  await page.goto('/mentors/diego-fuentes/book')
  await expect(page.getByText('No sessions available yet.')).toBeVisible()
})

test(
  'what was chosen on a mentor’s page is not requested again, with scripts and without',
  LONG,
  async ({ page, newVisitor }) => {
    const plain = await newVisitor({ javaScriptEnabled: false })
    for (const visitor of [page, plain]) {
      await visitor.goto('/mentors/yuki-tanaka')
      if (visitor === page) await scriptsRun(page)
      const title = (await visitor.locator('.panel-session label strong').last().textContent())!
      await visitor.locator('.panel-session input').last().check()
      await visitor.locator('.panel-times input[name=at]').last().check()
      await visitor.getByRole('button', { name: 'Book Now: Yuki Tanaka' }).click()
      await expect(visitor.getByText('Step 2 of 2')).toBeVisible()
      await expect(visitor.getByRole('heading', { name: title }).first()).toBeVisible()
    }
  },
)

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
  await expect(times).toContainText('mentor’s time')
  known.resolve()
  await expect(times).toContainText('your time')
  await expect(times.getByRole('radio').last()).toBeChecked()
})
