/** What follows a session: a no-show, completing it, feedback. On a product whose time is moved, with mentors who have accounts. */
import type { Page } from '@playwright/test'
import { enterAsMentor, settleDemoMentors } from '../support/accounts/demo-mentors.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import { axeOn } from './axe.ts'
import {
  bookingLinkOf,
  bookUpToPayment,
  expect,
  expectSuccess,
  payByCard,
  PAYS,
  somebody,
  test as base,
} from './fixtures.ts'
import { spills } from './public-pages.ts'

const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it needs from here.
    async ({}, use) => {
      const data = copySeededData(await seedData())
      await settleDemoMentors(data)
      const product = await startProduct({ data })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
})

async function forward(product: Product, step: 'hour' | 'day'): Promise<void> {
  const answer = await fetch(`${product.url}/sandbox/clock`, {
    method: 'POST',
    headers: { origin: product.url },
    body: new URLSearchParams({ step, zone: 'Asia/Kolkata' }),
    redirect: 'manual',
  })
  if (answer.status >= 400) throw new Error(`${answer.status} ${await answer.text()}`)
}

/** Books and pays a session, opens its page, and moves the time hour by hour until it can be said that one is here. */
async function toTheStart(page: Page, product: Product, mentor: string): Promise<void> {
  const visitor = somebody()
  await bookUpToPayment(page, mentor, visitor)
  await payByCard(page, PAYS)
  await expectSuccess(page)
  await page.goto(await bookingLinkOf(page.request, visitor.email))
  const here = page.getByRole('button', { name: 'I’m here' })
  for (let hours = 0; hours < 200 && !(await here.isVisible()); hours += 1) {
    await forward(product, 'hour')
    await page.reload()
  }
  await expect(here).toBeVisible()
}

/** The minute's job makes it true some time after the clock was moved. */
async function expectSoon(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 90_000, intervals: [1_000] })
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await axeOn(page).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await spills(page)).toEqual([])
    }
  }
}

test('a mentee whose mentor does not come gets everything back a day after reporting it', async ({ page, product }) => {
  test.setTimeout(240_000)
  await toTheStart(page, product, 'Diego Salazar')
  await page.getByRole('button', { name: 'I’m here' }).click()
  await expect(page.getByText('Diego has not said so yet.')).toBeVisible()
  await forward(product, 'hour')
  await page.reload()
  await page.getByRole('link', { name: 'Diego is not here' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Report it' }).click()
  await expect(page.getByText('You reported that Diego did not come')).toBeVisible()
  await expectAccessible(page)
  await forward(product, 'day')
  await expectSoon(page, 'This session was missed')
  await expectSoon(page, /^The whole £\d+\.\d\d (is on its way back|has been returned)/)
})

test.describe('a session that took place', () => {
  test.use({ expected: /status of 400/ }) // Feedback without words.

  test('is completed with next steps, and feedback appears once both have written', async ({
    page,
    product,
    newVisitor,
  }) => {
    test.setTimeout(240_000)
    await toTheStart(page, product, 'Sanne de Vries')
    for (let hours = 0; hours < 2; hours += 1) await forward(product, 'hour')
    const address = page.url()
    const mentor = await newVisitor()
    await enterAsMentor(mentor, 'sanne-de-vries')

    await page.reload()
    await page.getByRole('link', { name: 'Tell how it went' }).click()
    await page.getByRole('button', { name: 'Send feedback' }).click()
    await expect(page.getByText('Choose how many stars')).toBeVisible()
    await expectAccessible(page)
    await page.getByText('5 ★').click()
    await page.getByLabel('How did it go?').fill('She knew every form by name.')
    await page.getByRole('button', { name: 'Send feedback' }).click()
    await expect(page.getByText('Sanne reads it once both of you have written')).toBeVisible()

    await mentor.goto(address)
    await expect(mentor.getByText('She knew every form by name.')).toHaveCount(0)
    await mentor.getByRole('link', { name: 'Leave a note and next steps' }).click()
    await mentor.getByLabel('A note').fill('Well begun.')
    await mentor.getByLabel('Step 1', { exact: true }).fill('Open a bank account')
    await expectAccessible(mentor)
    await mentor.getByRole('button', { name: 'Send it' }).click()
    await mentor.getByRole('link', { name: 'Tell how it went' }).click()
    await mentor.getByLabel('How did it go?').fill('Came well prepared.')
    await mentor.getByRole('button', { name: 'Send it' }).click()
    await expect(mentor.getByText('She knew every form by name.')).toBeVisible()

    await page.reload()
    await expect(page.getByText('Open a bank account')).toBeVisible()
    await expect(page.getByText('Came well prepared.')).toBeVisible()
    await expectAccessible(page)

    await mentor.getByRole('link', { name: 'Answer the feedback' }).click()
    await mentor.getByLabel('Your answer').fill('Thank you.')
    await mentor.getByRole('button', { name: 'Publish the answer' }).click()
    await page.goto('/mentors/sanne-de-vries')
    const said = page.getByRole('region', { name: 'What people said' }).getByRole('listitem').first()
    await expect(said).toContainText('She knew every form by name.')
    await expect(said).toContainText('Thank you.')
    await said.getByRole('link', { name: /^Report/ }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Report it' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you. We look at it' })).toBeVisible()
  })
})
