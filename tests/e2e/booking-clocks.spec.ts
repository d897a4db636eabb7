/** Two clocks, and what is said where one of them is changed around a session. On a product whose time is moved. */
import type { Page } from '@playwright/test'
import { clockChanges, DAY_MS } from '#domain/time/wall-time'
import { startProduct, type Product } from '../support/product/processes.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import {
  bookUpToPayment,
  chooseSession,
  chooseTime,
  expect,
  expectSuccess,
  mailsTo,
  next,
  openBooking,
  payByCard,
  PAYS,
  newContact,
  test as base,
} from './fixtures.ts'

/** Three days before clocks in Britain are changed next. */
const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it needs from here.
    async ({}, use) => {
      const product = await startProduct({ data: copySeededData(await seedData()) })
      const days = Math.floor((nextChange().getTime() - Date.now()) / DAY_MS) - 3
      for (let day = 0; day < days; day += 1) await forwardOneDay(product.url)
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
})

function nextChange(): Date {
  const inThreeDays = new Date(Date.now() + 4 * DAY_MS)
  const [change] = clockChanges('Europe/London', inThreeDays, new Date(Date.now() + 366 * DAY_MS))
  return change!.at
}

async function forwardOneDay(product: string): Promise<void> {
  const answer = await fetch(`${product}/sandbox/clock`, {
    method: 'POST',
    headers: { origin: product },
    body: new URLSearchParams({ step: 'day', zone: 'Europe/London' }),
    redirect: 'manual',
  })
  if (answer.status >= 400) throw new Error(`${answer.status} ${await answer.text()}`)
}

const going = '(go|went) (forward|back) 1 hour on Sunday \\d+ (March|October)(, (before|after) your session)?\\.'

async function toDetails(page: Page): Promise<void> {
  await openBooking(page, 'Ananya Rao')
  await chooseSession(page)
  await chooseTime(page)
  await next(page).click()
  await expect(page.getByText('Step 2 of 2')).toBeVisible()
}

test('a change of the mentor’s clock is said before paying, after it, and in the email', async ({ page, request }) => {
  const visitor = newContact()
  await toDetails(page)
  await expect(page.getByRole('dialog').getByText(new RegExp(`^Clocks in Manchester ${going}$`))).toBeVisible()
  await page.keyboard.press('Escape') // Opening the same address again would show this step again.
  await expect(page.getByRole('dialog')).toBeHidden()
  await bookUpToPayment(page, 'Ananya Rao', visitor)
  await payByCard(page, PAYS)
  await expectSuccess(page)
  await expect(page.getByRole('main').getByText(new RegExp(`^Clocks in Manchester ${going}$`))).toBeVisible()
  const [mail] = await mailsTo(request, visitor.email)
  expect(mail!.text).toMatch(new RegExp(`^Clocks in Manchester ${going}$`, 'm'))
})

test('clocks that are changed together are named together, as soon as a visitor says where they are', async ({
  page,
}) => {
  await openBooking(page, 'Ananya Rao')
  await chooseSession(page)
  await page.getByRole('link', { name: 'Change time zone' }).click()
  await page.getByRole('combobox', { name: 'Your time zone' }).fill('Berlin')
  await page.getByRole('option', { name: 'Berlin' }).first().click()
  await chooseTime(page)
  await next(page).click()
  await expect(page.getByText(new RegExp(`^Clocks in Berlin and Manchester ${going}$`))).toBeVisible()
})

test('evenings in Boston are whole mornings in Kolkata, on the day after', async ({ page }) => {
  await openBooking(page, 'Olena Kovalenko')
  await chooseSession(page)
  await page.getByRole('button', { name: 'Next month' }).first().click() // Few days of this one are left.
  await page
    .getByRole('button', { name: /, 5 free times$/ })
    .first()
    .click()
  const rows = page.locator('label').filter({ has: page.locator('input[name=at]') })
  await expect(rows).toHaveCount(5)
  const texts = await rows.allTextContents()
  for (const [index, row] of texts.entries()) {
    expect(row).toMatch(new RegExp(`^0\\d:30${18 + index}:00 in Boston, −1 day$`))
  }
})
