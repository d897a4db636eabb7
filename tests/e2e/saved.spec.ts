/** Saving mentors for later, passing their page on, and finding those that were looked at. */
import type { Locator, Page } from '@playwright/test'
import { LONG } from '../support/halves.ts'
import { expect, scriptsRun, test } from './fixtures.ts'
import { main, newPerson, signOut, signUp } from './people.ts'

const [ANANYA, ANANYA_NAME] = ['/mentors/ananya-rao', 'Ananya Rao'] as const
const [LINH, LINH_NAME] = ['/mentors/linh-nguyen', 'Linh Nguyen'] as const

const save = (page: Page, name: string) => main(page).getByRole('button', { name: `Save ${name}`, exact: true })
const saved = (page: Page, name: string) => main(page).getByRole('button', { name: `Saved ${name}`, exact: true })
const status = (page: Page) => main(page).getByRole('status').first()

/** Presses a mentor's heart, and waits until the server knows. */
async function press(page: Page, heart: Locator): Promise<void> {
  const response = page.waitForResponse('**/saved/change')
  await heart.click()
  expect((await response).status()).toBe(200)
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await scriptsRun(page)
  await page.mouse.move(5, 5) // Hearts on cards load with the first user event.
  await page.mouse.move(9, 9)
}

test('a visitor saves mentors on their page and on a card, and finds them again, while pages stay one for all', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await open(page, ANANYA)
  await save(page, ANANYA_NAME).click()
  await expect(status(page)).toHaveText(/^Saved\./)
  await expect(saved(page, ANANYA_NAME)).toBeVisible()
  await page.reload()
  await expect(saved(page, ANANYA_NAME), 'the page is one for all; the browser knows').toBeVisible()

  await open(page, '/mentors')
  await expect(save(page, ANANYA_NAME)).toHaveAttribute('aria-pressed', 'true')
  await press(page, save(page, LINH_NAME))
  await expect(save(page, LINH_NAME)).toHaveAttribute('aria-pressed', 'true')

  await open(page, '/saved')
  const names = main(page).getByRole('heading', { level: 2, name: /Rao|Nguyen/ })
  await expect(names).toHaveText([LINH_NAME, ANANYA_NAME])
  await press(page, save(page, LINH_NAME))
  await page.reload()
  await expect(names).toHaveText([ANANYA_NAME])

  for (const path of [ANANYA, '/mentors', '/']) {
    await expect(async () => {
      await request.get(path)
      const response = await page.request.get(path)
      expect(response.headers()['server-timing'], path).toBe('cache;desc=hit')
      expect(await response.text()).not.toContain('data-saved="true"')
    }).toPass() // A new minute draws it once more.
  }
})

test('on signing in, what the browser kept is the account’s, and on signing out it is gone here', async ({
  page,
  request,
}) => {
  await open(page, ANANYA)
  await press(page, save(page, ANANYA_NAME))
  await signUp(page, request, newPerson())
  await page.goto('/saved')
  await expect(main(page)).toContainText('Saved in your account')
  await expect(main(page).getByRole('heading', { name: ANANYA_NAME })).toBeVisible()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('saved')

  await open(page, LINH)
  await press(page, save(page, LINH_NAME))
  await page.reload()
  await expect(saved(page, LINH_NAME)).toBeVisible()
  await scriptsRun(page)
  await signOut(page)
  await open(page, LINH)
  await expect(save(page, LINH_NAME)).toBeVisible()
  await page.goto('/saved')
  await expect(main(page)).toContainText('No saved mentors yet')
})

test.describe('with a lost connection', () => {
  test.use({ expected: /ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/ })

  test('a heart says that nothing changed, and is as it was', async ({ page, context }) => {
    await open(page, ANANYA)
    // The script that sends it is loaded on the first press.
    await save(page, ANANYA_NAME).click()
    await expect(status(page)).toHaveText(/^Saved\./)
    await context.setOffline(true)
    await saved(page, ANANYA_NAME).click()
    await expect(status(page)).toHaveText(/^Not saved/)
    await expect(saved(page, ANANYA_NAME)).toBeVisible()
    await context.setOffline(false)
  })
})

test('a mentor who is saved before the scripts run is saved', LONG, async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(ANANYA, { waitUntil: 'commit' })
  await save(page, ANANYA_NAME).click()
  await page.waitForURL(ANANYA)
  held.resolve()
  await scriptsRun(page)
  await expect(saved(page, ANANYA_NAME)).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a mentor is saved and taken out by forms', async ({ page }) => {
    await page.goto(ANANYA)
    await expect(main(page).getByRole('button', { name: 'Share' })).toBeHidden()
    await save(page, ANANYA_NAME).click()
    await expect(page).toHaveURL(ANANYA)
    await page.goto('/saved')
    await main(page)
      .getByRole('button', { name: `Remove: ${ANANYA_NAME}` })
      .click()
    await expect(page).toHaveURL('/saved')
    await expect(main(page)).toContainText('No saved mentors yet')
  })
})

test.describe('sharing', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test(
    'copies the mentor’s address, without what the visitor searched for, or is left to the device',
    LONG,
    async ({ page }) => {
      await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
      await open(page, `${ANANYA}?moving_from=IN&moving_to=GB`)
      await main(page).getByRole('button', { name: 'Share' }).click()
      await expect(status(page)).toHaveText('Link copied')
      const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()))
      expect([copied.pathname, copied.search]).toEqual([ANANYA, ''])

      await page.addInitScript(() => {
        const given: unknown[] = []
        Object.assign(window, { given })
        Object.assign(navigator, { share: async (what: unknown) => void given.push(what) })
      })
      await open(page, ANANYA)
      await main(page).getByRole('button', { name: 'Share' }).click()
      const given = () => page.evaluate(() => (window as unknown as { given: { url: string }[] }).given)
      await expect.poll(async () => (await given()).map(({ url }) => new URL(url).pathname)).toEqual([ANANYA])
    },
  )
})

test(
  'mentors who were looked at are named at the end of the next one’s page, until they are cleared',
  LONG,
  async ({ page }) => {
    await open(page, ANANYA)
    await open(page, LINH)
    await page.mouse.wheel(0, 400)
    const recent = main(page).locator('.recently')
    await expect(recent.getByRole('link')).toHaveText([ANANYA_NAME])
    await recent.getByRole('button', { name: 'Clear' }).click()
    await expect(recent).toBeEmpty()
    expect(await page.evaluate(() => localStorage.getItem('recently-viewed'))).toBeNull()
  },
)
