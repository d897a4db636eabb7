/** Operators and mentors make discount codes, on a phone. */
import { readFile } from 'node:fs/promises'
import { enterAsMentor } from '../support/accounts/demo-mentors.ts'
import { enterAs } from '../support/bookings/booked-data.ts'
import { LONG } from '../support/halves.ts'
import { expectAccessibleAndFitting } from './axe.ts'
import { test as adminTest } from './desk-product.ts'
import { expect, scriptsRun, test } from './fixtures.ts'

const PHONE = { viewport: { width: 360, height: 900 }, expected: /status of 400/ }

adminTest.describe('an admin', () => {
  adminTest.use(PHONE)

  adminTest('creates a batch for mentors by name, and downloads it', LONG, async ({ page }) => {
    await enterAs(page, 'june')
    await page.goto('/admin-dashboard/codes')
    await scriptsRun(page)
    await page.getByRole('link', { name: 'Create a batch' }).click()
    await page.getByLabel('Name of the batch').fill('Leeds, autumn')
    await page.getByLabel('Number of codes').fill('a few')
    await page.getByLabel('Percent off').fill('100')
    await page.getByLabel('Only with these mentors').fill('/mentors/wanjiru-kamau')
    await page.getByRole('button', { name: 'List their sessions and cohorts' }).click()
    await page
      .getByRole('checkbox', { name: /Wanjiru Kamau/ })
      .first()
      .check()
    await page.getByRole('button', { name: 'Create batch' }).click()
    await expect(page.getByRole('alert')).toContainText('Not saved.')
    await expect(page.getByLabel('Number of codes')).toBeFocused()
    await expect(page.getByRole('checkbox', { name: /Wanjiru Kamau/ }).first()).toBeChecked()
    await expectAccessibleAndFitting(page)
    await page.getByLabel('Number of codes').fill('60')
    await page.getByRole('button', { name: 'Create batch' }).click()
    await expect(page.getByRole('heading', { name: 'Leeds, autumn' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('60 codes, 0 used, 0 disabled.')
    await expectAccessibleAndFitting(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    expect(file.trim().split('\n')).toHaveLength(61)
    await page.getByRole('button', { name: 'Disable all' }).click()
    await expect(page.getByRole('main')).toContainText('60 codes, 0 used, 60 disabled.')
    await page.goto('/admin-dashboard/codes')
    await expect(page.getByRole('row', { name: /Leeds, autumn/ })).toContainText('60')
    await expectAccessibleAndFitting(page)
  })
})

test.describe('a mentor, without scripts', () => {
  test.use({ ...PHONE, javaScriptEnabled: false })

  test('adds a code of an amount, and disables it once they have said so twice', LONG, async ({ page }) => {
    await enterAsMentor(page, 'olena-kovalenko')
    await page.goto('/desk/codes')
    await page.getByRole('textbox', { name: /^Code/ }).fill('friends-7')
    await page.getByRole('radio', { name: 'Fixed amount' }).check()
    await expect(page.getByLabel('Percent off')).toBeHidden()
    await page.getByLabel('Amount off').fill('7,50')
    await page.getByRole('button', { name: 'Add code' }).click()
    await expect(page.getByText('Enter an amount, such as 10.00')).toBeVisible()
    await page.getByLabel('Amount off').fill('7.50')
    await page.getByRole('button', { name: 'Add code' }).click()
    await expect(page.getByRole('main')).toContainText('Code FRIENDS7 added.')
    await expect(page.getByRole('listitem').filter({ hasText: 'FRIENDS7' })).toContainText('£7.50 off')
    await page.getByRole('link', { name: 'Disable FRIENDS7' }).click()
    await page.getByRole('button', { name: 'Disable code' }).click()
    await expect(page.getByRole('main')).toContainText('Code disabled.')
    await expect(page.getByRole('listitem').filter({ hasText: 'FRIENDS7' })).toContainText('Disabled')
  })
})
