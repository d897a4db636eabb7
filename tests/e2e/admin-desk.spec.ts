/** The admins' desk: settings that take effect, what is about the admin who reads it, and every tab by its keys. */
import type { Locator, Page } from '@playwright/test'
import { enterAs, referenceOf } from '../support/bookings/booked-data.ts'
import { LONG } from '../support/halves.ts'
import { expectAccessibleAndFitting } from './axe.ts'
import { test } from './desk-product.ts'
import { expect, scriptsRun } from './fixtures.ts'
import { hiddenFocus, keysAnswer } from './keys.ts'

const SETTINGS = '/admin-dashboard/settings'
const IS_SET = 'Saved. It’s live within two seconds.'

const part = (page: Page, title: string) =>
  page.locator('section.admin-part').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })

async function openSettings(page: Page, who: 'june' | 'omar'): Promise<void> {
  await enterAs(page, who)
  await page.goto(SETTINGS)
  await scriptsRun(page)
}

/** Day, month and year, in the order of the page's language. */
async function typeDate(form: Locator, name: string, digits: string): Promise<void> {
  await form.getByRole('group', { name }).getByRole('spinbutton').first().pressSequentially(digits)
}

test.describe('settings', () => {
  test.use({ expected: /status of 4(00|09)/ })

  test('a figure is on the home page once it is set; an error is shown at its field, and a second admin learns of the first', async ({
    page,
    newVisitor,
  }) => {
    const omar = await newVisitor()
    await openSettings(omar, 'omar')
    await openSettings(page, 'june')
    const figures = part(page, 'Figures')
    const home = figures.getByLabel('On the home page and the page of cohorts')
    await home.fill('lots of mentees and more')
    await typeDate(figures, 'Counted on', '01112026')
    await figures.getByRole('button', { name: 'Save statistics' }).click()
    await expect(home).toHaveAccessibleDescription(/Enter up to four, such as "150\+ mentees, 94% success \(of what\)"/)
    await expect(home).toHaveAttribute('aria-invalid', 'true')
    await expect(home).toHaveValue('lots of mentees and more')
    await expect(figures.getByRole('group', { name: 'Counted on' })).toHaveText('01/11/2026')

    await home.fill('175+ mentees (since 2024), 9 cohorts')
    await figures.getByRole('button', { name: 'Save statistics' }).click()
    await expect(page.getByText(IS_SET)).toBeVisible()
    await expect(figures).toContainText('Set by June Park on ')
    const visitor = await newVisitor()
    await expect.poll(async () => (await visitor.request.get('/')).text()).toContain('175+')
    await visitor.goto('/')
    await expect(visitor.getByRole('region', { name: 'In figures' })).toContainText('175+ mentees since 2024')
    await expect(visitor.getByText('As of 1 November 2026')).toBeVisible()

    const theirs = part(omar, 'Figures')
    await theirs.getByLabel('On the home page and the page of cohorts').fill('160+ mentees')
    await typeDate(theirs, 'Counted on', '01102026')
    await theirs.getByRole('button', { name: 'Save statistics' }).click()
    await expect(theirs.getByRole('alert')).toHaveText(
      /^June Park changed this while you were editing\. It’s now “175\+ mentees \(since 2024\), 9 cohorts, 2026-11-01”\./,
    )
    await expect(theirs.getByLabel('On the home page and the page of cohorts')).toHaveValue('160+ mentees')
  })

  test('a topic is renamed, visitors filter by it, and a second admin learns of the first', async ({
    page,
    newVisitor,
  }) => {
    const omar = await newVisitor()
    await openSettings(omar, 'omar')
    await openSettings(page, 'june')
    const expertise = part(page, 'Expertise')
    const topic = (name: string) => expertise.getByRole('listitem').filter({ hasText: name })
    const open = (name: string) => topic(name).locator('summary').click()
    const press = (within: ReturnType<typeof topic>, name: string) => within.getByRole('button', { name }).click()

    await open('Student visa')
    await topic('Student visa').getByLabel('Name').fill('Work visa or permit')
    await press(topic('Student visa'), 'Save names')
    await expect(topic('Student visa').getByLabel('Name')).toHaveAccessibleDescription(/Another topic has this name/)
    await topic('Student visa').getByLabel('Name').fill('Study permits')
    await press(topic('Student visa'), 'Save names')
    await expect(page.getByText(IS_SET)).toBeVisible()
    await expect(topic('Study permits')).toHaveCount(1)
    const visitor = await newVisitor()
    await expect.poll(async () => (await visitor.request.get('/mentors')).text()).toContain('Study permits')

    const theirs = part(omar, 'Expertise').getByRole('listitem').filter({ hasText: 'Work visa' })
    await theirs.locator('summary').click()
    await theirs.getByLabel('Name').fill('Sponsored work')
    await theirs.getByRole('button', { name: 'Save names' }).click()
    await expect(part(omar, 'Expertise').getByRole('alert')).toContainText('June Park changed the topics')
    await expect(part(omar, 'Expertise')).toContainText('Study permits')
    await expect(theirs.getByLabel('Name')).toHaveValue('Sponsored work')
    await theirs.getByRole('button', { name: 'Save names' }).click()
    await expect(omar.getByText(IS_SET)).toBeVisible()
  })
})

