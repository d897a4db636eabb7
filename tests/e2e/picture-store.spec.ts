/** The store of pictures fails, and works again. On a product of its own, whose store a journey can break. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Page } from '@playwright/test'
import { makeAccount } from '../support/accounts/account-journey.ts'
import { field, TYPED } from '../support/mentors/application-journey.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import { LONG } from '../support/halves.ts'
import { expect, scriptsRun, test as base } from './fixtures.ts'

type Store = { product: Product; fail(): void; mend(): void }

const test = base.extend<object, { store: Store }>({
  store: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that this needs nothing.
    async ({}, use) => {
      const product = await startProduct({ data: copySeededData(await seedData()) })
      const [folder, aside] = ['pictures', 'pictures-aside'].map((name) => join(product.data, name)) as [string, string]
      await use({
        product,
        /** A file where the folder was: nothing can be written below it, not even by root. */
        fail() {
          renameSync(folder, aside)
          writeFileSync(folder, '')
        },
        mend() {
          rmSync(folder)
          renameSync(aside, folder)
        },
      })
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ store }, use) => use(store.product.url),
})

/** Also while the store fails, when no portrait can be read. */
test.use({ expected: /status of (404|503)/ })

const SENTENCE = 'Something went wrong. We couldn’t save the picture.'
const KEPT = 'We kept what you typed. Try again later'

const buffer = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a50f62' } })
  .png()
  .toBuffer()
const FILE = { name: 'me.png', mimeType: 'image/png', buffer }

const refusals = (page: Page) => {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().includes('/picture')) statuses.push(response.status())
  })
  return statuses
}

test('an applicant whose picture cannot be stored reads so, keeps the form, and sends the picture again', async ({
  page,
  store,
}) => {
  const statuses = refusals(page)
  await makeAccount(page)
  await page.goto('/become-a-mentor/apply')
  await scriptsRun(page)
  await field(page, 'about').fill(TYPED.you.about)
  await page.getByRole('link', { name: 'Picture', exact: true }).click()
  store.fail()
  const picture = page.getByLabel('A picture of you')
  await picture.setInputFiles(FILE)
  await page.getByRole('button', { name: 'Use picture' }).click()
  await expect(picture).toHaveAccessibleDescription(new RegExp(`${SENTENCE} ${KEPT}`), { timeout: 20_000 })
  expect(statuses).toEqual([503])
  store.mend()
  await page.getByRole('button', { name: 'Use picture' }).click()
  await expect(page.getByText('Picture saved.')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: /^You( |$)/ }).click()
  await expect(field(page, 'about')).toHaveValue(TYPED.you.about)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'the form comes back with what was saved, and says that the picture could not be stored',
    LONG,
    async ({ page, store }) => {
      await makeAccount(page)
      await page.goto('/become-a-mentor/apply')
      await field(page, 'about').fill(TYPED.you.about)
      await page.getByRole('button', { name: 'Save draft' }).click()
      await expect(page.getByText('Draft saved.')).toBeVisible()
      store.fail()
      const picture = page.getByLabel('A picture of you')
      await picture.setInputFiles(FILE)
      const responded = page.waitForResponse((response) => response.url().includes('?picture=away'))
      await page.getByRole('button', { name: 'Upload' }).click()
      expect((await responded).status()).toBe(503)
      await expect(picture).toHaveAccessibleDescription(new RegExp(`${SENTENCE} ${KEPT}`))
      await expect(field(page, 'about')).toHaveValue(TYPED.you.about)
      store.mend()
      await picture.setInputFiles(FILE)
      await page.getByRole('button', { name: 'Upload' }).click()
      await expect(page.getByText('We show this picture.')).toBeVisible()
      await expect(field(page, 'about')).toHaveValue(TYPED.you.about)
    },
  )
})

for (const path of ['/account/picture', '/profile/picture']) {
  test(`${path} says that the picture could not be stored`, LONG, async ({ page, store }) => {
    await makeAccount(page)
    await page.goto(path)
    await scriptsRun(page)
    store.fail()
    const picture = page.getByLabel('A picture of you')
    await picture.setInputFiles(FILE)
    const responded = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Upload' }).click()
    expect((await responded).status()).toBe(503)
    await expect(picture).toHaveAccessibleDescription(new RegExp(`${SENTENCE} Try again later`))
    await expect(picture).toBeFocused()
    store.mend()
    await picture.setInputFiles(FILE)
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page).not.toHaveURL(path)
  })
}
