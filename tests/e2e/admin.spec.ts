/** The admins' desk: a refund, the export, money that moved without us, and every page for assistive software. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { enterAs, referenceOf, settleBookedSessions } from '../support/bookings/booked-data.ts'
import { LONG } from '../support/halves.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import { expectAccessibleAndFitting } from './axe.ts'
import { test } from './desk-product.ts'
import { bookUpToPayment, expect, mailsTo, payByCard, PAYS, newContact, completePayment } from './fixtures.ts'
import { keysAnswer } from './keys.ts'

const main = (page: Page) => page.getByRole('main')
const sheet = (page: Page) => main(page).getByRole('region').filter({ hasText: 'A note for the team' })
const rows = (page: Page) => main(page).getByRole('table', { name: 'Bookings' }).locator('tbody').getByRole('link')

test('an admin finds a booking by keys, exports what is found, opens it beside the list and gives a part back', async ({
  page,
  newVisitor,
}) => {
  test.setTimeout(90_000)
  const [visitor, buyer] = [newContact(), await newVisitor()]
  await bookUpToPayment(buyer, 'Wanjiru Kamau', visitor)
  await completePayment(buyer)

  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAs(page, 'june')
  await page.goto('/admin-dashboard/bookings')
  await keysAnswer(page)
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox')
  await expect(search).toBeFocused()
  await search.fill(visitor.email)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const [head, ...lines] = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n')
  expect(head).toMatch(/^\u{FEFF}reference,mentorName,userName,/u)
  expect(lines).toEqual([expect.stringContaining(visitor.email)])
  await search.evaluate((field: HTMLElement) => field.blur()) // Letters are text while a field has the focus.
  await page.keyboard.press('j')
  await expect(rows(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet(page)).toContainText(visitor.email)
  await expect(rows(page)).toBeVisible()

  await sheet(page).getByRole('link', { name: 'Refund part...' }).click()
  await sheet(page).getByLabel('Amount in GBP').fill('10')
  await sheet(page).getByLabel('Reason, for the team').fill('The first half hour was lost')
  await sheet(page).getByRole('button', { name: 'Refund this part' }).click()
  await expect(sheet(page)).toContainText('The refund is on its way.')
  await expect(sheet(page)).toContainText('The first half hour was lost')
  await expect
    .poll(async () => (await mailsTo(page.request, visitor.email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/^A refund for /))

  await page.keyboard.press('Escape')
  await expect(sheet(page)).toHaveCount(0)
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await expect(sheet(page)).toContainText(visitor.email)
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(sheet(page)).toBeVisible()
  await expect(rows(page)).toBeHidden()
})

test('every page is accessible and fits a phone and a desk', LONG, async ({ page }) => {
  test.setTimeout(180_000)
  await enterAs(page, 'june')
  await page.goto('/admin-dashboard')
  const tabs = page.getByRole('navigation', { name: 'Admin' }).getByRole('link')
  const addresses = await tabs.evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  expect(addresses.length).toBeGreaterThan(8)
  const list = '/admin-dashboard/bookings'
  const ahead = referenceOf('ahead')
  const questions = ['cancel', 'refund', 'move'].map((act) => `${list}/${ahead}?do=${act}`)
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const address of [...addresses, `${list}?open=${ahead}`, ...questions]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessibleAndFitting(page, [], `${address} at ${width} px`)
    }
  }
})

/** Compares the books, as `npm run reconcile` does while the product is stopped. */
async function reconcile(data: string): Promise<string> {
  const env = { ...process.env, DATABASE_URL: `file:${join(data, 'pglite')}` }
  const child = spawn(process.execPath, ['scripts/reconcile.ts'], { env })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  await once(child, 'close')
  return output
}

const send = async (product: Product, path: string, fields: Record<string, string> = {}) => {
  const answer = await fetch(`${product.url}/sandbox/${path}`, {
    method: 'POST',
    headers: { origin: product.url },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status}`)
}

test('money that was paid and never reached us is found, and settled with one click', LONG, async ({ browser }) => {
  test.setTimeout(240_000)
  const data = copySeededData(await seedData())
  await settleBookedSessions(data)
  const product = await startProduct({ data })
  const visitor = newContact()
  const buyer = await browser.newPage({ baseURL: product.url })
  await bookUpToPayment(buyer, 'Wanjiru Kamau', visitor)
  // What the payment service knows reaches us in no way.
  await send(product, 'webhooks', { dropped: 'on' })
  await send(product, 'outages', { answer: 'limit', calls: 'retrieve' })
  await payByCard(buyer, PAYS)
  await expect(buyer).toHaveURL(/\/success/)
  await buyer.close()
  for (let hours = 0; hours < 3; hours += 1) await send(product, 'clock', { step: 'hour', zone: 'Europe/London' })
  await product.stop()
  expect(await reconcile(data)).toContain('was paid and not settled')

  const again = await startProduct({ data })
  const page = await browser.newPage({ baseURL: again.url })
  await enterAs(page, 'june')
  await page.goto('/admin-dashboard')
  const concern = page.getByRole('article').filter({ hasText: visitor.name })
  await expect(concern).toContainText('was paid and not settled')
  await send(again, 'heal')
  await concern.getByRole('button', { name: 'Settle and compare again' }).click()
  await expect(page.getByText('Settled: no differences left.')).toBeVisible()
  await expect(concern).toHaveCount(0)
  await expect
    .poll(async () => (await mailsTo(page.request, visitor.email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/^Booked: /))
  await page.close()
  await again.stop()
})
