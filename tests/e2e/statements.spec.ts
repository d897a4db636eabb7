/** A mentor's monthly statements and the invoices of platform fees, on their desk. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { enterAs } from '../support/payments/payout-data.ts'
import { settleStatementData } from '../support/payments/statement-data.ts'
import { expectAccessibleAndFitting } from './axe.ts'
import { expect } from './fixtures.ts'
import { onOwnProduct } from './own-product.ts'

const test = onOwnProduct(settleStatementData)

const WIDTHS = [1440, 768, 360]

async function downloadPdf(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  return (await readFile(await (await downloading).path())).toString('latin1', 0, 5)
}

test('a mentor reads and downloads a month’s statement and its invoice, and no one else does', async ({
  page,
  own,
  newVisitor,
}) => {
  await enterAs(page, 'ada')
  await page.goto('/desk/money')
  await page.getByRole('region', { name: 'Statements' }).locator(`a[href$="/${own.settled}"]`).click()
  const sheet = page.getByRole('article')
  await expect(sheet.getByRole('row', { name: /£45\.00.*£4\.50/ }).first()).toContainText('£40.50')
  await expect(sheet.getByRole('row', { name: /Closing balance/ })).toBeVisible()
  await expectAccessibleAndFitting(page, WIDTHS)
  expect(await downloadPdf(page)).toBe('%PDF-')
  await page.getByRole('link', { name: /^Invoice for platform fees/ }).click()
  await expect(sheet.getByRole('row', { name: /Total/ })).toContainText('£4.50')
  await expectAccessibleAndFitting(page, WIDTHS)
  expect(await downloadPdf(page)).toBe('%PDF-')
  const { pathname } = new URL(page.url())
  const other = await newVisitor()
  await enterAs(other, 'mary')
  for (const path of [pathname, `${pathname}.pdf`, `/desk/money/statements/${own.settled}.pdf`])
    expect((await other.request.get(path)).status(), path).toBe(404)
})
