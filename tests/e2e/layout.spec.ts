/** The layouts that carry the look, as boxes: where things stand, how large they are, what may not touch. Never pixels. */
import type { Locator, Page } from '@playwright/test'
import { nonEmpty } from '../support/non-empty.ts'
import { LONG } from '../support/halves.ts'
import { chooseSession, expect, openBooking, scriptsRun, test } from './fixtures.ts'
import { spills } from './public-pages.ts'

test.describe.configure({ mode: 'parallel' })

type Box = { left: number; top: number; right: number; bottom: number; width: number; height: number }

async function readBox(locator: Locator): Promise<Box> {
  return locator.evaluate((element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
    return { left, top: top + scrollY, right, bottom: bottom + scrollY, width, height }
  })
}

const readBoxes = async (locator: Locator) => Promise.all((await locator.all()).map(readBox))

/** Where the first line of a text stands, from the top of the page. */
const readBaseline = (locator: Locator) =>
  locator.evaluate((element) => {
    const mark = document.createElement('span')
    mark.className = 'inline-block'
    element.prepend(mark)
    const { bottom } = mark.getBoundingClientRect()
    mark.remove()
    return bottom + scrollY
  })

/** Equal to within a pixel: browsers round to their own devices. */
const near = (actual: number, wanted: number, what: string, slack = 1) =>
  expect(Math.abs(actual - wanted), `${what}: ${actual}, not ${wanted}`).toBeLessThanOrEqual(slack)

async function openAt(page: Page, width: number, path: string, height = 900): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.goto(path)
  await scriptsRun(page)
}

const banner = (page: Page) => page.getByRole('banner')
const findRow = (page: Page, mentor: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: mentor }) })

test('on a wide window the header is one row between the margins, and a mentor’s row is portrait, words, price and buttons', async ({
  page,
}) => {
  await openAt(page, 1440, '/mentors')
  const header = await readBox(banner(page))
  const home = await readBox(banner(page).getByRole('link', { name: 'Landfall' }))
  const links = await readBoxes(page.getByRole('navigation', { name: 'Main' }).getByRole('link'))
  const signIn = await readBox(banner(page).getByRole('button', { name: 'Sign Up / Login' }).last())
  near(home.left, 48, 'left margin')
  near(signIn.right, header.width - 48, 'right margin')
  expect(links).toHaveLength(5)
  const centre = (home.top + home.bottom) / 2
  for (const box of [...links, signIn]) near((box.top + box.bottom) / 2, centre, 'one line through the middle')
  const inOrder = [home, ...links, signIn]
  inOrder.slice(1).forEach((box, index) => expect(box.left).toBeGreaterThan(inOrder[index]!.right))
  const bar = await readBox(banner(page).locator('.scale-bar'))
  near(bar.left, 0, 'bar from edge')
  near(bar.width, header.width, 'bar to edge')
  near(bar.height, 9, 'height of the bar')
  near(bar.bottom, header.bottom, 'bar ends the header')

  const row = findRow(page, 'Tunde Adeyemi')
  const box = await readBox(row)
  const portrait = await readBox(row.locator('.portrait'))
  const name = await readBox(row.getByRole('heading'))
  const facts = await readBox(row.locator('.mentor-facts'))
  const profile = await readBox(row.getByRole('link', { name: /^View Profile/ }))
  const book = await readBox(row.getByRole('link', { name: /^Book Now/ }))
  near(portrait.width, 104, 'portrait')
  near(portrait.height, 104, 'portrait')
  near(portrait.left, box.left, 'portrait begins the row')
  expect(name.left).toBeGreaterThan(portrait.right)
  near(facts.left, name.left, 'one edge for all words')
  near(book.right, box.right, 'buttons end the row')
  near(profile.top, book.top, 'buttons in line')
  near(profile.height, book.height, 'buttons alike')
  expect(profile.right).toBeLessThan(book.left)
  expect(profile.left).toBeGreaterThan(facts.right)
  const price = row.locator('.mentor-actions p span').first()
  near(await readBaseline(price), await readBaseline(row.getByRole('heading')), 'name and price on one line', 2)

  const ends = (await readBoxes(page.getByRole('link', { name: /^Book Now/ }))).map(({ right }) => Math.round(right))
  expect(new Set(ends).size, 'every row ends alike').toBe(1)

  await page.goto('/')
  await expect(banner(page).locator('.scale-bar')).toHaveCount(0) // There the chart begins right under the line.
})

