/** The end-to-end tests: a person's journeys in a real Chromium, against the built product. */
import { defineConfig } from '@playwright/test'
import { half, LONG } from './tests/support/halves.ts'
import { CHROMIUM_FLAGS, findChromium, HOW_TO_GET_CHROMIUM } from './scripts/chromium.ts'

const executable = await findChromium()
if (!executable) throw new Error(HOW_TO_GET_CHROMIUM)
process.env['CHROMIUM_PATH'] = executable // Playwright's workers read this file again and need not look again.

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  ...(half === 'short' && { grepInvert: new RegExp(LONG.tag) }),
  ...(half === 'long' && { grep: new RegExp(LONG.tag) }),
  outputDir: '.landfall/e2e',
  globalSetup: './tests/support/product/product.ts',
  workers: 2, // On two cores, beside the tests in Node.
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    contextOptions: { reducedMotion: 'reduce' }, // Drawing what moves takes a tenth of the time.
    baseURL: process.env['PRODUCT_URL'], // Set by then: it is the workers that use it.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: executable, args: CHROMIUM_FLAGS },
  },
})
