import type { Page } from '@playwright/test'
import { LONG } from '../support/halves.ts'
import { expect, expectSuccess, holdByApi, newContact, scriptsRun, test, completePayment } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const PAGES = [
  { path: '/success', heading: 'No payment to show' },
  { path: '/cancel', heading: 'Payment Canceled' },
  { path: '/problem', heading: 'Something Went Wrong' },
]

/** Opens a page whose clock, once its scripts run, only moves on command. */
async function openWithClock(page: Page, path: string): Promise<void> {
  await page.clock.install()
  await page.goto(path)
  await scriptsRun(page)
  await expect(() => pauseSoon(page)).toPass()
}

/** At a moment that is still to come when this is heard. On a busy machine it may have passed: then at the next. */
async function pauseSoon(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 400))
}

const countdown = (page: Page) => page.getByText(/^Taking you to the home page in \d s$/)

for (const { path, heading } of PAGES) {
  test(`${path} counts down from 5 seconds and goes home`, async ({ page }) => {
    await openWithClock(page, path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(countdown(page)).toHaveText(/in 5 s$/)
    await page.clock.runFor(2_000)
    await expect(countdown(page)).toHaveText(/in 3 s$/)
    await expect(page).toHaveURL(path)
    await page.clock.runFor(3_000)
    await expect(page).toHaveURL('/')
  })
}

test('each page of a result has one button that stands out', LONG, async ({ page }) => {
  for (const path of [...PAGES.map((each) => each.path), '/confirm', '/erased', '/cohorts/nothing/joined']) {
    await page.goto(path)
    await scriptsRun(page)
    await expect(page.getByRole('main').locator('.button-primary:visible'), path).toHaveCount(1)
  }
})

test.describe('after a booking', () => {
  const note = (page: Page) => page.getByRole('complementary', { name: 'Your booking' })

  test(
    'the home page leads to it for the rest of the visit, until it is cancelled',
    LONG,
    async ({ page, newVisitor }) => {
      const { checkout } = await holdByApi(page.request, 'fiona-brennan', newContact())
      await page.goto(checkout)
      await completePayment(page)
      await scriptsRun(page)
      const main = page.getByRole('main')
      await expect(main.locator('.button-primary:visible')).toHaveText(['Open your booking'])
      await main.getByRole('link', { name: 'Go to the home page' }).click()
      await expect(note(page)).toHaveText(/^Your session is booked: see it/)
      await page.reload()
      await expect(note(page)).toBeVisible()
      const other = await newVisitor()
      await other.goto('/')
      await scriptsRun(other)
      await expect(note(other)).toBeHidden()
      await note(page).getByRole('link', { name: 'see it' }).click()
      await expect(page).toHaveURL(/\/bookings\/[A-Z0-9-]+$/)
      await page.goto(`${page.url()}/cancel`)
      await page.getByRole('button', { name: /^Cancel and refund/ }).click()
      await expect(page.getByText('This session is cancelled')).toBeVisible()
      // By the page's script, which may come after the answer.
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('booked-session'))).toBeNull()
      await page.goto('/')
      await scriptsRun(page)
      await expect(note(page)).toBeHidden()
    },
  )

  const booked = (endsAt: number, reader: string | null = null) =>
    JSON.stringify({ page: '/bookings/LF-ABC/x', reference: 'LF-ABC', endsAt, reader })
  const open = async (page: Page, kept: string) => {
    await page.goto('/about')
    await page.evaluate((text) => sessionStorage.setItem('booked-session', text), kept)
    await page.goto('/')
    await scriptsRun(page)
  }

  test(
    'the home page does not move for it, and is silent on request, afterwards and to another person',
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 780 })
      await open(page, booked(Date.now() + 3_600_000))
      await expect(note(page)).toBeVisible()
      const before = await page.getByRole('contentinfo').boundingBox()
      await note(page).getByRole('button').click()
      await expect(note(page)).toBeHidden()
      expect(await page.getByRole('contentinfo').boundingBox()).toEqual(before)
      await page.reload()
      await scriptsRun(page)
      await expect(note(page)).toBeHidden()
      await open(page, booked(Date.now() - 1_000))
      await expect(note(page)).toBeHidden()
      await open(page, booked(Date.now() + 3_600_000, 'an account that has signed out'))
      await expect(note(page)).toBeHidden()
    },
  )
})

