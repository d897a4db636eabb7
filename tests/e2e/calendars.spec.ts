/** A mentor's other calendars: added by their secret address, they hide hours from everyone else. */
import type { APIRequestContext, Page } from '@playwright/test'
import { dateAfter, instantAt, wallTimeAt, weekdayOf } from '#domain/time/wall-time'
import { DEMO_CALENDAR } from '../../sandbox/calendar.ts'
import { enterAsMentor, type DemoMentor } from '../support/accounts/demo-mentors.ts'
import { expect, isTaken, scriptsRun, test } from './fixtures.ts'
import { spills } from './public-pages.ts'

test.describe.configure({ mode: 'parallel' })

const rows = (page: Page) => page.getByRole('region', { name: 'Added calendars' }).getByRole('listitem')

/** The starts of a weekday (0 is Monday) in the week after next that a mentor does not offer as free. */
async function takenOn(request: APIRequestContext, slug: DemoMentor, weekday: number, zone: string): Promise<string[]> {
  const today = wallTimeAt(new Date(), zone).date
  const date = dateAfter(today, 14 - weekdayOf(today) + weekday)
  const taken: string[] = []
  for (const time of ['14:30', '15:30', '16:30', '17:30', '18:30']) {
    if (await isTaken(request, slug, instantAt({ date, time }, zone)!.toISOString())) taken.push(time)
  }
  return taken
}

async function openCalendars(page: Page, slug: DemoMentor): Promise<void> {
  await enterAsMentor(page, slug)
  await page.goto('/desk/calendars')
  await expect(page.getByRole('heading', { level: 1, name: 'Your calendars' })).toBeVisible()
}

async function add(page: Page, name: string, address: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Secret address', { exact: true }).fill(address)
  await page.getByRole('button', { name: 'Add calendar' }).click()
}

test.describe('a calendar', () => {
  test.use({ expected: /status of 4(00|22|09)/ })

  test('is added, hides hours within its busy times, is read again, and gives them back when it is removed', async ({
    page,
    request,
  }) => {
    const [slug, zone] = ['tunde-adeyemi', 'Europe/Berlin'] as const
    await openCalendars(page, slug)
    await scriptsRun(page)
    expect(await takenOn(request, slug, 2, zone)).toEqual([])
    const address = page.getByLabel('Secret address', { exact: true })
    const refused = DEMO_CALENDAR.replace(/[^/]+$/, 'other.ics')
    await add(page, '', refused)
    await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/Give the calendar a name/)
    await expect(page.getByRole('alert')).toBeFocused()
    await add(page, 'Work', refused)
    await expect(address).toHaveAccessibleDescription(/refused this address\. Copy the secret address again/)
    await expect(address).toHaveValue(refused)

    await add(page, 'Work', DEMO_CALENDAR.replace('https', 'webcal'))
    await expect(page.getByText('Calendar added.')).toBeVisible()
    await expect(rows(page)).toHaveText([
      /^Workcalendar\.example, secret address ending in \.icsRead \d\d:\d\d, again at \d\d:\d\d( on \w{3} \d+ \w{3})?\. 6\d busy times ahead\./,
    ])
    expect(await page.content()).not.toContain('private-4d1f0c7be2a94c55')
    await expect(address).toHaveValue('')

    // The calendar is busy from 15:00 to 17:00 on weekdays, on the mentor's clock.
    expect(await takenOn(request, slug, 2, zone)).toEqual(['14:30', '15:30', '16:30'])
    expect(await takenOn(request, slug, 5, zone)).toEqual([])

    await add(page, 'Work once more', DEMO_CALENDAR)
    await expect(address).toHaveAccessibleDescription(/You’ve already added this calendar\.$/)
    await page.getByRole('button', { name: 'Read Work now' }).click()
    await expect(page.getByText('Calendar refreshed.')).toBeVisible()

    await page.getByText('Remove', { exact: true }).click()
    await page.getByRole('button', { name: 'Remove this calendar' }).click()
    await expect(page.getByText('Calendar removed, with its busy times.')).toBeVisible()
    await expect(page.getByText('No calendars yet.')).toBeVisible()
    expect(await takenOn(request, slug, 2, zone)).toEqual([])
  })
})

test.describe('on a phone without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 780 }, expected: /status of 400/ })

  test('a calendar can be added and removed', async ({ page }) => {
    await openCalendars(page, 'olena-kovalenko')
    await add(page, 'Work', 'calendar')
    await expect(page.getByLabel('Secret address', { exact: true })).toHaveAccessibleDescription(
      /Paste the whole address, beginning with https:\/\/$/,
    )
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Work')
    await add(page, 'Work', DEMO_CALENDAR)
    await expect(rows(page)).toContainText(['again at'])
    expect(await spills(page)).toEqual([])
    await page.getByText('Remove', { exact: true }).click()
    await page.getByRole('button', { name: 'Remove this calendar' }).click()
    await expect(rows(page)).toHaveCount(0)
  })
})
