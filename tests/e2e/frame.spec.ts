/** What is around every page: header, menu, sign-in, day and night, tabs and the page of all components. */
import type { Page } from '@playwright/test'
import { nonEmpty } from '../support/non-empty.ts'
import { LONG, longIf } from '../support/halves.ts'
import { axeOn } from './axe.ts'
import { expect, scriptsRun, test } from './fixtures.ts'

const theme = (page: Page) => page.locator('html').getAttribute('data-theme')
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const menu = (page: Page) => page.locator('#menu')
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu' })

const DAY = 'rgb(255, 255, 255)'
const NIGHT = 'rgb(11, 19, 24)'

async function expectNoViolation(page: Page): Promise<void> {
  const { violations } = await axeOn(page).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

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

test('day or night is chosen at once, remembered, and in the page before any script', async ({ page, request }) => {
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
})

test.describe('where the system is dark', () => {
  test.use({ colorScheme: 'dark' })

  test('it is night until the reader chooses the day', async ({ page }) => {
    await page.goto('/terms')
    await scriptsRun(page)
    expect(await ground(page)).toBe(NIGHT)
    await page.getByRole('radio', { name: 'Day' }).check()
    expect(await ground(page)).toBe(DAY)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the menu closes on Escape, on a link and on the way back', async ({ page }) => {
    await page.goto('/faq')
    await scriptsRun(page)
    await menuButton(page).click()
    await expectNoViolation(page)
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await expect(menuButton(page)).toBeFocused()
    await menuButton(page).click()
    await menu(page).getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await expect(menu(page)).toBeHidden()
    await menuButton(page).click()
    await page.goBack()
    await expect(page).toHaveURL('/faq')
    await expect(menu(page)).toBeHidden()
  })

  test('who closes the sign-in dialog is back at the menu', LONG, async ({ page }) => {
    await page.goto('/faq')
    await scriptsRun(page)
    await menuButton(page).click()
    await menu(page).getByRole('button', { name: 'Sign Up / Login' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign in or sign up' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menuButton(page)).toBeFocused()
  })
})

test('the sign-in dialog toggles between sign in and sign up, and gives the focus back', async ({ page }) => {
  await page.goto('/faq')
  await scriptsRun(page)
  const opener = page.getByRole('button', { name: 'Sign Up / Login' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Sign in or sign up' })
  await expect(dialog.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeHidden()
  const { y: top } = (await dialog.boundingBox())!
  await dialog.getByRole('radio', { name: 'Sign up' }).check()
  await expect(dialog.getByLabel('Name')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Sign up' })).toBeVisible()
  expect((await dialog.boundingBox())!.y, 'its top stays where it is').toBe(top)
  await expectNoViolation(page)
  await page.keyboard.press('Escape')
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
})

test('an address may name a part of the sample cohort', LONG, async ({ page }) => {
  await page.goto('/CohortDetailsPage#tasks')
  await scriptsRun(page)
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeHidden()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('day or night is chosen with a button, on the page one is on', async ({ page }) => {
    await page.goto('/mentors?q=linh')
    await page.getByRole('radio', { name: 'Night' }).check()
    await page.getByRole('button', { name: 'Use' }).click()
    await expect(page).toHaveURL('/mentors?q=linh')
    expect(await theme(page)).toBe('night')
    await expect(page.getByRole('radio', { name: 'Night' })).toBeChecked()
  })

  test('the menu opens, and its button leads to sign in', async ({ page }) => {
    await page.goto('/faq')
    await menuButton(page).click()
    await menu(page).getByRole('button', { name: 'Sign Up / Login' }).click()
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

for (const [width, colorScheme] of [
  [320, 'light'],
  [1440, 'dark'],
] as const) {
  test.describe(`at ${width} px, ${colorScheme}`, longIf(width !== 320), () => {
    test.use({ viewport: { width, height: 800 }, colorScheme })

    test('components, texts and the sample cohort have no violation and nothing wider than the page', async ({
      page,
    }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      for (const path of ['/ui', '/terms', '/privacy', '/CohortDetailsPage']) {
        await page.goto(path)
        await scriptsRun(page)
        await expectNoViolation(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        )
      }
    })
  })
}

test('the profile menu opens below its icon and closes on Escape', async ({ page }) => {
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

test('choosing day or night leads back to this site only', async ({ request, baseURL }) => {
  for (const back of ['//evil.test', '/\\evil.test', 'https://evil.test/', 'mentors']) {
    const answer = await request.post('/theme', {
      form: { theme: 'night', back },
      headers: { origin: new URL(baseURL!).origin },
      maxRedirects: 0,
    })
    expect(answer.status()).toBe(303)
    expect(answer.headers()['location']).toMatch(/^\/(?![/\\])/)
  }
})
