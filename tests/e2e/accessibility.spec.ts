import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import {
  bookUpToPayment,
  chooseSession,
  chooseTime,
  expect,
  expectSuccess,
  next,
  openBooking,
  pay,
  payByCard,
  PAYS,
  scriptsRun,
  somebody,
  test,
  typeDetails,
} from './fixtures.ts'

async function expectNoViolation(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(width[0]).toBeLessThanOrEqual(width[1]!)
}

const LOOKS = [
  { width: 360, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const

for (const { width, colorScheme } of LOOKS) {
  test.describe(`at ${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme, expected: /status of 400/ })

    test('list and mentor have no violation', async ({ page }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      for (const path of ['/mentors', '/mentors?q=nobody-is-called-this', '/mentors/wanjiru-kamau']) {
        await page.goto(path)
        await scriptsRun(page)
        await expectNoViolation(page)
      }
    })

    test('the booking dialog has no violation in any step', async ({ page }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      await openBooking(page, 'Wanjiru Kamau')
      await expectNoViolation(page)
      await chooseSession(page)
      await chooseTime(page)
      await expectNoViolation(page)
      await next(page).click()
      await expectNoViolation(page)
      await typeDetails(page, { ...somebody(), email: 'wrong' })
      await pay(page).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectNoViolation(page)
    })

    test('the result pages have no violation', async ({ page }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      await bookUpToPayment(page, 'Wanjiru Kamau', somebody())
      await payByCard(page, PAYS)
      await expectSuccess(page)
      await page.keyboard.press('Shift') // Stay.
      await expectNoViolation(page)
      for (const path of ['/success', '/cancel', '/problem']) {
        await page.goto(path)
        await scriptsRun(page)
        await page.keyboard.press('Shift')
        await expectNoViolation(page)
      }
    })

    test('booking without the dialog has no violation', async ({ page }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      await page.goto('/mentors/wanjiru-kamau/book')
      await scriptsRun(page)
      await expectNoViolation(page)
      await chooseSession(page)
      await chooseTime(page)
      await expectNoViolation(page)
      await next(page).click()
      await expectNoViolation(page)
    })
  })
}
