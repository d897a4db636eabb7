/** Pages on paper: what is read is printed, what can only be pressed is not. The receipt is in `booking-page.spec.ts`. */
import type { Page } from '@playwright/test'
import { LONG } from '../support/halves.ts'
import { bookByApi, expect, findBookingLink, newContact, scriptsRun, test } from './fixtures.ts'
import { main } from './people.ts'

test.use({ viewport: { width: 794, height: 1123 } }) // A sheet of A4.

async function print(page: Page): Promise<void> {
  await scriptsRun(page)
  await page.emulateMedia({ media: 'print' })
}

/** Controls, and links that stand alone. */
async function expectNothingToPress(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  const controls = page.locator('button, input, select, textarea, summary, nav, .button-primary, .button-secondary')
  await expect(controls.filter({ visible: true })).toHaveCount(0)
}

test('a booking’s page is printed with when it is, the refund, the topic and the receipt', LONG, async ({ page }) => {
  const visitor = newContact()
  await bookByApi(page.request, 'ibrahim-diallo', visitor)
  const link = await findBookingLink(page.request, visitor.email)
  await page.goto(link)
  const offered = main(page).getByRole('link', {
    name: /^(Print|Delete my data|End all|Check camera|Messages|Receipt)/,
  })
  await expect(offered.filter({ visible: true })).not.toHaveCount(0)
  await print(page)
  await expectNothingToPress(page)
  await expect(offered.filter({ visible: true })).toHaveCount(0)
  await expect(main(page)).toContainText(link.split('/')[2]!)
  await expect(page.locator('.booking-time').first()).toHaveText(/^\d\d:\d\d$/)
  await expect(page.getByText(visitor.topic)).toBeVisible()
  for (const name of ['If your plans change', 'Messages', 'Receipt'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.locator('.booking-receipt')).toContainText('£')
})

test('a mentor’s page is printed with all that each session leaves one with', async ({ page }) => {
  await page.goto('/mentors/ananya-rao')
  const described = page.locator('.panel-more')
  const count = await described.count()
  expect(count).toBeGreaterThan(1)
  await expect(described.filter({ visible: true })).toHaveCount(1)
  await print(page)
  await expectNothingToPress(page)
  await expect(described.filter({ visible: true })).toHaveCount(count)
  await expect(main(page).getByRole('link', { name: 'Report' }).filter({ visible: true })).toHaveCount(0)
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Ananya Rao')
})
