import type { Page } from '@playwright/test'
import { longIf } from '../support/halves.ts'
import { axeOn } from './axe.ts'
import {
  bookUpToPayment,
  chooseSession,
  chooseTime,
  expect,
  expectSuccess,
  next,
  payByCard,
  PAYS,
  scriptsRun,
  newContact,
  test,
} from './fixtures.ts'

async function expectNoViolation(page: Page): Promise<void> {
  const { violations } = await axeOn(page).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(width[0]).toBeLessThanOrEqual(width[1]!)
}

const LOOKS = [
  { width: 360, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const

for (const { width, colorScheme } of LOOKS) {
  test.describe(`at ${width} px, ${colorScheme}`, longIf(width !== 360), () => {
    test.use({ viewport: { width, height: 800 }, colorScheme, expected: /status of 400/ })

    test('the page after paying has no violation', async ({ page }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      await bookUpToPayment(page, 'Yuting Chen', newContact())
      await payByCard(page, PAYS)
      await expectSuccess(page)
      await page.keyboard.press('Shift') // Stay.
      await expectNoViolation(page)
    })

    test('the pages of the stand-ins, for paying and for emails, have no violation', async ({ page }) => {
      test.slow() // As above.
      await bookUpToPayment(page, 'Yuting Chen', newContact())
      await expect(page.getByLabel('Card number')).toBeVisible()
      await expectNoViolation(page)
      await payByCard(page, PAYS)
      await expectSuccess(page)
      await page.goto('/sandbox/mail')
      await expectNoViolation(page)
      await page.goto('/sandbox')
      await expectNoViolation(page)
    })

    test('booking without the dialog has no violation', async ({ page }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      await page.goto('/mentors/yuting-chen/book')
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
