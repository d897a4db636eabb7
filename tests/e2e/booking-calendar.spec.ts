import type { Locator, Page } from '@playwright/test'
import { LONG } from '../support/halves.ts'
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

test('on a phone free days are marked and named, no other can be chosen, and the next free day moves no time', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await openTimes(page, 'Zoë van der Merwe') // Who has no hours at weekends.
  await expect(grid(page)).toBeVisible()
  const chosen = page.getByRole('button', { name: /, chosen$/ })
  const name = (await chosen.getAttribute('aria-label'))!
  const [, count] = /^\w+day \d+ \w+, (\d) free times?, chosen$/.exec(name)!
  await expect(chosen).toHaveAttribute('data-free', `${count} free`)
  const column = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(name.slice(0, 3))
  expect(await findColumn(chosen)).toBe(column)
  const time = await readBox(page.locator('label:has([name=at])').first())
  const foot = await readBox(page.getByText('Step 1 of 2').locator('..'))
  const inSight = (await grid(page).locator('tbody tr').count()) < 6 ? 1.5 : 0.5 // A month of six weeks is taller by one.
  expect(foot.y - time.y, 'times are in sight').toBeGreaterThan(inSight * (time.height + 8))

  const forward = page.getByRole('button', { name: /^Next free day: / })
  const boxes = async () => {
    const way = await readBox(forward)
    const day = await readBox(page.getByRole('group', { name: /day \d+ \w+$/ }))
    const first = await readBox(page.locator('label:has([name=at])').first())
    return { x: way.x, height: way.height, below: Math.round(way.y - day.y), gap: Math.round(first.y - way.y) }
  }
  const before = await boxes()
  expect(before.height).toBeGreaterThanOrEqual(44)
  expect(before.gap, 'nothing stands beside it').toBeGreaterThanOrEqual(before.height)
  await expect(forward).toHaveText(/^Next free day: [A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}$/)
  const label = (await forward.textContent())!
  const following = /\d+ \w+$/.exec(label)![0]
  await forward.click()
  await expect(chosen).toHaveAccessibleName(new RegExp(`^\\w+day ${following}\\w*, [1-9]`))
  await expect(page.getByRole('group', { name: new RegExp(`^\\w+day ${following}\\w*$`) })).toBeVisible()
  await expect(forward).not.toHaveText(label)
  expect(await boxes()).toEqual(before)

  await page.getByRole('button', { name: 'Next month' }).first().click() // Of this one too few days may be left.
  await expect(taken(page).first()).toHaveAttribute('aria-disabled', 'true')
  await taken(page).last().click({ force: true })
  await expect(chosen).toHaveCount(0)
  const other = free(page).first()
  await other.click()
  await expect(other).toHaveAccessibleName(/, chosen$/)
  await expect(chosen).toHaveCount(1)
})

test.describe('in a browser of another language', () => {
  test.use({ locale: 'ar-EG' })

  test('the calendar speaks the language of the page, and turns as far as can be booked', LONG, async ({ page }) => {
    await openTimes(page, 'Ananya Rao')
    await expect(grid(page)).toHaveAccessibleName(/^Free days, \w+ 20\d\d$/)
    await expect(grid(page).locator('th').first()).toHaveText('Mo')
    await expect(free(page).first()).toHaveText(/^\d+$/)
    await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled()
    const on = page.getByRole('button', { name: 'Next month' }).first()
    const first = (await grid(page).getAttribute('aria-label'))!
    const place = await page.getByText('Step 1 of 2').boundingBox()
    for (let months = 0; months < 3 && (await on.isEnabled()); months++) await on.click()
    await expect(on).toBeDisabled()
    await expect(grid(page)).not.toHaveAccessibleName(first)
    await expect(free(page).first()).toBeVisible()
    expect(await page.getByText('Step 1 of 2').boundingBox()).toEqual(place) // Nothing moves from month to month.
  })
})

