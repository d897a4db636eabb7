import type { Locator, Page } from '@playwright/test'
import { DAY_MS } from '#domain/time/wall-time'
import { LONG, longIf } from '../support/halves.ts'
import { axeOn } from './axe.ts'
import { chooseDay, chooseSession, expect, isIdle, next, openBooking, scriptsRun, test } from './fixtures.ts'

const grid = (page: Page) => page.getByRole('grid', { name: /^Free days, / })
const free = (page: Page) => page.getByRole('button', { name: /\d free times?(, chosen)?$/ })
const taken = (page: Page) => grid(page).locator('[aria-label$=", no free time"]:visible')

const readBox = async (locator: Locator) => (await locator.boundingBox())!

async function openTimes(page: Page, mentor: string): Promise<void> {
  await openBooking(page, mentor)
  await chooseSession(page)
}

/** 0 for the first of the calendar's columns. */
async function findColumn(day: Locator): Promise<number> {
  return day.evaluate((button) => (button.closest('td') as HTMLTableCellElement).cellIndex)
}

test('free days are marked and named, and no other can be chosen', async ({ page }) => {
  await openTimes(page, 'Zoë van der Merwe') // Who has no hours at weekends.
  await expect(grid(page)).toBeVisible()
  const chosen = page.getByRole('button', { name: /, chosen$/ })
  const name = (await chosen.getAttribute('aria-label'))!
  expect(name).toMatch(/^\w+day \d+ \w+, \d free times?, chosen$/)
  const column = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(name.slice(0, 3))
  expect(await findColumn(chosen)).toBe(column)

  await page.getByRole('button', { name: 'Next month' }).first().click() // Of this one too few days may be left.
  await expect(taken(page).first()).toHaveAttribute('aria-disabled', 'true')
  await taken(page).last().click({ force: true })
  await expect(chosen).toHaveCount(0)

  const other = free(page).first()
  await other.click()
  await expect(other).toHaveAccessibleName(/, chosen$/)
  await expect(chosen).toHaveCount(1)
})

test('the calendar turns as far as can be booked, and no further', LONG, async ({ page }) => {
  await openTimes(page, 'Ananya Rao')
  const back = page.getByRole('button', { name: 'Previous month' })
  const on = page.getByRole('button', { name: 'Next month' }).first()
  await expect(back).toBeDisabled()
  const first = await grid(page).getAttribute('aria-label')
  const place = await page.getByText('Step 1 of 2').boundingBox()
  for (let months = 0; months < 3 && (await on.isEnabled()); months++) await on.click()
  await expect(on).toBeDisabled()
  expect(await grid(page).getAttribute('aria-label')).not.toBe(first)
  await expect(free(page).first()).toBeVisible()
  expect(await page.getByText('Step 1 of 2').boundingBox()).toEqual(place) // Nothing moves from month to month.
})

/** The day of a label without a year: of this one, or of the next one in its first weeks. */
function parseDay(label: string | null): number {
  const inYear = (year: number) => Date.parse(`${/\d+ \w+/.exec(label!)![0]} ${year} UTC`)
  const year = new Date().getFullYear()
  return inYear(year) > Date.now() - 180 * DAY_MS ? inYear(year) : inYear(year + 1)
}

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with scripts' : 'without scripts', longIf(!scripted), () => {
    test.use({ javaScriptEnabled: scripted, timezoneId: 'Europe/London' })

    test('the calendar begins with this week, counts free times and leads to the next free day', async ({ page }) => {
      await page.goto('/mentors/ananya-rao/book')
      if (scripted) await scriptsRun(page)
      await chooseSession(page)
      if (scripted) await expect(grid(page)).toBeVisible()
      const days = page.locator('[data-calendar] td button:visible, [role=grid] td [role=button]:visible')
      const monday = Date.now() - 8 * DAY_MS // A day more, since it may be another day here.
      expect(parseDay(await days.first().getAttribute('aria-label'))).toBeGreaterThan(monday)
      const chosen = page.getByRole('button', { name: /, chosen$/ })
      const [, free] = /, (\d+) free/.exec((await chosen.getAttribute('aria-label'))!)!
      await expect(chosen).toHaveAttribute('data-free', `${free} free`)

      const forward = page.getByRole('button', { name: /^Next free day: / })
      const next = /\d+ \w+$/.exec((await forward.textContent())!)![0]
      await forward.click()
      await expect(chosen).toHaveAccessibleName(new RegExp(`^\\w+day ${next}\\w*, [1-9]`))
      await expect(page.getByRole('group', { name: new RegExp(`^\\w+day ${next}\\w*$`) })).toBeVisible()
    })
  })
}

