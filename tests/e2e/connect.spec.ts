/**
 * A mentor sets up payouts at the payment service and is paid, a refund takes its part back, and an admin sees it and sends again what
 * was refused. On a product that pays by transfer.
 */
import type { Page } from '@playwright/test'
import type { Product } from '../support/product/processes.ts'
import { enterAs, settlePayoutData } from '../support/payments/payout-data.ts'
import { longIf } from '../support/halves.ts'
import { expectNoViolation, expectAccessibleAndFitting } from './axe.ts'
import { expect, mailsTo, scriptsRun } from './fixtures.ts'
import { onOwnProduct } from './own-product.ts'

const test = onOwnProduct(settlePayoutData, { PAYOUTS: 'connect' })

const PAYOUTS = '/admin-dashboard/payouts'
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Reloads a page until it says this: the minute's round comes, and jobs follow it. */
const expectInTime = (page: Page, path: string, text: string | RegExp) =>
  expect(async () => {
    await page.goto(path)
    await expect(main(page)).toContainText(text, { timeout: 1 })
  }).toPass({ timeout: 120_000, intervals: [1_000] })

/** Sets a fault of the payment service. */
async function breakService(product: Product, path: string, fields: Record<string, string> = {}): Promise<void> {
  const options = { method: 'POST', headers: { origin: product.url }, redirect: 'manual' as const }
  const response = await fetch(`${product.url}/sandbox/${path}`, { ...options, body: new URLSearchParams(fields) })
  expect(response.status).toBeLessThan(400)
}

/** Refused at first, then sent again by an admin until nothing waits. */
async function receiveMoney(page: Page, admin: Page, product: Product): Promise<void> {
  const again = admin.getByRole('button', { name: 'Send again' })
  await expectInTime(admin, PAYOUTS, 'Stripe refused it: the platform’s balance is too low.')
  await again.first().click()
  await expect(main(admin)).toContainText('Stripe refused the transfer again.')
  await breakService(product, 'heal')
  await expect(async () => {
    if ((await again.count()) > 0) await again.first().click()
    await expect(again).toHaveCount(0, { timeout: 1 })
  }).toPass({ timeout: 60_000 })
  await expect(main(admin)).toContainText('Transferred, ')
  await expectInTime(page, '/desk/money', /Paid out\s*£121\.50/)
}

async function refundPart(page: Page, admin: Page, booking: string): Promise<void> {
  await admin.goto(`/admin-dashboard/bookings/${booking}?do=refund`)
  await admin.getByLabel('Amount in GBP').fill('10')
  await admin.getByLabel('Reason, for the team').fill('The first half hour was lost')
  await press(admin, 'Refund this part')
  await expect(main(admin)).toContainText('The refund is on its way.')
  await expectInTime(page, '/desk/money', /Taken back after a refund, [^£]*−£9\.00/)
  await expect(main(page)).toContainText(/Paid out\s*£112\.50/)
  await admin.goto(PAYOUTS)
  await expect(main(admin)).toContainText('Taken back after a refund')
  // Not which numbers: a round may have numbered other bookings' receipts in between.
  const documents = /Receipts and credit notes\s*Receipt\s*R-[\w-]+-\d{6}\s*Credit note\s*C-[\w-]+-\d{6}/
  await expectInTime(admin, `/admin-dashboard/bookings/${booking}`, documents)
}

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

    test('a mentor leaves the form, brings a document, and can be paid by transfer', async ({
      page,
      newVisitor,
      own,
    }) => {
      if (!scripts) test.setTimeout(400_000)
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
        await expectAccessibleAndFitting(page, [1440, 360])
      }

      const admin = await newVisitor()
      await enterAs(admin, 'june')
      await admin.goto(PAYOUTS)
      await expect(main(admin)).toContainText('Stripe requires a photo of your ID or passport.')
      if (scripts) await expectNoViolation(admin)

      const refused = { call: 'transfer', code: 'balance_insufficient', times: '1000' }
      if (!scripts) await breakService(own.product, 'transfer-faults', refused)
      await setUp(page, 'Give Stripe the details', 'Finish setup')
      await expect(main(page)).toContainText('Payouts are set up.')
      await press(page, 'Open Stripe dashboard')
      await expect(page).toHaveURL(/\/sandbox\/connect\/(?!setup)/)
      await expect
        .poll(async () => (await mailsTo(page.request, `${who}@example.com`)).map(({ subject }) => subject).toSorted())
        .toEqual(
          expect.arrayContaining([
            'Your payouts at Landfall are set up',
            'Your payouts at Landfall: Stripe needs more details',
          ]),
        )
      await admin.reload()
      await expect(main(admin)).toContainText('Active')
      if (scripts) return
      await receiveMoney(page, admin, own.product)
      await refundPart(page, admin, own.settled.mary[0]!)
    })
  })
}
