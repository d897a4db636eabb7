/** Requests without a response while reading, signing in and out. On the way to a payment: `train.spec.ts`. */
import type { Page } from '@playwright/test'
import { LONG } from '../support/halves.ts'
import { expect as expectIn, isIdle, isReceived, scriptsRun, test } from './fixtures.ts'
import { main, newPerson, opener, openDialog, profileIcon, signUp, typeIn } from './people.ts'

test.describe.configure({ mode: 'parallel' })
const expect = expectIn.configure({ timeout: 15_000 }) // Many steps, each of which a busy machine may delay.
test.use({
  expected: /Failed to load resource: (net::ERR_|the server responded with a status of (400|401|403|404|429|500|503))/,
})

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /^(No response|You’re offline)\./ })
const retry = (page: Page) => alert(page).getByRole('button', { name: 'Try again' })
const stayHere = (page: Page) => alert(page).getByRole('link', { name: 'Stay here' })
const headerLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const signIn = (page: Page) => main(page).getByRole('button', { name: 'Sign in', exact: true })

test('a form without a response keeps what was typed and is sent again only by hand', async ({ page }) => {
  await page.goto('/sign-in')
  await isIdle(page)
  const person = newPerson()
  await typeIn(main(page), person)
  let sent = 0
  const form = (url: URL) => url.pathname === '/sign-in.data'
  await page.route(form, (route) => {
    sent += 1
    return sent === 1 ? route.abort() : route.fulfill({ status: 500, body: 'Unexpected Server Error' })
  })
  await signIn(page).click()
  await expect(alert(page)).toContainText('What you typed is still here.')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(main(page).getByLabel('Email')).toHaveValue(person.email)
  expect(sent).toBe(1)
  await retry(page).click()
  await expect.poll(() => sent).toBe(2)
  await expect(alert(page)).toBeVisible()

  await stayHere(page).click()
  await expect(alert(page)).toHaveCount(0)
  await expect(main(page).getByLabel('Email')).toHaveValue(person.email)
  await page.unroute(form)
  await signIn(page).click()
  await expect(main(page).getByRole('alert')).toContainText('don’t match')
  await expect(main(page).getByLabel('Email')).toHaveValue(person.email)
})

test('a page whose script the browser has without those that it imports leaves the page that is shown, offline', async ({
  page,
  context,
}) => {
  await page.goto('/mentors')
  await isIdle(page)
  await page.evaluate(async () => {
    const { routes } = (window as unknown as { __reactRouterManifest: { routes: Record<string, { module: string }> } })
      .__reactRouterManifest
    await (await fetch(routes['routes/public/mentors/mentor']!.module)).text()
  })
  await context.setOffline(true)
  await page
    .getByRole('link', { name: /^View Profile/ })
    .first()
    .click()
  await expect(alert(page)).toContainText('You’re offline.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mentors')
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/mentors\/[a-z-]+/)
  await expect(page.getByRole('button', { name: /^Book Now/ }).first()).toBeVisible()
})

test('a page whose script is gone, as after a new version, is loaded as a whole document', LONG, async ({ page }) => {
  await page.goto('/about')
  await isIdle(page)
  const script = /\/assets\/faq-[\w-]+\.js$/
  await page.route(script, (route) => route.fulfill({ status: 404, body: '' }))
  const loads = page.waitForRequest((request) => request.isNavigationRequest())
  await page.route('/faq', async (route) => {
    await page.unroute(script) // The new page names the file of the new version.
    await route.continue()
  })
  await headerLink(page, 'FAQ').click()
  await loads
  await expect(page).toHaveURL('/faq')
  await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()
})

