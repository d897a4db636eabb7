/**
 * A page is never blank: from every page a visitor or a member goes on to another that does not come, is refused or comes
 * too late. Where there is no answer the page that is shown stays; an answer that is an error stands where a page would.
 * Either way the frame is the same as before, down to its elements.
 * Decision 0017.
 */
import type { BrowserContext, Page, Request } from '@playwright/test'
import { makeAccount } from '../support/accounts/account-journey.ts'
import { LONG, longIf } from '../support/halves.ts'
import { expect as expectIn, isIdle, isReceived, test } from './fixtures.ts'
import { main } from './people.ts'
import { OWN_PAGES, PUBLIC_PAGES } from './public-pages.ts'

test.describe.configure({ mode: 'parallel' })
const expect = expectIn.configure({ timeout: 15_000 }) // Many steps, each of which a busy machine may delay.
test.use({ expected: /Failed to load resource: (net::ERR_|the server responded with a status of (403|404|500|503))/ })

type Watched = Window & { refused: string[]; frame: Element[] }

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /^(No response|You’re offline)\./ })
const retry = (page: Page) => alert(page).getByRole('button', { name: 'Try again' })
const headerLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

/** A step within the product, as a link would make it. */
const stepTo = (page: Page, to: string) =>
  page.evaluate((address) => void window.__reactRouterDataRouter.navigate(address), to)

/** From the first moment on, what the policy refuses. */
async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refused: string[] = []
    Object.assign(window, { refused })
    document.addEventListener('securitypolicyviolation', (event) => {
      refused.push(`${event.effectiveDirective}: ${event.sample}`)
    })
  })
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await isIdle(page)
  await page.evaluate(() => {
    const frame = ['html', 'head', 'body', 'header', 'main', 'footer'].map((name) => document.querySelector(name)!)
    Object.assign(window, { frame })
  })
}

/** Whatever happened since the page was opened. */
async function expectTheSameFrame(page: Page, after: string): Promise<void> {
  const found = await page.evaluate(() => {
    const { frame, refused } = window as unknown as Watched
    return { refused, gone: frame?.filter((element) => !element.isConnected).map(({ localName }) => localName) }
  })
  expect(found, after).toEqual({ refused: [], gone: [] })
}

/** Types into the first field of the page that is for text and asks nothing by itself. Gives a check that it is still there. */
async function typeSomething(page: Page): Promise<() => Promise<void>> {
  const field = main(page)
    .locator('input:is([type=text], [type=email], :not([type])), textarea')
    .and(page.locator(':visible:enabled:read-write'))
  if ((await field.count()) === 0) return () => Promise.resolve()
  await field.first().fill('half a word')
  return () => expect(field.first()).toHaveValue('half a word')
}

async function expectToSurvive(page: Page, context: BrowserContext, path: string): Promise<void> {
  await open(page, path)
  const [name, heading] = path === '/about' ? ['Mentors', 'Mentors'] : ['About', 'About Landfall']
  const link = headerLink(page, name)
  const shown = (await page.getByRole('heading', { level: 1 }).textContent())!
  const expectHere = () => expect(page.getByRole('heading', { level: 1 })).toHaveText(shown)
  const expectThere = () => expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  const address = page.url()
  const goBack = async () => {
    await page.goBack()
    await expectHere()
  }

  const expectTyped = await typeSomething(page)
  await context.setOffline(true)
  await link.click()
  await expect(alert(page)).toContainText('You’re offline.')
  await expectHere()
  await expectTyped()
  expect(page.url()).toBe(address)
  if (shown !== 'Page not found') {
    const requests: string[] = []
    // Drafts are saved in the background, offline too: that is no navigation.
    const note = (request: Request) => void (request.url().endsWith('/draft') || requests.push(request.url()))
    page.on('request', note)
    await alert(page).getByRole('link', { name: 'Stay here' }).click()
    await expect(alert(page)).toHaveCount(0)
    page.off('request', note)
    expect(requests, 'staying requests nothing').toEqual([])
    await expectHere()
    await expectTyped()
    await link.click()
    await expect(alert(page)).toBeVisible()
  }
  await expectTheSameFrame(page, 'offline')
  await context.setOffline(false)
  await expectThere()
  await expect(alert(page)).toHaveCount(0)
  await expectTheSameFrame(page, 'back online')

  await goBack()
  const data = (url: URL) => url.pathname === `/${name.toLowerCase()}.data`
  await page.route(data, (route) => route.abort())
  await link.click()
  await expect(alert(page)).toContainText('No response.')
  await page.unroute(data)
  await page.route(data, (route) => route.fulfill({ status: 503, body: 'Starting' }))
  const refused = page.waitForResponse((response) => response.status() === 503)
  await retry(page).click()
  await refused
  await expectHere()
  await expect(retry(page)).toBeVisible()
  await page.unroute(data)
  await retry(page).click()
  await expectThere()
  await expectTheSameFrame(page, 'dropped, then 503')

  await goBack()
  await page.route(data, (route) => route.fulfill({ status: 500, body: 'Unexpected Server Error' }))
  await link.click()
  await expect(main(page).getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expectTheSameFrame(page, '500')
  await page.unroute(data)
  await link.click()
  await expectThere()

  await stepTo(page, '/nowhere-at-all')
  await expect(main(page).getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expectTheSameFrame(page, '404')
  await link.click()
  await expectThere()
  await expectTheSameFrame(page, 'on from 404')

  await stepTo(page, path)
  await expectHere()
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.route(data, async (route) => {
    await released
    await route.continue().catch(() => {}) // The page no longer waits for it.
  })
  const requested = page.waitForRequest((request) => data(new URL(request.url())))
  await link.click()
  await requested
  await headerLink(page, 'Cohorts').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cohorts' })).toBeVisible()
  release()
  await page.unroute(data)
  await isReceived(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Cohorts' })).toBeVisible()
  await expectTheSameFrame(page, 'overtaken')
}

/** A list, a form, and an error. */
const OF_EACH_KIND = ['/mentors', '/mentors/wanjiru-kamau/book', '/nowhere']

for (const path of PUBLIC_PAGES) {
  test(
    `${path} stays, or an error stands in its place, however loading the next page fails`,
    longIf(!OF_EACH_KIND.includes(path)),
    async ({ page, context }) => {
      test.slow() // One step after another.
      await watchPolicy(page)
      await expectToSurvive(page, context, path)
    },
  )
}

test(
  'a member’s pages stay too, and a page that is forbidden to them says so in its place',
  LONG,
  async ({ page, context }) => {
    test.setTimeout(OWN_PAGES.length * 20_000) // One after another.
    await watchPolicy(page)
    await makeAccount(page)
    for (const path of OWN_PAGES) {
      await expectToSurvive(page, context, path)
      await stepTo(page, '/admin-dashboard')
      await expect(main(page).getByRole('heading', { name: 'This page is for admins' })).toBeVisible()
      await expectTheSameFrame(page, `403 after ${path}`)
    }
  },
)
