/** A site that sells in yen, which have no decimals. Its own product: a site keeps the currency that it has sold in. */
import { startProduct, type Product } from '../support/product/processes.ts'
import { LONG } from '../support/halves.ts'
import { bookUpToPayment, expect, findBookingLink, mailsTo, newContact, completePayment } from './fixtures.ts'
import { test as base } from './fixtures.ts'

const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that this needs nothing.
    async ({}, use) => {
      const product = await startProduct({ env: { CURRENCY: 'JPY' } })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
})

test('a visitor books, pays and cancels in yen', LONG, async ({ page, request }) => {
  const visitor = newContact()
  await bookUpToPayment(page, 'Linh Nguyen', visitor)
  await expect(page.getByText('¥10,000').first()).toBeVisible()
  await completePayment(page)
  await expect(page.getByText('¥10,000').first()).toBeVisible()
  const [mail] = await mailsTo(request, visitor.email)
  expect(mail!.text).toContain('Paid: ¥10,000')
  await page.goto(await findBookingLink(request, visitor.email))
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel and refund ¥10,000' }).click()
  await expect(page.getByText(/^The whole ¥10,000 (is being|was) refunded/)).toBeVisible()
})
