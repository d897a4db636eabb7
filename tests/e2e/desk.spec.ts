/** The mentor's desk: hours that a mentor sets, and what becomes of them for everyone else. */
import type { APIRequestContext, Page } from '@playwright/test'
import { dateAfter, instantAt, wallTimeAt, weekdayOf } from '#domain/time/wall-time'
import { enterAsMentor } from '../support/accounts/demo-mentors.ts'
import { LONG } from '../support/halves.ts'
import {
  chooseSession,
  chooseTime,
  expect,
  isTaken,
  next,
  pay,
  scriptsRun,
  newContact,
  stepsRun,
  test,
  typeDetails,
  completePayment,
} from './fixtures.ts'
import { spills } from './public-pages.ts'

test.describe.configure({ mode: 'parallel' })

const start = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const changes = (page: Page) => page.getByRole('region', { name: 'Changes' })
const save = (page: Page) => page.getByRole('button', { name: /^Save/ })
const saved = (page: Page) => page.getByText('Hours saved. They’re live now.')

/** The date of a weekday (0 is Monday) in the week after next, in a zone. */
function nextDate(weekday: number, zone: string): string {
  const today = wallTimeAt(new Date(), zone).date
  return dateAfter(today, 14 - weekdayOf(today) + weekday)
}

/** Whether a mentor offers this start to everybody: free, taken or not at all. */
async function offers(request: APIRequestContext, slug: string, date: string, time: string, zone: string) {
  return isTaken(request, slug, instantAt({ date, time }, zone)!.toISOString())
}

async function openHours(page: Page, slug: Parameters<typeof enterAsMentor>[1]): Promise<void> {
  await enterAsMentor(page, slug)
  await page.goto('/desk/hours')
  await expect(page.getByRole('heading', { level: 1, name: 'Your hours' })).toBeVisible()
}