test('on a phone the header holds name and menu, which opens below it between the margins', LONG, async ({ page }) => {
  await openAt(page, 360, '/mentors')
  const button = banner(page).getByRole('button', { name: 'Menu' })
  const { width, height, right } = await readBox(button)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  expect(right).toBeLessThanOrEqual(360 - 12)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await button.click()
  const menu = await readBox(page.getByRole('navigation', { name: 'Main' }))
  near(menu.left, 18, 'left margin')
  near(menu.right, 342, 'right margin')
  expect(menu.top).toBeGreaterThanOrEqual((await readBox(banner(page))).bottom)
  for (const box of nonEmpty(await readBoxes(page.getByRole('navigation').getByRole('link')))) {
    expect(box.height).toBeGreaterThanOrEqual(44)
  }
})

test('a mentor’s row on a phone is a card: portrait beside the words, two equal buttons across', async ({ page }) => {
  await openAt(page, 360, '/mentors')
  const card = findRow(page, 'Tunde Adeyemi')
  const box = await readBox(card)
  near(box.left, 18, 'left margin')
  near(box.right, 342, 'right margin')
  for (const side of ['top', 'right', 'bottom', 'left']) await expect(card).not.toHaveCSS(`border-${side}-width`, '0px')
  const portrait = await readBox(card.locator('.portrait'))
  const name = await readBox(card.getByRole('heading'))
  const offer = await readBox(card.locator('.mentor-offer'))
  const profile = await readBox(card.getByRole('link', { name: /^View Profile/ }))
  const book = await readBox(card.getByRole('link', { name: /^Book Now/ }))
  near(portrait.width, 72, 'portrait')
  expect(name.left).toBeGreaterThan(portrait.right)
  expect(offer.top).toBeGreaterThanOrEqual(portrait.bottom)
  expect(book.top).toBeGreaterThanOrEqual(offer.bottom)
  near(profile.left, portrait.left, 'buttons begin where the card’s words do')
  near(profile.width, book.width, 'two equal buttons')
  near(box.right - book.right, profile.left - box.left, 'as much room on both sides')
})

test('a phone shows two whole mentors at once, the first within 260 px', async ({ page }) => {
  for (const path of ['/mentors', '/mentors?moving_from=IN&moving_to=GB', '/mentors?destination=AU&language=en']) {
    await openAt(page, 360, path, 780)
    const [first, second] = await readBoxes(page.locator('.mentor-row:nth-child(-n + 2)'))
    expect(first!.top, path).toBeLessThanOrEqual(260)
    expect(second!.bottom, path).toBeLessThanOrEqual(780)
    await expect(page.getByRole('main').getByRole('status')).toBeInViewport({ ratio: 1 })
  }
})

test(
  'the sheet of filters leaves the page’s edge in sight, and its button stays at the bottom',
  LONG,
  async ({ page }) => {
    await openAt(page, 360, '/mentors', 780)
    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = await readBox(page.getByRole('region', { name: 'Filters' }))
    const show = page.getByRole('button', { name: 'Show 24 mentors' })
    near(sheet.top, 48, 'top of the sheet')
    near(sheet.bottom, 780, 'bottom of the sheet')
    await expect(show).toBeInViewport({ ratio: 1 })
    await page.getByRole('group', { name: 'Free within (days)' }).scrollIntoViewIfNeeded()
    await expect(show).toBeInViewport({ ratio: 1 })
  },
)