for (const width of [360, 768, 1440]) {
  test(
    `the next free day is named on a line of its own, and no time moves when it is shown, at ${width} px`,
    longIf(width !== 360),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await openTimes(page, 'Ananya Rao')
      await expect(grid(page)).toBeVisible()
      const forward = page.getByRole('button', { name: /^Next free day: / })
      const boxes = async () => {
        const way = await readBox(forward)
        const day = await readBox(page.getByRole('group', { name: /day \d+ \w+$/ }))
        const time = await readBox(page.locator('label:has([name=at])').first())
        return { x: way.x, height: way.height, below: Math.round(way.y - day.y), gap: Math.round(time.y - way.y) }
      }
      const before = await boxes()
      await expect(forward).toHaveText(/^Next free day: [A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}$/)
      expect(before.height).toBeGreaterThanOrEqual(44)
      expect(before.gap, 'nothing stands beside it').toBeGreaterThanOrEqual(before.height)
      const label = await forward.textContent()
      await forward.click()
      await expect(forward).not.toHaveText(label!)
      expect(await boxes()).toEqual(before)
    },
  )
}

test('on a phone at least one and a half times are visible below the calendar', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await openTimes(page, 'Ananya Rao')
  await expect(grid(page)).toBeVisible()
  const first = (await page
    .locator('label')
    .filter({ has: page.locator('input[name=at]') })
    .first()
    .boundingBox())!
  const foot = (await page.getByText('Step 1 of 2').locator('..').boundingBox())!
  expect(foot.y - first.y).toBeGreaterThan(1.5 * (first.height + 8))
})

test.describe('in a browser of another language', () => {
  test.use({ locale: 'ar-EG' })

  test('the calendar speaks the language of the page and begins with Monday', LONG, async ({ page }) => {
    await openTimes(page, 'Ananya Rao')
    await expect(grid(page)).toHaveAccessibleName(/^Free days, \w+ 20\d\d$/)
    await expect(grid(page).locator('th').first()).toHaveText('Mo')
    await expect(free(page).first()).toHaveText(/^\d+$/)
  })
})

test('the script of the calendar loads when a visitor points at ‘Book Now’, not before', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const steps = () => fetched.filter((path) => path.includes('/booking-steps'))
  await page.goto('/mentors')
  await isIdle(page)
  expect(steps()).toEqual([])
  await page.getByRole('link', { name: 'Book Now: Ananya Rao' }).hover()
  await expect.poll(() => steps().length).toBe(1)
})

for (const width of [360, 1440]) {
  test(`the skeleton has the shape of what loads, at ${width} px`, longIf(width !== 360), async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openBooking(page, 'Ananya Rao')
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await page.route('**/booking?*', async (route) => {
      await released
      await route.continue()
    })
    const session = page.locator('dialog a[href*="book?session="]').first()
    await session.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('status')).toHaveText('Loading sessions and times')
    const coming = await dialog.boundingBox()
    const heading = await dialog.getByRole('heading').first().boundingBox()
    await expect(dialog.getByRole('heading').first()).toBeFocused()
    release()
    await expect(grid(page)).toBeVisible()
    expect(await dialog.boundingBox()).toEqual(coming)
    expect(await dialog.getByRole('heading', { level: 2 }).first().boundingBox()).toEqual(heading)
    await expect(dialog.getByRole('heading', { level: 2 }).first()).toBeFocused()
  })
}