test(
  'on a session that an admin booked, the sentence that another has to decide is in place of the buttons',
  LONG,
  async ({ page }) => {
    await enterAs(page, 'june')
    await page.goto(`/admin-dashboard/bookings/${referenceOf('own')}?do=cancel`)
    const main = page.getByRole('main')
    await expect(main.getByText('Another admin has to decide this, since it is about you.')).toBeVisible()
    await expect(main.getByRole('link', { name: /^(Move|Refund part|Cancel and refund)/ })).toHaveCount(0)
    await expect(main.getByRole('button', { name: /Cancel/ })).toHaveCount(0)
    await expectAccessibleAndFitting(page)
  },
)

/** Of each tab: whether it has a field to search, and rows in the data of these tests. */
const TABS = [
  { path: '', search: false, rows: 2 },
  { path: '/bookings', search: true, rows: 4 },
  { path: '/completion', search: false, rows: 1 },
  { path: '/feedback', search: false, rows: 10 },
  { path: '/mentors', search: true, rows: 10 },
  { path: '/cohorts', search: false, rows: 0 },
  { path: '/people', search: true, rows: 4 },
  { path: '/payouts', search: false, rows: 0 },
  { path: '/codes', search: true, rows: 0 },
  { path: '/settings', search: false, rows: 0 },
  { path: '/webhooks', search: false, rows: 0 },
  { path: '/audit', search: true, rows: 0 },
]

test('each tab is searched, walked and explained by its keys', LONG, async ({ page }) => {
  test.setTimeout(90_000)
  await enterAs(page, 'june')
  // On a first visit the day is that of UTC until the browser's clock is known, and has other rows then.
  await page.goto('/admin-dashboard')
  await expect(page.getByRole('main')).toContainText('times in Kolkata')
  for (const { path, search, rows: least } of TABS) {
    await page.goto(`/admin-dashboard${path}`)
    await scriptsRun(page)
    await keysAnswer(page)
    const rows = page.locator('[data-keys=row]')
    expect(await rows.count(), path).toBeGreaterThanOrEqual(least)
    await page.keyboard.press('k')
    if (least > 0) await expect(rows.first(), path).toBeFocused()
    if (least > 1) {
      await page.keyboard.press('j')
      await expect(rows.nth(1), path).toBeFocused()
      await page.keyboard.press('k')
      await expect(rows.first(), path).toBeFocused()
    }
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    await expect(keys).toBeVisible()
    await page.keyboard.press('j') // In the dialog it is no key.
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
    await page.keyboard.press('/')
    const field = page.locator('[data-keys=search]')
    await expect(field, path).toHaveCount(search ? 1 : 0)
    if (!search) continue
    await expect(field, path).toBeFocused()
    await page.keyboard.type('jk?/') // Text, while a field has the focus.
    await expect(field, path).toHaveValue('jk?/')
  }
})

/** What Tab leads to in the page, in order; and what is hidden when it has the focus, or out of the order of the page. */
async function walkByTab(page: Page): Promise<{ reached: number; faults: string[] }> {
  await expect(page.locator('input[type=date]:not([tabindex])')).toHaveCount(0) // Their places are loaded.
  const faults: string[] = []
  let reached = 0
  for (; reached < 600; reached += 1) {
    await page.keyboard.press('Tab')
    const hidden = await hiddenFocus(page)
    if (hidden) faults.push(`hidden: ${hidden}`)
    const state = await page.evaluate(() => {
      const seen = globalThis as { before?: Element; first?: Element }
      const [now, before] = [document.activeElement, seen.before]
      if (!now || now === document.body || now === seen.first) return 'end'
      // A date has three places to type in.
      const isAfter =
        !before || now === before || before.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING
      seen.first ??= now
      seen.before = now
      return isAfter ? 'next' : now.outerHTML.slice(0, 200)
    })
    if (state === 'end') break
    if (state !== 'next') faults.push(`out of order: ${state}`)
  }
  return { reached, faults }
}

test(
  'Tab leads through each tab in the order of the page, to all that can be used, and what has the focus is seen',
  LONG,
  async ({ page }) => {
    test.setTimeout(300_000)
    await enterAs(page, 'june')
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const { path } of TABS) {
        await page.goto(`/admin-dashboard${path}`)
        await scriptsRun(page)
        const usable = await page
          .getByRole('main')
          .locator(
            'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary',
          )
          .evaluateAll((all) => all.filter((each) => each.checkVisibility()).length)
        const { reached, faults } = await walkByTab(page)
        expect(faults, `${path} at ${width} px`).toEqual([])
        expect(reached, `${path} at ${width} px`).toBeGreaterThanOrEqual(usable)
      }
    }
  },
)
