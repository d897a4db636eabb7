/** The home page: the chart of crossings, and the row of mentors that moves on by itself. */
import type { Page } from '@playwright/test'
import { nonEmpty } from '../support/non-empty.ts'
import { LONG, longIf } from '../support/halves.ts'
import { expectNoViolation } from './axe.ts'
import { expect, fetchFonts, scriptsRun, test } from './fixtures.ts'
import { tabTo } from './keys.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const mentors = (page: Page) => page.getByRole('list', { name: 'Mentors' })
const originals = (page: Page) => page.locator('.mentor-strip > li:not([inert])')
const copies = (page: Page) => page.locator('.mentor-strip > li[inert]')
const scrolled = (page: Page) => mentors(page).evaluate((row) => Math.round(row.scrollLeft))

/** The home page with its clock in the test's hand, once the row has its copies. */
async function openHome(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/')
  await scriptsRun(page)
  await mentors(page).scrollIntoViewIfNeeded()
  await page.mouse.move(2, 2)
  await expect.poll(() => copies(page).count()).toBeGreaterThan(0)
  // From here on, time passes by `wait` alone: the row rests as long on a slow machine.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
}

/** More than the row rests between two steps. */
const wait = (page: Page) => page.clock.runFor(5_500)

async function expectStill(page: Page): Promise<void> {
  const before = await scrolled(page)
  await wait(page)
  await page.clock.runFor(50) // Two frames.
  expect(await scrolled(page)).toBe(before)
}

test('both buttons at the top lead to the mentors, and ‘How It Works’ to the steps above them', async ({ page }) => {
  const main = page.getByRole('main')
  await page.goto('/')
  await main.getByRole('button', { name: 'Find a Mentor' }).click()
  await expect(page).toHaveURL(/\/mentors$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Mentors' })).toBeVisible()
  await page.goto('/')
  await main.getByRole('link', { name: 'How It Works' }).click()
  await expect(page).toHaveURL(/\/mentors\?open=how-it-works$/)
  const step = page.getByRole('heading', { level: 2, name: 'Choose who made your move' })
  await expect(step).toBeInViewport()
  await page.reload()
  await expect(step).toBeInViewport()
  await expect(main.getByRole('heading', { name: 'Ananya Rao' })).toBeVisible()
})

const chart = (page: Page) => page.getByRole('group', { name: 'Crossings our mentors have made' })
const [from, to] = [
  (page: Page) => page.getByRole('combobox', { name: 'I am moving from' }),
  (page: Page) => page.getByRole('combobox', { name: 'to', exact: true }),
]

for (const width of [1440, 360]) {
  test.describe(`at ${width} px`, longIf(width !== 360), () => {
    test.use({ viewport: { width, height: 800 } })

    test('the chart shows a route for each face; a move that is named redraws it, and goes along to list and profiles', async ({
      page,
    }) => {
      await page.goto('/')
      await scriptsRun(page)
      const status = page.getByRole('main').getByRole('status')
      await expect(status).toContainText('24 mentors made the crossing')
      const faces = chart(page).getByRole('link')
      const count = await faces.count()
      expect(count).toBeGreaterThanOrEqual(5)
      await expect(chart(page).locator('.chart-route:visible')).toHaveCount(count)
      for (const face of await faces.all()) {
        const box = (await face.boundingBox())!
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(width)
      }

      await from(page).selectOption('India')
      await expect(status).toContainText('mentors moved from India')
      await to(page).focus()
      await to(page).selectOption('United Kingdom')
      await expect(status).toContainText('1 mentor made this move')
      await expect(status).toContainText('Sessions from £30')
      await expect(to(page)).toBeFocused()
      await expect(faces).toHaveAccessibleName('Ananya Rao: Mumbai to Manchester')
      await expect(chart(page).locator('.chart-route')).toHaveCount(1)
      if (width === 1440) await expect(page.locator('.hero-legend')).toContainText('India → United Kingdom1')
      await expectNoViolation(page)
      for (const link of nonEmpty(await mentors(page).getByText('View Profile').all()))
        await expect(link).toHaveAttribute('href', /\?moving_from=IN&moving_to=GB$/)
      await page.getByRole('button', { name: 'Find a Mentor' }).first().click()
      await expect(page).toHaveURL('/mentors?moving_from=IN&moving_to=GB')
      await expect(page.getByRole('main')).toContainText('1 made your crossing')

      await page.goto('/?moving_from=IN&moving_to=GB')
      await faces.click()
      await expect(page.getByRole('heading', { level: 1, name: 'Ananya Rao' })).toBeVisible()
      await expect(page.getByText('Moved from India to the UK, like you')).toBeVisible()
      const similar = page.getByRole('region', { name: 'Similar mentors' }).getByRole('link')
      for (const link of nonEmpty(await similar.all()))
        await expect(link).toHaveAttribute('href', /\?moving_from=IN&moving_to=GB$/)
      await similar.filter({ hasText: 'Noor Haddad' }).click()
      await expect(page.getByText('Also moved to the UK')).toBeVisible()
    })
  })
}

test('a move without mentors is named as such, with how many landed there, and home begins anew', async ({ page }) => {
  await page.goto('/?moving_from=CN&moving_to=GB')
  await scriptsRun(page)
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toContainText('No one made this move yet')
  await expect(status).toContainText('2 landed in the UK')
  await expect(from(page)).toHaveValue('CN')
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
  await expect(status).toContainText('24 mentors made the crossing')
  await expect(from(page)).toHaveValue('')
  await expect(to(page)).toHaveValue('')
})

test('the legend covers no face and no name of a place', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/?moving_to=AU')
  const legend = (await page.locator('.hero-legend').boundingBox())!
  const marks = await page.locator('.chart-wide :is(.chart-pin-ring, .chart-plate, .chart-name)').all()
  expect(marks.length).toBeGreaterThan(0)
  for (const mark of marks) {
    const { x, y, width, height } = (await mark.boundingBox())!
    const isCovered =
      x < legend.x + legend.width && legend.x < x + width && y < legend.y + legend.height && legend.y < y + height
    expect(isCovered, await mark.textContent().then(String)).toBe(false)
  }
})

