/** A mentor sets up payouts at the payment service, and an admin sees it. On a product that pays by transfer. */
import type { Page } from '@playwright/test'
import { enterAs, settlePayoutData } from '../support/payments/payout-data.ts'
import { longIf } from '../support/halves.ts'
import { expectNoViolation } from './axe.ts'
import { expect, mailsTo, scriptsRun } from './fixtures.ts'
import { onOwnProduct } from './own-product.ts'
import { spills } from './public-pages.ts'

const test = onOwnProduct(settlePayoutData, { PAYOUTS: 'connect' })

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Leaves the desk by a button, and ends the service's form by a choice, which leads back. */
async function setUp(page: Page, button: string, choice: string): Promise<void> {
  await press(page, button)
  await expect(page).toHaveURL(/\/sandbox\/connect\/setup\//)
  await press(page, choice)
  await expect(page).toHaveURL(/\/desk\/money$/)
}

for (const scripts of [true, false]) {
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, longIf(!scripts), () => {
    test.use({ javaScriptEnabled: scripts, expected: /status of 400/ }) // No country was chosen.

    test('a mentor leaves the form, brings a document, and can be paid by transfer', async ({ page, newVisitor }) => {
      const who = scripts ? 'ada' : 'mary'
      await enterAs(page, who)
      await page.goto('/desk/money')
      if (scripts) await scriptsRun(page)
      const country = page.getByLabel('Country where you live or have your business')
      await country.selectOption('')
      await press(page, 'Set up payouts')
      await expect(main(page)).toContainText('Choose the country')
      await country.selectOption('GB')
      await setUp(page, 'Set up payouts', 'Return without changes')
      await expect(main(page)).toContainText('You haven’t finished setting up your Stripe account.')
      await setUp(page, 'Continue setup', 'Submit, document missing')
      await expect(main(page)).toContainText('a photo of your ID or passport')
      if (scripts) {
        await expectNoViolation(page)
        for (const width of [1440, 360]) {
          await page.setViewportSize({ width, height: 900 })
          expect(await spills(page), `at ${width} px`).toEqual([])
        }
      }

      const admin = await newVisitor()
      await enterAs(admin, 'june')
      await admin.goto('/admin-dashboard/payouts')
      await expect(main(admin)).toContainText('Stripe requires a photo of your ID or passport.')
      if (scripts) await expectNoViolation(admin)

      await setUp(page, 'Give Stripe the details', 'Finish setup')
      await expect(main(page)).toContainText('Payouts are set up.')
      await press(page, 'Open Stripe dashboard')
      await expect(page).toHaveURL(/\/sandbox\/connect\/(?!setup)/)
      await expect
        .poll(async () => (await mailsTo(page.request, `${who}@example.com`)).map(({ subject }) => subject).toSorted())
        .toEqual(['Your payouts at Landfall are set up', 'Your payouts at Landfall: Stripe needs more details'])
      await admin.reload()
      await expect(main(admin)).toContainText('Active')
    })
  })
}
