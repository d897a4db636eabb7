/** What is around every page: header, menu, sign-in, day and night, tabs and the page of all components. */
import type { Page } from '@playwright/test'
import { nonEmpty } from '../support/non-empty.ts'
import { LONG } from '../support/halves.ts'
import { expectNoViolation } from './axe.ts'
import { expect, scriptsRun, test } from './fixtures.ts'
import { tabTo } from './keys.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const theme = (page: Page) => page.locator('html').getAttribute('data-theme')
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

const DAY = 'rgb(255, 255, 255)'
const NIGHT = 'rgb(11, 19, 24)'

test('a line at the top of the window says within 100 ms that the next page is on its way, however far one has scrolled', async ({
  page,
}) => {
  await page.goto('/about')
  await scriptsRun(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/mentors.data*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mentors', exact: true }).click()
  const line = page.locator('.progress-line > div')
  await expect(line).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  expect((await line.boundingBox())!.y).toBe(0)
  const waits = await line.evaluate((element) => element.getAnimations()[0]!.effect!.getTiming().delay)
  expect(waits).toBeLessThanOrEqual(100)
  held.resolve()
  await expect(page).toHaveURL('/mentors')
  await expect(line).toHaveCount(0)
})

test('day or night is chosen at once, remembered, in the page before any script, and else the system’s', async ({
  page,
  request,
}) => {
  await page.goto('/about')
  await scriptsRun(page)
  expect(await ground(page)).toBe(DAY)
  await page.getByRole('radio', { name: 'Night' }).check()
  expect(await ground(page)).toBe(NIGHT)
  for (const meta of nonEmpty(await page.locator('meta[name=theme-color]').all())) {
    await expect(meta).toHaveAttribute('content', '#0b1318')
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
  expect(await theme(page)).toBe('night')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Night' })).toBeChecked()
  const html = await (await request.get('/faq', { headers: { cookie: 'theme=night' } })).text()
  expect(html).toContain('<html lang="en-GB" data-theme="night">')

  await page.getByRole('radio', { name: 'System' }).check()
  expect(await theme(page)).toBeNull()
  expect(await page.evaluate(() => document.cookie)).not.toContain('theme')

  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ground(page)).toBe(NIGHT)
  await page.getByRole('radio', { name: 'Day' }).check()
  expect(await ground(page)).toBe(DAY)
})

test('the sign-in dialog toggles between sign in and sign up, and gives the focus back', async ({ page }) => {
  await page.goto('/faq')
  await scriptsRun(page)
  const opener = page.getByRole('button', { name: 'Sign Up / Login' })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in or sign up' })
  await expect(dialog.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeHidden()
  const { y: top } = (await dialog.boundingBox())!
  await tabTo(page, dialog.getByRole('radio', { name: 'Sign in' }))
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Sign up' })).toBeChecked()
  await expect(dialog.getByLabel('Name')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Sign up' })).toBeVisible()
  expect((await dialog.boundingBox())!.y, 'its top stays where it is').toBe(top)
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    const within = await page.evaluate(() => {
      const { activeElement, body } = document
      return activeElement === body || activeElement!.closest('dialog') !== null // The body stands for the browser's own bar.
    })
    expect(within).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('the first Tab leads to a way past the header, which is out of sight before, also below a rehearsal’s notice', async ({
  page,
}) => {
  await page.goto('/faq')
  await scriptsRun(page)
  const way = page.getByRole('link', { name: 'Skip to content' })
  await page.evaluate(() =>
    document.body.prepend(Object.assign(document.createElement('p'), { innerText: 'A rehearsal\non a phone' })),
  )
  await expect(way).not.toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(way).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a sample cohort’s parts are tabs under the keyboard, without moving the page', LONG, async ({ page }) => {
  await page.goto('/CohortDetailsPage')
  await scriptsRun(page)
  const row = page.locator('.tab-row')
  const before = await row.boundingBox()
  await row.getByRole('link', { name: 'Overview' }).focus()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused()
  expect(await row.boundingBox()).toEqual(before)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Schedule', selected: true })).toBeFocused()
  await expect(page.getByRole('tabpanel').getByRole('heading', { name: 'Schedule' })).toBeVisible()
  await expect(page.getByRole('tabpanel')).toHaveCount(1)
  await expect(page).toHaveURL('/CohortDetailsPage#schedule')
  await expectNoViolation(page)
  await page.goto('/about')
  await page.goto('/CohortDetailsPage#tasks')
  await scriptsRun(page)
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeHidden()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('day or night is chosen with a button, on the page one is on, and the menu leads to sign in', async ({
    page,
  }) => {
    await page.goto('/mentors?q=linh')
    await page.getByRole('radio', { name: 'Night' }).check()
    await page.getByRole('button', { name: 'Use' }).click()
    await expect(page).toHaveURL('/mentors?q=linh')
    expect(await theme(page)).toBe('night')
    await expect(page.getByRole('radio', { name: 'Night' })).toBeChecked()
    await page.goto('/faq')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#menu').getByRole('button', { name: 'Sign Up / Login' }).click()
    await expect(page).toHaveURL('/sign-in?next=%2Ffaq')
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  })

  test('all parts of the sample cohort are shown', LONG, async ({ page }) => {
    await page.goto('/CohortDetailsPage')
    for (const part of ['Overview', 'Schedule', 'Tasks', 'Resources', 'Progress', 'Ask Mentor']) {
      await expect(page.getByRole('heading', { name: part })).toBeVisible()
    }
  })
})

test('the profile menu opens below its icon and closes on Escape', LONG, async ({ page }) => {
  await page.goto('/ui')
  await scriptsRun(page)
  const icon = page.getByRole('button', { name: 'Your account, Ananya Rao' })
  await expect(icon.locator('span')).toHaveAttribute('data-initials', 'AR')
  await icon.click()
  for (const name of ['My bookings', 'Account', 'Mentor profile', 'Mentor desk']) {
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  }
  const [button, opened] = [await icon.boundingBox(), await page.locator('.popover-menu:popover-open').boundingBox()]
  expect(opened!.y).toBeGreaterThanOrEqual(button!.y + button!.height)
  expect(opened!.x + opened!.width).toBeCloseTo(button!.x + button!.width, 0)
  await expectNoViolation(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden()
  await expect(icon).toBeFocused()
})
