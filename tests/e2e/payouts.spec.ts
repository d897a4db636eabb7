/** What mentors earned is paid out: their desk, and the admin's page. On a product with sessions that are due. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { enterAs, settlePayoutData } from '../support/payments/payout-data.ts'
import { longIf } from '../support/halves.ts'
import { expectAccessibleAndFitting } from './axe.ts'
import { expect, mailsTo, scriptsRun } from './fixtures.ts'
import { onOwnProduct } from './own-product.ts'

const test = onOwnProduct(settlePayoutData)

const main = (page: Page) => page.getByRole('main')
/** A figure of the desk by its name. */
const figure = (page: Page, name: string) =>
  main(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })

/** What a button downloads, as text. */
async function download(page: Page, button: string): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).first().click()
  return readFile(await (await downloading).path(), 'utf8')
}

const WIDTHS = [1440, 768, 360]

for (const scripts of [true, false]) {
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, longIf(!scripts), () => {
    test.use({ javaScriptEnabled: scripts, expected: /status of 400/ }) // What was typed wrongly.

    test('a mentor says where to pay, an admin pays them once by double clicks, and both see it', async ({
      page,
      newVisitor,
    }) => {
      const who = scripts ? 'ada' : 'mary'
      await enterAs(page, who)
      await page.goto('/desk/money')
      if (scripts) await scriptsRun(page)
      await expect(figure(page, 'Earned')).toContainText('£121.50')
      await expect(figure(page, 'Due')).toContainText('£121.50')
      await page.getByLabel('Name on the account').fill('=Ada Lovelace')
      await page.getByLabel('Country you live in').selectOption('GB')
      await page.getByRole('textbox', { name: 'Account' }).last().fill('12')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(main(page)).toContainText('Enter an IBAN, or the sort code and the account number')
      await page.getByLabel(/^Account/).fill('20-00-00 55779911')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(main(page)).toContainText('To =Ada Lovelace, United Kingdom, account … 9911.')

      await page.getByRole('radio', { name: 'A company' }).check()
      await expect(page.getByLabel('Last name')).toBeHidden()
      await page.getByRole('radio', { name: 'A person' }).check()
      await page.getByLabel('Last name').fill('Lovelace')
      await page.getByLabel('Date of birth').fill('1985-12-10')
      await page.getByLabel('Street and number').fill('12 St James’s Square')
      await page.getByLabel('Town or city', { exact: true }).fill('London')
      await page.getByRole('combobox', { name: 'Country', exact: true }).selectOption('GB')
      await page.getByLabel('Country that issued').selectOption('GB')
      await page.getByRole('button', { name: 'Save tax details' }).click()
      await expect(main(page)).toContainText('Enter the tax number, or tick the box below it')
      await expect(page.getByLabel('Date of birth')).toHaveValue('1985-12-10')
      if (scripts) await expectAccessibleAndFitting(page, WIDTHS)
      await page.getByLabel('Tax identification number').fill('1234567890')
      await page.getByRole('button', { name: 'Save tax details' }).click()
      await expect(main(page)).toContainText('Lovelace, United Kingdom. Tax number … 7890.')

      const admin = await newVisitor()
      await enterAs(admin, 'june')
      await admin.goto('/admin-dashboard')
      await admin.getByRole('link', { name: 'Payouts' }).click()
      if (scripts) await scriptsRun(admin)
      await admin.getByRole('button', { name: 'Create payout batch: £121.50 to 1 mentor' }).dblclick()
      await expect(admin.getByRole('button', { name: 'Mark as paid' })).toHaveCount(1)
      const transfers = await download(admin, 'Download the transfers (CSV)')
      expect(transfers).toMatch(/\r\n"'=Ada Lovelace",GB,20-00-00 55779911,,121\.50,GBP,PAYOUT /)
      if (scripts) await expectAccessibleAndFitting(admin, WIDTHS)

      await admin.getByRole('button', { name: 'Mark as paid' }).dblclick()
      await expect(admin.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0)
      await page.goto('/desk/money')
      await expect(figure(page, 'Paid out')).toContainText('£121.50')
      await expect(figure(page, 'Due')).toContainText('£0.00')
      if (scripts) await expectAccessibleAndFitting(page, WIDTHS)
      await expect
        .poll(async () => (await mailsTo(page.request, `${who}@example.com`)).map(({ subject }) => subject).toSorted())
        .toEqual([
          'Landfall has paid you £121.50',
          'Your payout details at Landfall changed',
          'Your tax details at Landfall changed',
        ])

      await admin.locator('#sellers-year').selectOption({ index: 0 }) // Documents have a year, too.
      const report = await download(admin, 'Download CSV')
      expect(report).toMatch(/Kind,Legal name,Display name[^]*Individual,Lovelace,/)
    })
  })
}
