/** Prices in the visitor's currency: about what they are, while the charge stays in pounds. */
import type { Page } from '@playwright/test'
import { LONG } from '../support/halves.ts'
import { nonEmpty } from '../support/non-empty.ts'
import { chooseTime, expect, next, test } from './fixtures.ts'

const RUPEES = /about ₹[\d,]+/
/** Behind a price. */
const IN_BRACKETS = /\(about ₹[\d,]+\)/

test('a visitor from Kolkata sees about how many rupees a session costs, up to the button that pays pounds', async ({
  page,
}) => {
  await page.goto('/mentors')
  const card = page.getByRole('listitem').filter({ hasText: 'Wanjiru Kamau' })
  await expect(card).toContainText(IN_BRACKETS)
  await card.getByRole('link', { name: 'View Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wanjiru Kamau' })).toBeVisible()
  const sessions = page.getByRole('region', { name: 'Choose a session' })
  await expect(sessions.locator('label').filter({ hasText: '£' }).first()).toContainText(RUPEES)
  const bar = sessions.locator('.panel-price')
  await expect(bar).toContainText(IN_BRACKETS)
  const before = await bar.locator('small:visible').textContent()
  await sessions.getByRole('radio', { name: /£35/ }).check()
  await expect(bar.locator('strong:visible')).toHaveText('£35')
  await expect(bar.locator('small:visible'), 'of the chosen session').not.toHaveText(before!)
  const similar = page.getByRole('region', { name: 'Similar mentors' }).getByRole('listitem')
  // “Free, others from £22” stays in pounds: its first word is what the card is about.
  const priced = similar.filter({ hasText: '£', hasNotText: 'Free' })
  for (const one of nonEmpty(await priced.all())) await expect(one).toContainText(RUPEES)

  await page.goto('/mentors/wanjiru-kamau/book')
  await page.getByRole('link', { name: '£' }).first().click()
  await expect(page.getByText(RUPEES).first()).toBeVisible()
  await chooseTime(page)
  await next(page).click()
  await expect(page.getByText(/You pay £[\d.]+ \(about ₹[\d,]+\)\./)).toBeVisible()
  await expect(page.getByText(/Estimate: European Central Bank, \d+ \w+ \d{4}/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay £\d+\.\d\d$/ })).toBeVisible()
})

test.describe('a visitor from London', () => {
  test.use({ timezoneId: 'Europe/London' })

  test('sees pounds alone, and can read whose rates others see', async ({ page }) => {
    await page.goto('/mentors/wanjiru-kamau')
    await expect(page.getByRole('region', { name: 'Similar mentors' })).toContainText('per session')
    await expect(page.getByRole('main')).not.toContainText('(about')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Currency' }).click()
    await expect(page.getByLabel('Also show prices in')).toHaveValue('GBP')
    await expect(page.getByText(/^Rates: European Central Bank, \d+ \w+ \d{4}$/)).toBeVisible()
  })
})

test(
  'a visitor whose currency becomes known on the page that chooses it comes back to where they were',
  LONG,
  async ({ page, context }) => {
    await page.goto('/mentors/wanjiru-kamau')
    await expect(page.getByRole('region', { name: 'Choose a session' })).toContainText(RUPEES)
    await context.clearCookies({ name: 'zone' })
    const secondRead = page.waitForResponse(/\/currency\.data/)
    await page.evaluate(() => location.assign('/currency'))
    await (await secondRead).finished()
    await expect(page.getByText('Indian rupee')).toBeAttached()
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL('/mentors/wanjiru-kamau')
  },
)

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('a visitor chooses a currency with the keyboard, then pounds alone, and comes back to where they were', async ({
      page,
    }) => {
      const sessions = page.getByRole('region', { name: 'Choose a session' })
      await page.goto('/mentors/wanjiru-kamau')
      if (javaScriptEnabled) await expect(sessions).toContainText(RUPEES)
      await choose(page, 'Japanese')
      await expect(sessions).toContainText(/about ¥[\d,]+/)
      await choose(page, 'British')
      await expect(sessions).not.toContainText('about')
    })
  })
}

async function choose(page: Page, typed: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Currency' }).press('Enter')
  await page.getByLabel('Also show prices in').focus()
  await page.keyboard.type(typed)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/mentors/wanjiru-kamau')
}