test('the skeleton has the shape of what loads', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 })
  await openBooking(page, 'Ananya Rao')
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.route('**/booking?*', async (route) => {
    await released
    await route.continue()
  })
  await page.locator('dialog a[href*="book?session="]').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toHaveText('Loading sessions and times')
  const heading = dialog.getByRole('heading', { level: 2 }).first()
  const coming = [await dialog.boundingBox(), await heading.boundingBox()]
  await expect(heading).toBeFocused()
  release()
  await expect(grid(page)).toBeVisible()
  expect([await dialog.boundingBox(), await heading.boundingBox()]).toEqual(coming)
  await expect(heading).toBeFocused()
})

test.describe('when the script of the steps cannot be loaded', () => {
  test.use({ expected: /net::ERR_FAILED/ })

  test(
    'the dialog, which requests it when a visitor points at ‘Book Now’ and not before, says so and loads it again',
    LONG,
    async ({ page }) => {
      const fetched: string[] = []
      page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
      const steps = () => fetched.filter((path) => path.includes('/booking-steps')).length
      await page.route('**/booking-steps*.js', (route) => route.abort())
      await page.goto('/mentors')
      await isIdle(page)
      expect(steps()).toBe(0)
      const link = page.getByRole('link', { name: 'Book Now: Ananya Rao' })
      await link.hover()
      await expect.poll(steps).toBeGreaterThan(0)
      await link.click()
      await expect(page.getByRole('alert')).toContainText('didn’t load')
      await page.unroute('**/booking-steps*.js')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Choose a session' })).toBeVisible()
    },
  )

  test('the booking page works without it', LONG, async ({ page }) => {
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

test.describe('another time zone', () => {
  test.use({ expected: /net::ERR_FAILED/ })
  const change = (page: Page) => page.getByRole('link', { name: 'Change time zone' })
  const field = (page: Page) => page.getByRole('combobox', { name: 'Your time zone' })

  test('than the browser’s is found by a city in a list inside the dialog, and is remembered', async ({
    page,
    context,
  }) => {
    await openTimes(page, 'Yuting Chen')
    await chooseDay(page)
    await expect(page.getByText('Your time: Kolkata')).toBeVisible()
    // 14:30 to 18:30 in Vancouver is the night after in Kolkata.
    await expect(
      page
        .locator('label')
        .filter({ hasText: /in Vancouver, −1 day/ })
        .first(),
    ).toBeVisible()
    await change(page).click()
    await expect(field(page)).toBeFocused()
    await field(page).fill('a')
    const list = page.getByRole('listbox')
    await expect(list).toBeVisible()
    const inner = await readBox(page.locator('[data-trigger=ComboBox]'))
    const outer = await readBox(page.getByRole('dialog'))
    expect(inner.y + inner.height).toBeLessThan(outer.y + outer.height)
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(page.getByRole('dialog')).toBeVisible()

    await field(page).fill('Atlantis')
    await expect(page.getByText('No match.')).toBeVisible()
    await field(page).clear()
    await field(page).pressSequentially('manchest')
    await expect(page.getByRole('option', { name: /^Manchester/ })).toHaveAccessibleName(/London time/)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your time: London')).toBeVisible()
    await expect(change(page)).toBeFocused()
    const cookies = await context.cookies()
    expect(cookies.find((cookie) => cookie.name === 'zone')?.value).toBe('Europe%2FLondon')
  })

  test('is loaded again when its list could not be, and reached by the arrow keys', LONG, async ({ page }) => {
    await page.route('**/zone', (route) => route.abort())
    await openTimes(page, 'Yuting Chen')
    await change(page).click()
    await expect(page.getByRole('alert')).toHaveText('The list didn’t load. Try again.')
    await page.unroute('**/zone')
    await change(page).click()
    await expect(field(page)).toBeFocused()
    await field(page).pressSequentially('united')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const option = page.locator('[role=option][data-focused]')
    const city = await option.locator('span').first().textContent()
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Your time: ${city}`)).toBeVisible()
  })
})