const signs: { what: string; act: (page: Page) => Promise<void> }[] = [
  { what: '“Stay on this page”', act: (page) => page.getByRole('button', { name: 'Stay on this page' }).click() },
  { what: 'any key', act: (page) => page.keyboard.press('Shift') },
  { what: 'a scroll', act: (page) => page.mouse.wheel(0, 200) },
  { what: 'a touch', act: (page) => page.locator('h1').dispatchEvent('touchstart') },
]

test(
  'any sign of a reader stops the countdown, which is announced once and shifts nothing',
  LONG,
  async ({ newVisitor }) => {
    for (const { what, act } of signs) {
      const page = await newVisitor()
      await openWithClock(page, '/cancel')
      await expect(countdown(page), what).toBeVisible()
      const said = page.getByRole('status')
      await expect(said).toHaveText(/home page in 5 seconds\. Press any key to stay/)
      await page.clock.runFor(2_000)
      await expect(said, 'not every second').toHaveText(/home page in 5 seconds\. Press any key to stay/)
      const findFooter = () => page.getByRole('contentinfo').evaluate((element: HTMLElement) => element.offsetTop)
      const before = await findFooter()
      await act(page)
      await expect(countdown(page), what).toBeHidden()
      expect(await findFooter(), what).toBe(before)
      await page.clock.runFor(10_000)
      await expect(page, what).toHaveURL('/cancel')
      await page.context().close()
    }
  },
)

test('“Stay on this page” stays there even when the home page is on its way already', LONG, async ({ page }) => {
  await openWithClock(page, '/success')
  await expect(countdown(page)).toHaveText(/in 5 s$/)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/_.data*', async (route) => {
    await released
    await route.continue().catch(() => {}) // The page no longer waits for it.
  })
  const requested = page.waitForRequest('**/_.data*')
  await page.clock.runFor(5_000)
  await requested
  const givenUp = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await givenUp
  release()
  await page.clock.runFor(10_000)
  await expect(page).toHaveURL('/success')
  await expect(page.getByRole('heading', { level: 1, name: 'No payment to show' })).toBeVisible()
})

test('‘No automatic redirects’ is remembered, and can be undone', LONG, async ({ page }) => {
  await openWithClock(page, '/problem')
  const never = page.getByRole('checkbox', { name: 'No automatic redirects' })
  await never.check()
  await page.clock.resume() // The next page's scripts begin with a timer.
  await page.goto('/cancel')
  await scriptsRun(page)
  await expect(never).toBeChecked()
  await expect(countdown(page)).toBeHidden()
  await page.clock.runFor(10_000)
  await expect(page).toHaveURL('/cancel')
  await never.uncheck()
  await page.reload()
  await expect(countdown(page)).toBeVisible()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing counts down', LONG, async ({ page }) => {
    await openWithClock(page, '/cancel')
    await expect(page.getByRole('link', { name: 'Go to the home page' })).toBeVisible()
    await expect(countdown(page)).toBeHidden()
    await page.clock.runFor(10_000)
    await expect(page).toHaveURL('/cancel')
  })
})

test('no address claims a payment that was not made', async ({ page }) => {
  for (const id of ['', '?session_id=cs_test_guessed_12345678', "?session_id=' or 1=1 --"]) {
    await page.goto(`/success${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'No payment to show' })).toBeVisible()
  }
})

test('a payment that is not confirmed yet is called so until it is', async ({ page, newVisitor }) => {
  const { checkout } = await holdByApi(page.request, 'fiona-brennan', newContact())
  await page.goto(checkout)
  const waiting = await newVisitor()
  await waiting.goto(`/success?session_id=${checkout.split('/').at(-1)}`)
  await expect(waiting.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
  await expect(waiting.getByText('Payment Successful')).toBeHidden()
  await completePayment(page)
  await expectSuccess(waiting)
})

test('addresses with a secret are kept out of indexes, caches and other sites’ logs', async ({ request }) => {
  for (const { path } of PAGES) {
    const headers = (await request.get(path)).headers()
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
  }
})