test('when the data of the frame fail to load, the page says so and its links work', LONG, async ({ page }) => {
  await page.goto('/sign-in')
  await isIdle(page)
  // What the router makes of an error in the loader of `root`, when a form got its response.
  const failed = '[{"_1":2},"root",{"_3":4},"error",["ErrorResponse",5,6,7],null,500,""]\n'
  await page.route('**/sign-in.data*', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({
          status: 500,
          headers: { 'x-remix-response': 'yes' },
          contentType: 'text/x-script',
          body: failed,
        })
      : route.continue(),
  )
  await typeIn(main(page), newPerson())
  await signIn(page).click()
  await expect(main(page).getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await headerLink(page, 'FAQ').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()
})

test(
  'a booking dialog that was opened offline shows the sessions once they are online',
  LONG,
  async ({ page, context }) => {
    await page.goto('/mentors')
    await scriptsRun(page)
    const link = page.getByRole('link', { name: /^Book Now/ }).first()
    const steps = page.waitForResponse(/booking-steps-[\w-]+\.js$/)
    await link.hover()
    await (await steps).finished()
    await context.setOffline(true)
    await link.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert')).toContainText('didn’t load')
    await context.setOffline(false)
    await expect(dialog.getByRole('heading', { name: 'Choose a session' })).toBeVisible()
  },
)

test(
  'a member who signs out offline stays on the page, and signs out of all of it once they are online',
  LONG,
  async ({ page, context, request }) => {
    await signUp(page, request, newPerson())
    await page.goto('/faq')
    await isIdle(page)
    await context.setOffline(true)
    await profileIcon(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(alert(page)).toContainText('You’re offline.')
    await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()
    await context.setOffline(false)
    const loads = page.waitForRequest((each) => each.isNavigationRequest())
    await retry(page).click()
    await loads // A new document, which remembers nothing of the one before.
    await expect(opener(page)).toBeVisible()
    await expect(page).toHaveURL('/')
  },
)

test('a form that is changed while it waits is sent as it then is', LONG, async ({ page, context, request }) => {
  await signUp(page, request, newPerson())
  await page.goto('/account')
  await isIdle(page)
  const name = main(page).getByLabel('Name')
  const save = main(page).getByRole('button', { name: 'Save', exact: true })
  await name.fill('Ravi Menn')
  await context.setOffline(true)
  await save.click()
  await expect(alert(page)).toContainText('What you typed is still here.')
  await name.fill('Ravi Menon')
  await expect(alert(page), 'it would send what was typed before').toHaveCount(0)
  await context.setOffline(false)
  await save.click()
  await expect(main(page).getByText('Details saved.')).toBeVisible()
  await expect(name).toHaveValue('Ravi Menon')
})

test(
  'a link in the sign-in dialog that is followed offline shows what it waits for',
  LONG,
  async ({ page, context }) => {
    await page.goto('/faq')
    await scriptsRun(page)
    const dialog = await openDialog(page)
    await isReceived(page)
    await context.setOffline(true)
    await dialog.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(stayHere(page)).toBeVisible()
    await stayHere(page).click()
    await expect(alert(page)).toHaveCount(0)
    await expect(page).toHaveURL('/faq')
  },
)

test(
  'a page that failed is requested again from where it failed, also while there is no connection',
  LONG,
  async ({ page, context }) => {
    await page.goto('/mentors')
    await isIdle(page)
    const data = (url: URL) => url.pathname === '/mentors.data'
    await page.route(data, (route) => route.fulfill({ status: 500, body: 'Unexpected Server Error' }))
    const from = page.getByRole('combobox', { name: 'I am moving from' })
    await from.focus()
    await from.selectOption('IN')
    await expect(main(page).getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(main(page), 'the field with the focus is gone').toBeFocused()
    await page.unroute(data)
    await context.setOffline(true)
    await main(page).getByRole('link', { name: 'Try again' }).click()
    await expect(alert(page)).toContainText('You’re offline.')
    await expect(main(page).getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Mentors' })).toBeVisible()
    await expect(page).toHaveURL(/moving_from=IN/)
  },
)

test('a page whose script is gone is not loaded over the one on which the visitor stayed', LONG, async ({ page }) => {
  await page.goto('/sign-in')
  await isIdle(page)
  const documents: string[] = []
  page.on('request', (each) => {
    if (each.isNavigationRequest()) documents.push(new URL(each.url()).pathname)
  })
  const script = /\/assets\/faq-[\w-]+\.js$/
  await page.route(script, (route) => route.abort())
  await headerLink(page, 'FAQ').click()
  await stayHere(page).click()
  await main(page).getByLabel('Email').fill('half@word')
  await page.unroute(script)
  await page.route(script, (route) => route.fulfill({ status: 404, body: '' }))
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await signIn(page).click() // A step that needs no script, which ends after any that the connection has brought about.
  await expect(main(page).getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(main(page).getByLabel('Email')).toHaveValue('half@word')
  expect(documents).toEqual([])

  await page.unroute(script)
  await headerLink(page, 'FAQ').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()
  expect(documents).toEqual([])
})

test.describe('in the browser', () => {
  test.use({ expected: /Failed to load resource: .* status of 401|Cannot read properties of undefined/ })

  test(
    'when the frame cannot be drawn, as with data of a later version, the page says so and can be loaded again',
    LONG,
    async ({ page }) => {
      await page.goto('/sign-in')
      await isIdle(page)
      // The data of `root`: whether there is a session, and nothing of what the header shows.
      const unknown = '[{"_1":2},"root",{"_3":4},"data",{"_5":6},"session",{"_7":8},"name","Ravi"]\n'
      await page.route('**/sign-in.data*', (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ headers: { 'x-remix-response': 'yes' }, contentType: 'text/x-script', body: unknown })
          : route.continue(),
      )
      await typeIn(main(page), newPerson())
      await signIn(page).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible()
      await page.getByRole('link', { name: 'Load the page again' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
      await expect(opener(page)).toBeVisible()
    },
  )
})
