/** Prices in the visitor's currency: about what they are, while the charge stays in pounds. */
import type { Page } from '@playwright/test'
import { nonEmpty } from '../support/non-empty.ts'
import { expect, scriptsRun, test } from './fixtures.ts'

const RUPEES = /about ₹[\d,]+/

test.describe('a visitor from Kolkata', () => {
  test('sees about how many rupees a session costs, up to the button that pays pounds', async ({ page }) => {
    await page.goto('/mentors')
    const card = page.getByRole('listitem').filter({ hasText: 'Wanjiru Kamau' })
    await expect(card).toContainText(RUPEES)
    await card.getByRole('link', { name: 'View Profile' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Wanjiru Kamau' })).toBeVisible()
    const sessions = page.getByRole('region', { name: 'Choose a session' })
    await expect(sessions.locator('label').filter({ hasText: '£' }).first()).toContainText(RUPEES)
    const bar = sessions.locator('.panel-price')
    await expect(bar).toContainText(RUPEES)
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
    await page.locator('label:has(input[name=at])').first().click()
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(page.getByText(/You pay £[\d.]+ \(about ₹[\d,]+\)\./)).toBeVisible()
    await expect(page.getByText(/Estimate: European Central Bank, \d+ \w+ \d{4}/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay £\d+\.\d\d$/ })).toBeVisible()
  })

  test('chooses another currency, then pounds alone, and comes back to where they were', async ({ page }) => {
    await page.goto('/mentors/wanjiru-kamau')
    await scriptsRun(page)
    const sessions = page.getByRole('region', { name: 'Choose a session' })
    await expect(sessions).toContainText(RUPEES)
    await choose(page, 'Euro (EUR)')
    await expect(page).toHaveURL('/mentors/wanjiru-kamau')
    await expect(sessions).toContainText(/about €[\d,.]+/)
    await expect(sessions).not.toContainText('₹')

    await choose(page, 'British pound (GBP)')
    await expect(page).toHaveURL('/mentors/wanjiru-kamau')
    await expect(sessions).not.toContainText('about')
    await page.goto('/')
    await expect(page.getByRole('list', { name: 'Mentors' })).toContainText('per session')
    await expect(page.getByRole('list', { name: 'Mentors' })).not.toContainText('about')
  })
})

async function choose(page: Page, currency: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Currency' }).click()
  await page.getByLabel('Also show prices in').selectOption(currency)
  await page.getByRole('button', { name: 'Show' }).click()
}

test.describe('a visitor from London', () => {
  test.use({ timezoneId: 'Europe/London' })

  test('sees pounds alone, and can read whose rates others see', async ({ page }) => {
    await page.goto('/mentors')
    await expect(page.getByRole('main')).toContainText('per session')
    await expect(page.getByRole('main')).not.toContainText('about')
    await page.goto('/mentors/wanjiru-kamau')
    await expect(page.locator('.panel-price')).not.toContainText('about')
    await expect(page.getByRole('region', { name: 'Similar mentors' })).toContainText('per session')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Currency' }).click()
    await expect(page.getByLabel('Also show prices in')).toHaveValue('GBP')
    await expect(page.getByText(/^Rates: European Central Bank, \d+ \w+ \d{4}$/)).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor chooses a currency with the keyboard', async ({ page }) => {
    await page.goto('/mentors/wanjiru-kamau')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Currency' }).press('Enter')
    await page.getByLabel('Also show prices in').focus()
    await page.keyboard.type('Japanese')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Show' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/mentors/wanjiru-kamau')
    await expect(page.getByRole('region', { name: 'Choose a session' })).toContainText(/about ¥[\d,]+/)
  })
})
