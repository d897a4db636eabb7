/** Text twice as large on a phone, as people set it in their browser. */
import { CHROMIUM_FLAGS } from '../../scripts/chromium.ts'
import { expect, scriptsRun, test } from './fixtures.ts'
import { spills } from './public-pages.ts'

test.use({
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH']!,
    args: [...CHROMIUM_FLAGS, '--blink-settings=defaultFontSize=32'],
  },
  viewport: { width: 360, height: 780 },
})

/** A place's name in italics may lean over its box. */
const LEAN = 17

const PATHS = [
  '/',
  '/mentors',
  '/mentors?moving_from=IN&moving_to=GB',
  '/mentors/wanjiru-kamau',
  '/become-a-mentor',
  '/faq',
]

test('with text twice as large the name and the choices stay whole', async ({ page }) => {
  for (const path of PATHS) {
    await page.goto(path)
    await scriptsRun(page)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    const name = page.getByRole('banner').getByRole('link', { name: 'Landfall' })
    const { height } = (await name.boundingBox())!
    expect(height, `the name is on one line: ${path}`).toBeLessThan(100)
    for (const choice of await page.getByRole('combobox').all()) {
      if (!(await choice.isVisible())) continue
      const box = (await choice.boundingBox())!
      expect(box.x + box.width, path).toBeLessThanOrEqual(360)
      expect(box.width, `room for the words: ${path}`).toBeGreaterThan(200)
    }
    const beyond = (await spills(page)).filter((each) => Number(/ends ([\d.]+) px/.exec(each)?.[1] ?? Infinity) > LEAN)
    expect(beyond, path).toEqual([])
  }
})