test('how many are found stays in sight while filters further down are chosen', LONG, async ({ page }) => {
  await openAt(page, 1440, '/mentors')
  await page.getByRole('group', { name: 'Free within (days)' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('main').getByRole('status')).toBeInViewport({ ratio: 1 })
})

test('a mentor’s page has two columns on a wide window, whose first screen holds every choice and Book Now, and one on others', async ({
  page,
}) => {
  await openAt(page, 1440, '/mentors/wanjiru-kamau')
  const sessions = page.locator('.mentor-sessions')
  const about = page.getByRole('heading', { name: 'About', exact: true })
  const said = page.getByRole('heading', { name: 'Feedback' })
  const [wideAbout, wideSessions] = [await readBox(about), await readBox(sessions)]
  near(wideAbout.left, 48, 'the margin of the header')
  near(wideSessions.right, 1440 - 48, 'the margin of the header')
  near(wideSessions.width, 424, 'width of what can be booked')
  expect(wideSessions.left).toBeGreaterThan(wideAbout.right)
  near((await readBox(said)).left, wideAbout.left, 'what people said stands under the words')

  const book = page.getByRole('button', { name: 'Book Now: Wanjiru Kamau' })
  for (const choice of nonEmpty(await page.locator('.mentor-sessions input[type=radio]').all()))
    await expect(choice).toBeInViewport({ ratio: 1 })
  await expect(book).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.panel-note')).toBeInViewport({ ratio: 1 })
  await page.locator('.said > li').last().scrollIntoViewIfNeeded()
  await expect(book).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 1440, height: 640 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(book, 'in a low window the choices scroll').toBeInViewport({ ratio: 1 })

  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 900 })
    const [words, offers, voices] = [await readBox(about), await readBox(sessions), await readBox(said)]
    near(offers.left, words.left, `one column at ${width} px`)
    expect(words.top, 'a way to book before the long words').toBeGreaterThanOrEqual(offers.bottom)
    expect(voices.top).toBeGreaterThan(words.bottom)
  }
})

/** A time to come, as everywhere within a sentence. */
const SOON = /^(today|tomorrow|[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2},) \d\d:\d\d$/

test('on a phone the price, the next time and Book Now stand at the bottom before and after a choice', async ({
  page,
}) => {
  await openAt(page, 360, '/mentors/wanjiru-kamau', 780)
  const bar = page.locator('.panel-foot')
  near((await readBox(bar)).bottom, 780, 'the bottom of the window')
  await expect(bar).toContainText('from £25')
  await expect(bar.locator('.panel-when')).toHaveText(SOON)
  await page.getByRole('radio', { name: /Ward interview practice/ }).check()
  await expect(bar).toContainText('£35')
  await expect(bar).not.toContainText('from')
  await page.getByRole('group', { name: 'Next free' }).getByRole('radio').last().check()
  await expect(bar.locator('.panel-when'), 'the chosen time').toHaveText(SOON)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(bar.getByRole('button')).toBeInViewport({ ratio: 1 })
  const end = await readBox(page.getByRole('contentinfo'))
  expect(end.bottom, 'it covers nothing of the page’s end').toBeLessThanOrEqual((await readBox(bar)).top + 1)
})

test(
  'the booking dialog has calendar and times side by side where there is room, else one below the other',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openBooking(page, 'Wanjiru Kamau')
    await chooseSession(page)
    const dialog = page.getByRole('dialog')
    const month = dialog.getByRole('grid').or(dialog.getByRole('table')).first()
    const times = dialog.getByRole('group', { name: /^\w+day \d+ \w+/ })
    await expect(times.getByRole('radio').first()).toBeVisible()
    for (const width of [1440, 768]) {
      await page.setViewportSize({ width, height: 900 })
      const [frame, left, right] = [await readBox(dialog), await readBox(month), await readBox(times)]
      expect(right.left, `beside at ${width} px`).toBeGreaterThan(left.right)
      expect(right.top).toBeLessThan(left.bottom)
      expect(frame.left, `room around it at ${width} px`).toBeGreaterThanOrEqual(16)
      expect(frame.right).toBeLessThanOrEqual(width - 16)
      near(frame.left + frame.width / 2, (await clientWidth(page)) / 2, 'in the middle', 8)
      const heading = await readBaseline(
        dialog
          .getByText(/^[A-Z][a-z]+ 20\d\d$/)
          .locator('visible=true')
          .first(),
      )
      near(heading, await readBaseline(times.locator('legend')), 'month and day on one line', 2)
    }

    await page.setViewportSize({ width: 360, height: 780 })
    const [frame, above, below] = [await readBox(dialog), await readBox(month), await readBox(times)]
    expect(below.top).toBeGreaterThanOrEqual(above.bottom)
    near(frame.top, await page.evaluate(() => scrollY), 'the whole screen')
    near(frame.height, 780, 'the whole screen')
    near(below.left, above.left, 'one column', 3)
    const rows = await readBoxes(times.locator('label'))
    rows.slice(1).forEach((box, index) => expect(box.top).toBeGreaterThan(rows[index]!.bottom))
    for (const box of nonEmpty(rows)) expect(box.height).toBeGreaterThanOrEqual(44)
  },
)