test('a move that is named before the scripts run is taken up', LONG, async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await to(page).selectOption('United Kingdom')
  held.resolve()
  await expect(page.getByRole('main').getByRole('status')).toContainText('2 mentors landed in the UK')
  await expect(to(page)).toHaveValue('GB')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the row of mentors is plain, without buttons that do nothing, and a move goes along to the list', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(mentors(page).getByRole('heading', { level: 3 }).first()).toBeVisible()
    await expect(copies(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Pause|Play|mentor/ })).toHaveCount(0)
    await expect(chart(page)).toBeVisible()
    await to(page).selectOption('United Kingdom')
    await page.getByRole('button', { name: 'Find a Mentor' }).first().click()
    await expect(page).toHaveURL('/mentors?moving_to=GB')
    await expect(page.getByRole('main')).toContainText('2 landed in the UK')
  })
})

test.describe('the row of mentors', () => {
  test('has no card with an empty band above its line', LONG, async ({ page }) => {
    await page.goto('/')
    for (const card of await originals(page).all()) {
      const topics = (await card.getByRole('list').boundingBox())!
      const foot = (await card.locator(':scope > :last-child').boundingBox())!
      expect(foot.y - topics.y).toBeLessThanOrEqual(52)
    }
  })

  test(
    'moves on by itself, 504 px at a time, and stands still from Pause to Play and while it has the focus',
    LONG,
    async ({ page }) => {
      await openHome(page)
      await wait(page)
      await expect.poll(() => scrolled(page)).toBe(504)
      await wait(page)
      await expect.poll(() => scrolled(page)).toBe(1008)

      await tabTo(page, page.getByRole('button', { name: 'Pause' }))
      await page.keyboard.press('Enter')
      const play = page.getByRole('button', { name: 'Play' })
      await expect(play).toBeFocused()
      await expectStill(page)
      await tabTo(page, page.getByRole('button', { name: 'Next mentor' }))
      await page.keyboard.press('Enter')
      await expect.poll(() => scrolled(page)).toBe(1512)
      await tabTo(page, page.getByRole('button', { name: 'Previous mentor' }), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect.poll(() => scrolled(page)).toBe(1008)

      await tabTo(page, play, 'Shift+Tab')
      await page.keyboard.press('Enter')
      const link = originals(page).nth(2).getByRole('link').first()
      await link.focus()
      await expectStill(page)
      await link.blur()
      await wait(page)
      await expect.poll(() => scrolled(page)).toBe(1512)
    },
  )

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 800 } })

    test('has cards as wide as the window less 48 px, and steps that follow', LONG, async ({ page }) => {
      await openHome(page)
      expect((await originals(page).first().boundingBox())!.width).toBeCloseTo(312, 0)
      await wait(page)
      await expect.poll(() => scrolled(page)).toBe(336)
    })
  })

  test('goes from the last card to the first without a visible jump', LONG, async ({ page }) => {
    await openHome(page)
    const loop = 504 * (await originals(page).count())
    await mentors(page).evaluate((row, left) => row.scrollTo({ left, behavior: 'instant' }), loop - 504)
    await page.getByRole('button', { name: 'Next mentor' }).click()
    await expect.poll(() => scrolled(page)).toBe(loop)
    const name = (left: number) =>
      mentors(page).evaluate((row, x) => {
        const card = [...row.children].find((each) => Math.round(each.getBoundingClientRect().left) === x)
        return card?.querySelector('h3')?.textContent
      }, left)
    const margin = Math.round((await originals(page).first().boundingBox())!.x + loop)
    expect(await name(margin)).toBe(await originals(page).first().getByRole('heading').textContent())
    await page.getByRole('button', { name: 'Next mentor' }).click()
    await expect.poll(() => scrolled(page)).toBe(504)
    await page.getByRole('button', { name: 'Previous mentor' }).click()
    await expect.poll(() => scrolled(page)).toBe(0)
    await page.getByRole('button', { name: 'Previous mentor' }).click()
    await expect.poll(() => scrolled(page)).toBe(loop - 504)
  })

  test('shows copies to the eye only, and a click on a copy reaches the original', LONG, async ({ page }) => {
    await openHome(page)
    const count = await originals(page).count()
    await expect(copies(page)).toHaveCount(count)
    await expect(page.locator('.mentor-strip > li[inert]:not([aria-hidden=true])')).toHaveCount(0)
    await expect(
      mentors(page)
        .getByRole('listitem')
        .filter({ has: page.locator('h3') }),
    ).toHaveCount(count)
    await mentors(page).evaluate((row, left) => row.scrollTo({ left, behavior: 'instant' }), 504 * count)
    const copy = copies(page).first()
    const name = (await copy.locator('h3').textContent())!
    const link = (await copy.locator('a', { hasText: 'View Profile' }).boundingBox())!
    await page.mouse.click(link.x + link.width / 2, link.y + link.height / 2)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })

  test('stands still while a mouse is over it, and then goes on', LONG, async ({ page }) => {
    await openHome(page)
    await originals(page).first().locator('h3').hover()
    await expectStill(page)
    await page.mouse.move(2, 2)
    await wait(page)
    await expect.poll(() => scrolled(page)).toBe(504)
  })

  test.describe('where less motion is preferred', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } })

    test('stands still from the start, as do the routes', async ({ page }) => {
      await openHome(page)
      await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
      await expectStill(page)
      const drawing = await page.locator('.chart-wide .chart-drawing').first()
      expect(await drawing.evaluate((path) => path.getAnimations().length)).toBe(0)
      await page.getByRole('button', { name: 'Next mentor' }).click()
      await expect.poll(() => scrolled(page)).toBe(504)
    })
  })
})

test('nothing shifts while the home page loads and its row begins', async ({ page }) => {
  await fetchFonts(page)
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        shifts.push(
          `${entry.value}: ${entry.sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 150)).join(' | ')}`,
        )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  await scriptsRun(page)
  await mentors(page).scrollIntoViewIfNeeded()
  await expect.poll(() => copies(page).count()).toBeGreaterThan(0)
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
})