test.describe('when the script of the steps cannot be loaded', () => {
  test.use({ expected: /net::ERR_FAILED/ })

  test('the dialog says so and loads it again', async ({ page }) => {
    await page.route('**/booking-steps*.js', (route) => route.abort())
    await page.goto('/mentors')
    await scriptsRun(page)
    await page.getByRole('link', { name: 'Book Now: Ananya Rao' }).click()
    await expect(page.getByRole('alert')).toContainText('didn’t load')
    await page.unroute('**/booking-steps*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Choose a session' })).toBeVisible()
  })

  test('the booking page works without it', async ({ page }) => {
    await page.route('**/booking-steps*.js', (route) => route.abort())
    await page.goto('/mentors/ananya-rao/book')
    await scriptsRun(page)
    await chooseSession(page)
    await page.getByRole('button', { name: 'Next month' }).click()
    await free(page).first().click()
    await expect(page).toHaveURL(/day=/)
    await page.locator('input[name=at]:enabled').first().check()
    await next(page).click()
    await expect(page.getByText('Step 2 of 2')).toBeVisible()
  })
})

test('the booking page has the same calendar once scripts run', LONG, async ({ page }) => {
  await page.goto('/mentors/ananya-rao/book')
  await chooseSession(page)
  await expect(grid(page)).toBeVisible()
  await chooseDay(page, 'last')
  await expect(page.getByRole('button', { name: /, chosen$/ })).toBeVisible()
  await expect(page).toHaveURL(/day=/)
})

test.describe('another time zone', () => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'Your time zone' })

  async function openZones(page: Page): Promise<void> {
    await openTimes(page, 'Yuting Chen')
    await page.getByRole('link', { name: 'Change time zone' }).click()
    await expect(field(page)).toBeFocused()
  }

  test('is found by a city that no zone is named after, and Enter takes the best match', LONG, async ({ page }) => {
    await openZones(page)
    await field(page).pressSequentially('manchest')
    await expect(page.getByRole('option', { name: /^Manchester/ })).toHaveAccessibleName(/London time/)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your time: London')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Change time zone' })).toBeFocused()
  })

  test('is reached in the list by the arrow keys', LONG, async ({ page }) => {
    await openZones(page)
    await field(page).pressSequentially('united')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const option = page.locator('[role=option][data-focused]')
    const city = await option.locator('span').first().textContent()
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Your time: ${city}`)).toBeVisible()
  })

  test('is chosen in a list inside the dialog, which Escape closes first', async ({ page }) => {
    await openZones(page)
    await field(page).fill('a')
    const list = page.getByRole('listbox')
    await expect(list).toBeVisible()
    const inner = (await page.locator('[data-trigger=ComboBox]').boundingBox())!
    const outer = (await page.getByRole('dialog').boundingBox())!
    expect(inner.y + inner.height).toBeLessThan(outer.y + outer.height)
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  for (const [width, colorScheme] of [
    [360, 'light'],
    [1440, 'dark'],
  ] as const) {
    test(`has no accessibility violation at ${width} px, ${colorScheme}`, longIf(width !== 360), async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await openZones(page)
      await field(page).fill('united')
      await page.keyboard.press('ArrowDown')
      await expect(page.locator('[role=option][data-focused]')).toBeVisible()
      const { violations } = await axeOn(page).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
    })
  }

  test('that does not exist gets a page with the next step', LONG, async ({ page }) => {
    await openZones(page)
    await field(page).fill('Atlantis')
    await expect(page.getByText('No match.')).toBeVisible()
  })

  test.describe('when the list cannot be loaded', () => {
    test.use({ expected: /net::ERR_FAILED/ })

    test('is loaded again', LONG, async ({ page }) => {
      await page.route('**/zone', (route) => route.abort())
      await openTimes(page, 'Yuting Chen')
      await page.getByRole('link', { name: 'Change time zone' }).click()
      await expect(page.getByRole('alert')).toHaveText('The list didn’t load. Try again.')
      await page.unroute('**/zone')
      await page.getByRole('link', { name: 'Change time zone' }).click()
      await expect(field(page)).toBeFocused()
    })
  })
})
