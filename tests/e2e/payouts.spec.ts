/** What mentors earned is paid out: their desk, and the admin's page. On a product with sessions that are due. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { enterAs, settlePayoutData } from '../support/payments/payout-data.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import { longIf } from '../support/halves.ts'
import { axeOn } from './axe.ts'
import { expect, mailsTo, scriptsRun, test as base } from './fixtures.ts'
import { spills } from './public-pages.ts'

const test = base.extend<object, { paying: Product }>({
  paying: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it needs from here.
    async ({}, use) => {
      const data = copySeededData(await seedData())
      await settlePayoutData(data)
      const product = await startProduct({ data })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ paying }, use) => use(paying.url),
})

const main = (page: Page) => page.getByRole('main')
/** A figure of the desk by its name. */
const figure = (page: Page, name: string) =>
  main(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })

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

      const admin = await newVisitor()
      await enterAs(admin, 'june')
      await admin.goto('/admin-dashboard')
      await admin.getByRole('link', { name: 'Payouts' }).click()
      if (scripts) await scriptsRun(admin)
      await admin.getByRole('button', { name: 'Create payout batch: £121.50 to 1 mentor' }).dblclick()
      await expect(admin.getByRole('button', { name: 'Mark as paid' })).toHaveCount(1)

      const downloading = admin.waitForEvent('download')
      await admin.getByRole('button', { name: 'Download the transfers (CSV)' }).first().click()
      const file = await readFile(await (await downloading).path(), 'utf8')
      expect(file).toMatch(/\r\n"'=Ada Lovelace",GB,20-00-00 55779911,,121\.50,GBP,PAYOUT /)

      await admin.getByRole('button', { name: 'Mark as paid' }).dblclick()
      await expect(admin.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0)
      await page.goto('/desk/money')
      await expect(figure(page, 'Paid out')).toContainText('£121.50')
      await expect(figure(page, 'Due')).toContainText('£0.00')
      await expect
        .poll(async () => (await mailsTo(page.request, `${who}@example.com`)).map(({ subject }) => subject).toSorted())
        .toEqual(['Landfall has paid you £121.50', 'Your payout details at Landfall changed'])
    })
  })
}

test('the report of a year is downloaded', async ({ page }) => {
  await enterAs(page, 'june')
  await page.goto('/admin-dashboard/payouts')
  await scriptsRun(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('combobox', { name: 'Year' }).selectOption({ index: 0 })
  await page.getByRole('button', { name: 'Download the report (CSV)' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).toContain('Name on the account,Name as a mentor,Country')
})

for (const width of [360, 768, 1440]) {
  test(`the pages of money are accessible and fit ${width} px`, longIf(width !== 360), async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const [who, path] of [
      ['ada', '/desk/money'],
      ['june', '/admin-dashboard/payouts'],
    ] as const) {
      await enterAs(page, who)
      await page.goto(path)
      expect(await spills(page)).toEqual([])
      expect((await axeOn(page).analyze()).violations).toEqual([])
    }
  })
}