const clientWidth = (page: Page) => page.evaluate(() => document.documentElement.clientWidth)

test('the hero’s words stand on the chart where there is room, and below it on a phone', LONG, async ({ page }) => {
  await openAt(page, 1440, '/')
  const hero = page.locator('.hero')
  const words = page.locator('.hero-words')
  const [chart, card] = [await readBox(hero), await readBox(words)]
  near(chart.left, 0, 'chart from edge')
  near(chart.width, await clientWidth(page), 'chart to edge')
  expect(chart.top).toBeLessThan(card.top)
  expect(chart.bottom).toBeGreaterThan(card.bottom)
  near(card.left, 48, 'words at the margin')
  expect(card.width).toBeLessThanOrEqual(chart.width / 2)
  for (const pin of nonEmpty(await readBoxes(hero.locator('.chart-pin:visible')))) {
    expect(pin.left, 'no face under the words').toBeGreaterThan(card.right)
    expect(pin.top).toBeGreaterThanOrEqual(chart.top)
    expect(pin.bottom).toBeLessThanOrEqual(chart.bottom)
    expect(pin.right).toBeLessThanOrEqual(chart.right)
  }

  await page.setViewportSize({ width: 360, height: 780 })
  const [band, below] = [await readBox(page.locator('.hero-band')), await readBox(words)]
  expect(below.top).toBeGreaterThanOrEqual(band.bottom)
  const [find, how] = [
    await readBox(words.getByRole('button', { name: 'Find a Mentor' })),
    await readBox(words.getByRole('link', { name: 'How It Works' })),
  ]
  near(find.width, 324, 'buttons as wide as the page')
  near(how.width, find.width, 'buttons alike')
  expect(how.top).toBeGreaterThan(find.bottom)
  expect(find.bottom, 'the first step is in sight').toBeLessThanOrEqual(780)
})

const ENDLESS = 'Wolfeschlegelsteinhausenbergerdorff Nguyễn-Mac Giolla Phádraig Llanfairpwllgwyngyll'

test('a very long name, role or price breaks no layout, however narrow the window', async ({ page }) => {
  for (const path of ['/', '/mentors', '/mentors/wanjiru-kamau', '/mentors/wanjiru-kamau/book']) {
    await openAt(page, 320, path)
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('h1')!).some((key) => key.startsWith('__react')),
    )
    await page.evaluate((long) => {
      const words = [/Wanjiru Kamau|Ananya Rao/g, /Nurse Practitioner|Data Scientist/g, /Nairobi|Toronto|Mumbai/g]
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        if (text.parentElement?.closest('script, svg')) continue
        for (const word of words) text.data = text.data.replaceAll(word, long)
        text.data = text.data.replaceAll(/£\d\d\b/g, '£1,234.00')
      }
    }, ENDLESS)
    for (const width of [320, 360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await spills(page), `${path} at ${width} px`).toEqual([])
    }
  }
})

test('whatever looks like a button is high enough for a thumb', async ({ page }) => {
  for (const path of ['/', '/mentors', '/mentors/wanjiru-kamau', '/mentors/wanjiru-kamau/book', '/faq', '/cancel']) {
    await openAt(page, 360, path)
    const controls = page.locator(
      'button, a.line, summary, select, input:not([type=radio], [type=checkbox], [type=hidden])',
    )
    const low = await controls.evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => element.getBoundingClientRect().height < 44)
        .map((element) => `${element.getBoundingClientRect().height} px: ${element.outerHTML.slice(0, 160)}`),
    )
    expect(low, path).toEqual([])
  }
})

test('at 200 % zoom half of the window and more is left for what a step of booking asks', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 450 }) // 1280 by 900.
  await openBooking(page, 'Wanjiru Kamau')
  await chooseSession(page)
  const dialog = page.getByRole('dialog')
  const free = await dialog.evaluate((element) => {
    const scrolls = [...element.querySelectorAll('*')].find((each) => getComputedStyle(each).overflowY === 'auto')!
    const fixed = [...scrolls.querySelectorAll('*')].filter((each) => getComputedStyle(each).position === 'sticky')
    return scrolls.clientHeight - fixed.reduce((sum, each) => sum + each.getBoundingClientRect().height, 0)
  })
  expect(free / 450).toBeGreaterThanOrEqual(0.5)
})
