/**
 * npm run shots [-- <name> …]   every screen, or those whose names begin so
 *
 * Writes `shots/<screen>-<width>-<day|night>.png`: each screen at 360, 768 and 1440 px, for people to look at. Nothing
 * compares them; layouts are tested as boxes. It starts and ends a product of its own on demo data, as the tests do.
 *
 * Environment: LANDFALL_BUILD is the folder of the build (default `build`); SEEDED_DATA a folder of demo data to copy;
 * CHROMIUM_PATH the browser to use.
 */
import { mkdirSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import type { Screen } from './account-screens.ts'
import { SCREENS } from './screens.ts'
import { startProduct } from '../../tests/support/product/processes.ts'
import { copySeededData } from '../../tests/support/product/seeded.ts'
import { CHROMIUM_FLAGS, HOW_TO_GET_CHROMIUM, obtainChromium } from '../chromium.ts'

const FOLDER = 'shots'
const SIZES = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
const LIGHTS = [
  { name: 'day', colorScheme: 'light' },
  { name: 'night', colorScheme: 'dark' },
] as const

const named = process.argv.slice(2)
const screens = SCREENS.filter(({ name }) => named.length === 0 || named.some((start) => name.startsWith(start)))
if (screens.length === 0) {
  console.error(`There is no screen ${named.join(', ')}. Choose from: ${SCREENS.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(1)) // Started processes end with this one.
}

const executable = await obtainChromium()
if (!executable) {
  console.error(HOW_TO_GET_CHROMIUM)
  process.exit(1)
}
mkdirSync(FOLDER, { recursive: true })
const seeded = process.env['SEEDED_DATA']
const product = await startProduct({
  build: process.env['LANDFALL_BUILD'] ?? 'build',
  ...(seeded && { data: copySeededData(seeded) }),
})
const browser = await chromium.launch({ executablePath: executable, args: CHROMIUM_FLAGS })
const failures: string[] = []
for (const screen of screens) {
  const started = performance.now()
  const context = await browser.newContext({
    baseURL: product.url,
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce', // Shows animations at their end.
    viewport: { ...SIZES[0]! },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  try {
    await screen.open(page)
    await shoot(page, screen)
    console.log(`${screen.name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  } catch (error) {
    failures.push(screen.name)
    console.error(`${screen.name}: ${error instanceof Error ? error.message : String(error)}`)
  }
  await context.close()
}
await browser.close()
await product.stop()
console.log(`\n${screens.length - failures.length} screens in ${FOLDER}/`)
if (failures.length > 0) {
  console.error(`Not reached: ${failures.join(', ')}`)
  process.exitCode = 1
}

async function shoot(page: Page, { name, whole = true, widths }: Screen): Promise<void> {
  for (const size of SIZES.filter(({ width }) => !widths || widths.includes(width))) {
    await page.setViewportSize(size)
    await page.evaluate(showEveryPicture)
    for (const light of LIGHTS) {
      await page.emulateMedia({ colorScheme: light.colorScheme })
      await page.screenshot({ path: `${FOLDER}/${name}-${size.width}-${light.name}.png`, fullPage: whole })
    }
  }
}

/** Runs in the page: loads the lazy pictures below the fold. */
async function showEveryPicture(): Promise<void> {
  for (const picture of document.images) picture.loading = 'eager'
  await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})))
  await document.fonts.ready
}
