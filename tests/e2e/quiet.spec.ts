/**
 * Pages that keep still and keep to themselves: nothing shifts, no request goes to another host, nothing is left in the
 * console (each test's own watch sees to both) and nothing needs what a strict policy refuses.
 */
import type { Page } from '@playwright/test'
import { LONG, longIf } from '../support/halves.ts'
import { expect, fetchFonts, isReceived, scriptsRun, test } from './fixtures.ts'
import { PUBLIC_PAGES, resemblesAnother } from './public-pages.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ contextOptions: { reducedMotion: 'no-preference' }, expected: /status of 404/ })

type Seen = { shifts: string[]; refused: string[] }

/** From the first moment of every page: layout shifts of any cause, and violations of the policy. */
async function watchFromTheStart(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = { shifts: [], refused: [] }
    Object.assign(window, { seen })
    document.addEventListener('securitypolicyviolation', (event) => {
      seen.refused.push(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`)
    })
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
    type Shift = PerformanceEntry & { value: number; sources: Source[] }
    const box = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        const what = entry.sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.textContent ?? '?')
          return `${name} from ${box(previousRect)} to ${box(currentRect)}`
        })
        seen.shifts.push(`${entry.value.toFixed(4)} at ${Math.round(entry.startTime)} ms: ${what.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Until fonts and pictures are there, those further down too, and the server has heard the visitor's zone. */
async function settled(page: Page, isThere = true): Promise<void> {
  await scriptsRun(page)
  // A page that is not there has no times to show.
  if (isThere) await page.waitForFunction(() => document.cookie.includes('zone='))
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
      scrollTo(0, top)
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    }
    await document.fonts.ready
  })
  await isReceived(page)
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  )
}

async function expectQuiet(page: Page, what: string): Promise<void> {
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  expect(seen, what).toEqual({ shifts: [], refused: [] })
}

const WINDOWS = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
]

/** Several, which are looked at beside each other. */
const PARTS = [0, 1, 2].flatMap((part) => {
  const pages = PUBLIC_PAGES.filter((_, index) => index % 3 === part)
  return [
    { half: {}, pages: pages.filter((path) => !resemblesAnother(path, PUBLIC_PAGES)) },
    { half: LONG, pages: pages.filter((path) => resemblesAnother(path, PUBLIC_PAGES)) },
  ]
})

for (const { width, height } of WINDOWS) {
  test.describe(`at ${width} px`, longIf(width !== 360), () => {
    test.use({ viewport: { width, height } })

    for (const { pages, half } of PARTS) {
      test(`${pages.join(', ')} keep still and to themselves for a new visitor`, half, async ({ page, context }) => {
        test.slow() // One after another.
        await fetchFonts(page)
        await watchFromTheStart(page)
        for (const path of pages) {
          await context.clearCookies()
          const response = (await page.goto(path))!
          expect(response.headers()['content-security-policy'], path).not.toMatch(/^$|unsafe/)
          await settled(page, response.status() !== 404)
          await expectQuiet(page, path)
        }
      })
    }
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a mentor’s times and the button below stand still, whatever the visitor’s clock and currency say', async ({
    page,
  }) => {
    const times = page.getByRole('group', { name: 'Next free' }).locator('label')
    const button = page.getByRole('button', { name: 'Book Now: Wanjiru Kamau' })
    const places = async () => [
      await times.evaluateAll((all) => all.map((label) => label.getBoundingClientRect().toJSON() as DOMRect)),
      await button.boundingBox(),
    ]
    const say = (clock: string, words: string, other: string, about: string) =>
      page.evaluate(
        ([clock = '', words = '', other = '', about = '']) => {
          document.querySelector('.panel-times > p')!.replaceChildren(clock)
          document.querySelectorAll('.panel-times strong, .panel-when').forEach((each) => each.replaceChildren(words))
          document.querySelectorAll('.panel-times label > span').forEach((each) => each.replaceChildren(other))
          document
            .querySelectorAll('.panel-price strong')
            .forEach((each) =>
              each.after(...(about ? [Object.assign(document.createElement('small'), { textContent: about })] : [])),
            )
        },
        [clock, words, other, about],
      )
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/mentors/wanjiru-kamau')
      await say('your time, Ufa', 'today 11:11', '', '')
      const shortest = await places()
      await say(
        'mentor’s time, San Fernando del Valle de Catamarca',
        'Wed 30 Nov, 20:00',
        '08:00 in San Fernando del Valle de Catamarca, +1 day',
        '(about ₹107,000)',
      )
      expect(await places(), `at ${width} px`).toEqual(shortest)
    }
  })
})

test('a page that comes in parts keeps still, though its header and footer are there in part at first', async ({
  page,
}) => {
  await watchFromTheStart(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const whole = (await (await page.request.get('/confirm')).text()).replaceAll(/<script\b.*?<\/script>/gs, '')
  const after = (text: string, start: string) => whole.indexOf(text, whole.indexOf(start)) + text.length
  const ends = [after('<body>', ''), after('</button>', '<header'), after('</div>', '<footer'), whole.length]
  await page.route('**/in-parts', (route) => route.fulfill({ contentType: 'text/html' }))
  await page.goto('/in-parts')
  for (const [n, end] of ends.entries()) {
    await page.evaluate((text) => document.write(text), whole.slice(ends[n - 1] ?? 0, end))
    await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href)) // It has been received.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  }
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expectQuiet(page, 'once all is there')
})

test('fonts that load late shift next to nothing, since the fallback fonts are as wide', LONG, async ({ page }) => {
  await watchFromTheStart(page)
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.route('**/*.woff2', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/mentors', { waitUntil: 'domcontentloaded' })
  await scriptsRun(page)
  release()
  // Before anything scrolls: in how many steps the fonts come, and what is in sight then, would be chance.
  await page.evaluate(() => document.fonts.ready)
  await settled(page)
  const { shifts } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  const total = shifts.reduce((sum, shift) => sum + parseFloat(shift), 0)
  expect(total, shifts.join('\n')).toBeLessThan(0.02)
})

test('nothing shifts when a reader switches between day and night, or has switched before', LONG, async ({ page }) => {
  await watchFromTheStart(page)
  await page.goto('/about')
  await settled(page)
  await page.getByRole('group', { name: 'Day or night' }).getByText('Night', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night')
  await expectQuiet(page, 'when chosen')
  await page.goto('/mentors')
  await settled(page)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night')
  await expectQuiet(page, 'on the next page')
})