test('a mentor changes hours after seeing what would change, and the slots move on the public page', async ({
  page,
  request,
  newVisitor,
}) => {
  const [slug, zone, friday] = ['maria-jose-rangel', 'America/Santiago', nextDate(4, 'America/Santiago')] as const
  expect(await offers(request, slug, friday, '15:30', zone)).toBe(false)
  await openHours(page, slug)
  await scriptsRun(page)
  await start(page, 'Friday 15:30').uncheck()
  await expect(changes(page)).toContainText(/Fridays 15:30 are no longer offered[89] hours/)
  await page.getByLabel('New start on Fridays').fill('20:15')
  await page.getByRole('button', { name: 'Start on Fridays' }).click()
  await expect(start(page, 'Friday 20:15')).toBeChecked()
  await expect(page.getByLabel('New start on Fridays')).toHaveValue('')
  await expect(changes(page)).toContainText(/Fridays 20:15 become free[89] hours/)
  expect(await offers(request, slug, friday, '15:30', zone)).toBe(false)

  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(saved(page)).toBeVisible()
  await expect(start(page, 'Friday 15:30')).toHaveCount(0)
  expect(await offers(request, slug, friday, '15:30', zone)).toBeUndefined()
  expect(await offers(request, slug, friday, '20:15', zone)).toBe(false)

  const visitor = await newVisitor({ timezoneId: zone })
  await visitor.goto(`/mentors/${slug}/book`)
  await chooseSession(visitor)
  await stepsRun(visitor)
  const day = new Date(`${friday}T00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
  const cell = visitor.getByRole('button', { name: new RegExp(`^Friday ${day}, .*free times$`) })
  if ((await cell.count()) === 0) await visitor.getByRole('button', { name: 'Next month' }).first().click()
  await cell.click()
  const times = visitor.locator('input[name=at]:enabled')
  const shown = async () => {
    const instants = await times.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
    return instants.map((at) => wallTimeAt(new Date(at), zone)).map(({ date, time }) => `${date} ${time}`)
  }
  await expect.poll(shown).toEqual(['14:30', '16:30', '17:30', '18:30', '20:15'].map((time) => `${friday} ${time}`))
})

test('a trip moves the starts to the clock of its place', LONG, async ({ page, request }) => {
  const [slug, zone] = ['rafael-santos', 'Europe/Lisbon'] as const
  const [first, last] = [nextDate(1, zone), nextDate(2, zone)]
  await openHours(page, slug)
  await scriptsRun(page)
  await page.getByText('Add a trip').click()
  await page.getByLabel('Place', { exact: true }).selectOption('Asia/Tokyo')
  await page.getByLabel('First day').fill(first)
  await page.getByLabel('Last day').fill(last)
  await page.getByRole('button', { name: 'Add this trip' }).click()
  await expect(page.getByRole('checkbox', { name: /^Tokyo, .* clock \+[89] h, starts follow$/ })).toBeChecked()
  await expect(changes(page)).toContainText('starts on Tokyo’s clock become free10 hours')
  await expect(page.getByRole('button', { name: /, 5 free, travel, others than now$/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(saved(page)).toBeVisible()
  expect(await offers(request, slug, first, '14:30', 'Asia/Tokyo')).toBe(false)
  expect(await offers(request, slug, first, '14:30', zone)).toBeUndefined()
  expect(await offers(request, slug, dateAfter(last, 1), '14:30', zone)).toBe(false)
})

test('hours are set by the keyboard alone', async ({ page, request }) => {
  const [slug, zone, monday] = ['noor-haddad', 'Europe/London', nextDate(0, 'Europe/London')] as const
  await openHours(page, slug)
  await scriptsRun(page)
  await start(page, 'Monday 14:30').focus()
  await page.keyboard.press('Space')
  await expect(save(page)).toHaveText('Save 1 change')
  await expect(start(page, 'Monday 14:30')).toBeFocused()
  await page.getByLabel('New start on Mondays').focus()
  await page.getByLabel('New start on Mondays').fill('12:00')
  await page.keyboard.press('Enter')
  await expect(start(page, 'Monday 12:00')).toBeChecked()
  await expect(page.getByLabel('New start on Mondays')).toBeFocused()
  await page.getByText('Copy a day…').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('The starts of').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('T') // Tuesday.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(start(page, 'Tuesday 12:00')).toBeChecked()
  await expect(start(page, 'Tuesday 14:30')).not.toBeChecked()
  await expect(save(page)).toHaveText('Save 4 changes')
  await save(page).focus()
  await page.keyboard.press('Enter')
  await expect(saved(page)).toBeVisible()
  expect(await offers(request, slug, monday, '12:00', zone)).toBe(false)
  expect(await offers(request, slug, dateAfter(monday, 1), '14:30', zone)).toBeUndefined()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expected: /status of 400/ })

  test('hours are set too, and what would change is shown before it is saved', LONG, async ({ page, request }) => {
    const [slug, zone, sunday] = ['farhana-akter', 'Europe/London', nextDate(6, 'Europe/London')] as const
    await openHours(page, slug)
    await start(page, 'Sunday 14:30').uncheck()
    await page.getByLabel('New start on Sundays').fill('09:00')
    await save(page).click()
    await expect(page.getByText('Not saved yet. Review these changes')).toBeVisible()
    await expect(changes(page)).toContainText(/Sundays 14:30 are no longer offered/)
    await expect(changes(page)).toContainText(/Sundays 09:00 become free/)
    expect(await offers(request, slug, sunday, '14:30', zone)).toBe(false)
    await page.getByRole('button', { name: 'Save 2 changes' }).click()
    await expect(saved(page)).toBeVisible()
    expect(await offers(request, slug, sunday, '14:30', zone)).toBeUndefined()
    expect(await offers(request, slug, sunday, '09:00', zone)).toBe(false)

    await page.getByLabel('Gap after a session in minutes').fill('90')
    await save(page).click()
    const gap = page.getByLabel('Gap after a session in minutes')
    await expect(gap).toHaveAccessibleDescription('Enter a number from 0 to 60')
    await expect(gap).toHaveValue('90')
    await expect(page.getByRole('alert')).toContainText('Not saved yet. We kept what you typed.')
  })
})

test.describe('in two tabs at once', () => {
  test.use({ expected: /status of 409/ })

  test(
    'changes are discarded in one, and saved, of which the other learns without losing what was typed',
    LONG,
    async ({ page, context, request }) => {
      const [slug, zone, saturday] = ['lukasz-wisniewski', 'Europe/Berlin', nextDate(5, 'Europe/Berlin')] as const
      await openHours(page, slug)
      await scriptsRun(page)
      const other = await context.newPage()
      await other.goto('/desk/hours')
      await scriptsRun(other)
      await start(page, 'Saturday 14:30').uncheck()
      await expect(page.getByText('1 change, not saved yet')).toBeVisible()
      await start(page, 'Saturday 14:30').check()
      await expect(changes(page)).toContainText('No changes yet.')
      await page.getByLabel('Notice in hours before a start').fill('168')
      await page.getByRole('button', { name: 'Discard' }).click()
      await expect(save(page)).toHaveText('Save')
      await expect(page.getByLabel('Notice in hours before a start')).toHaveValue('12')
      await start(page, 'Saturday 14:30').uncheck()
      await page.getByRole('button', { name: 'Save 1 change' }).click()
      await expect(saved(page)).toBeVisible()

      await other.getByLabel('Gap after a session in minutes').fill('10')
      await expect(other.getByText('Your hours were changed in another window.')).toBeVisible()
      await expect(other.getByLabel('Gap after a session in minutes')).toHaveValue('10')
      await expect(start(other, 'Saturday 14:30')).toHaveCount(0)
      await other.getByRole('button', { name: 'Save 1 change' }).click()
      await expect(saved(other)).toBeVisible()
      await expect(other.getByLabel('Gap after a session in minutes')).toHaveValue('10')
      expect(await offers(request, slug, saturday, '14:30', zone)).toBeUndefined()
    },
  )
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true })

  test('a mentor who is left without a start learns of it, and sets one by touch', LONG, async ({ page, request }) => {
    const [slug, zone] = ['diego-salazar', 'Asia/Tokyo'] as const
    await openHours(page, slug)
    await scriptsRun(page)
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
      for (const time of ['14:30', '15:30', '16:30', '17:30', '18:30']) await start(page, `${day} ${time}`).tap()
    }
    await expect(page.getByRole('alert')).toContainText('You can’t be booked: there is no start within your horizon.')
    await page.getByText('Add a date').tap()
    const date = nextDate(3, zone)
    await page.getByLabel('Date', { exact: true }).fill(date)
    await page.getByLabel('Starts', { exact: true }).fill('11:00')
    await page.getByRole('button', { name: 'Add this date' }).tap()
    await expect(page.getByText('1 hour can be booked')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await spills(page)).toEqual([])
    await page.getByRole('button', { name: 'Save 36 changes' }).tap()
    await expect(saved(page)).toBeVisible()
    expect(await offers(request, slug, date, '11:00', zone)).toBe(false)
    expect(await offers(request, slug, dateAfter(date, 1), '14:30', zone)).toBeUndefined()
  })
})

test('a mentor sees a paid session at once, on both clocks, and never the mentee’s email address', async ({
  page,
  newVisitor,
}) => {
  test.slow()
  const visitor = await newVisitor()
  const priya = newContact()
  await visitor.goto('/mentors/farai-moyo')
  await expect.poll(async () => (await visitor.context().cookies()).some(({ name }) => name === 'zone')).toBe(true)
  await visitor.goto('/mentors/farai-moyo/book')
  const session = await chooseSession(visitor)
  const at = await chooseTime(visitor)
  await next(visitor).click()
  await typeDetails(visitor, priya)
  await pay(visitor).click()

  await enterAsMentor(page, 'farai-moyo')
  const zone = 'Africa/Johannesburg'
  const { date, time } = wallTimeAt(new Date(at), zone)
  const abroad = wallTimeAt(new Date(at), 'Asia/Kolkata').time
  const cell = (name: RegExp) => page.getByRole('grid').getByRole('gridcell', { name })
  await page.goto(`/desk?week=${date}`)
  await expect(cell(new RegExp(`${time} in .*, held`))).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Next bookings' })).not.toContainText(priya.name)

  await completePayment(visitor)
  await page.reload()
  const booking = page.getByRole('region', { name: 'Next bookings' }).getByRole('listitem')
  await expect(booking).toHaveCount(1)
  for (const words of [time, `${abroad} in Kolkata`, priya.name, session, `“${priya.topic}”`, '£']) {
    await expect(booking).toContainText(words)
  }
  await expect(booking.getByRole('link', { name: priya.phone })).toHaveCount(
    Date.parse(at) - Date.now() <= 86_400_000 ? 1 : 0,
  )
  await expect(cell(new RegExp(`${time} in .*, ${abroad} in Kolkata.*, booked, ${priya.name}`))).toHaveCount(1)
  await expect(page.getByText('booked 1')).toBeVisible()
  expect(await page.content()).not.toContain(priya.email)
})

test(
  'arrow keys move through the week, each cell says both clocks, and a phone lists the days below each other',
  LONG,
  async ({ page }) => {
    await enterAsMentor(page, 'lukasz-wisniewski')
    const monday = dateAfter(nextDate(0, 'Europe/Berlin'), 14) // After his trip, whatever day it is today.
    await page.goto(`/desk?week=${monday}`)
    await scriptsRun(page)
    const cells = page.getByRole('grid').getByRole('gridcell')
    const says = async (words: RegExp) => expect(page.locator(':focus')).toContainText(words)
    await cells.first().focus()
    await says(/^Monday .* in .*, \d\d:\d\d in .*, free/)
    const [first, second] = await cells.allTextContents()
    await page.keyboard.press('ArrowDown')
    await says(new RegExp(second!.slice(0, 20)))
    await page.keyboard.press('ArrowUp')
    await says(new RegExp(first!.slice(0, 20)))
    await page.keyboard.press('ArrowRight')
    await says(/^Tuesday /)
    await page.keyboard.press('End')
    await says(/^Tuesday .* 18:30 in /)
    await page.keyboard.press('ArrowLeft')
    await says(/^Monday .* 18:30 in /)
    await page.keyboard.press('Tab')
    await expect(page.locator('[role=gridcell]:focus')).toHaveCount(0)

    await page.setViewportSize({ width: 360, height: 780 })
    expect(await spills(page)).toEqual([])
    const [above, below] = [await cells.nth(0).boundingBox(), await cells.nth(1).boundingBox()]
    expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height)
    expect(above!.height).toBeGreaterThanOrEqual(44)
    await page.getByRole('link', { name: 'The week after' }).click()
    await expect(page).toHaveURL(`/desk?week=${dateAfter(monday, 7)}`)
    await page.getByRole('link', { name: 'The week before' }).click()
    await expect(page).toHaveURL(`/desk?week=${monday}`)
  },
)

test.describe('the meeting link', () => {
  test.use({ expected: /status of 400/ })

  test('is kept if it is safe, and is on no public page', async ({ page }) => {
    await enterAsMentor(page, 'zoe-van-der-merwe')
    await page.goto('/desk')
    const link = page.getByLabel('Meeting link')
    await link.fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Save link' }).click()
    await expect(link).toHaveAccessibleDescription(/Enter an address that begins with https:/)
    await expect(link).toHaveValue('javascript:alert(1)')
    await link.fill('https://meet.example.com/zoe')
    await page.getByRole('button', { name: 'Save link' }).click()
    await expect(page.getByText('Meeting link saved.')).toBeVisible()
    await page.goto('/desk')
    await expect(link).toHaveValue('https://meet.example.com/zoe')
    for (const path of ['/mentors/zoe-van-der-merwe', '/api/mentors/zoe-van-der-merwe']) {
      expect(await (await page.request.get(path)).text(), path).not.toContain('meet.example.com')
    }
  })
})

test('a mentor reads how their page does, as charts and as tables', LONG, async ({ page }) => {
  await enterAsMentor(page, 'lukasz-wisniewski')
  await page.goto('/desk/statistics')
  const part = page.getByRole('region', { name: 'Views to bookings' })
  for (const name of ['Viewed', 'Held', 'Booked', 'Rating']) {
    await expect(part.getByRole('term').filter({ hasText: name })).toHaveCount(1)
  }
  await expect(part.getByRole('figure')).toHaveCount(2)
  await part.getByText('Show as tables').click()
  await expect(part.getByRole('table', { name: 'By week' }).getByRole('row')).toHaveCount(13)
  await expect(part.getByRole('rowheader', { name: 'in progress' })).toHaveCount(1)
})
