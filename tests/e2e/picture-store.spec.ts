/** The store of pictures fails, and works again. On a product of its own, whose store a journey can break. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Page } from '@playwright/test'
import { makeAccount } from '../support/accounts/account-journey.ts'
import { field, TYPED } from '../support/mentors/application-journey.ts'
import { LONG } from '../support/halves.ts'
import { expect, scriptsRun } from './fixtures.ts'
import { onOwnProduct } from './own-product.ts'

const test = onOwnProduct(async (data) => {
  const [folder, aside] = ['pictures', 'pictures-aside'].map((name) => join(data, name)) as [string, string]
  return {
    /** A file where the folder was: nothing can be written below it, not even by root. */
    fail() {
      renameSync(folder, aside)
      writeFileSync(folder, '')
    },
    mend() {
      rmSync(folder)
      renameSync(aside, folder)
    },
  }
})

/** Also while the store fails, when no portrait can be read. */
test.use({ expected: /status of (404|503)/ })

const SENTENCE = 'Something went wrong. We couldn’t save the picture.'
const KEPT = 'We kept what you typed. Try again later'

const buffer = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a50f62' } })
  .png()
  .toBuffer()
const FILE = { name: 'me.png', mimeType: 'image/png', buffer }

const picture = (page: Page) => page.getByLabel('A picture of you')

/** Sends the picture by a form. */
async function upload(page: Page): Promise<void> {
  await picture(page).setInputFiles(FILE)
  await page.getByRole('button', { name: 'Upload' }).click()
}

test(
  'an applicant whose picture cannot be stored reads so, keeps the form, and sends the picture again',
  LONG,
  async ({ page, own: { settled: store } }) => {
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.request().method() === 'POST' && response.url().includes('/picture'))
        statuses.push(response.status())
    })
    await makeAccount(page)
    await page.goto('/become-a-mentor/apply')
    await scriptsRun(page)
    await field(page, 'about').fill(TYPED.you.about)
    await page.getByRole('link', { name: 'Picture', exact: true }).click()
    store.fail()
    await picture(page).setInputFiles(FILE)
    await page.getByRole('button', { name: 'Use picture' }).click()
    await expect(picture(page)).toHaveAccessibleDescription(new RegExp(`${SENTENCE} ${KEPT}`))
    expect(statuses).toEqual([503])
    store.mend()
    await page.getByRole('button', { name: 'Use picture' }).click()
    await expect(page.getByText('Picture saved.')).toBeVisible()
    await page.getByRole('link', { name: /^You( |$)/ }).click()
    await expect(field(page, 'about')).toHaveValue(TYPED.you.about)
  },
)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'the application comes back with what was saved, and says so',
    LONG,
    async ({ page, own: { settled: store } }) => {
      await makeAccount(page)
      await page.goto('/become-a-mentor/apply')
      await field(page, 'about').fill(TYPED.you.about)
      await page.getByRole('button', { name: 'Save draft' }).click()
      await expect(page.getByText('Draft saved.')).toBeVisible()
      store.fail()
      const responded = page.waitForResponse((response) => response.url().includes('?picture=away'))
      await upload(page)
      expect((await responded).status()).toBe(503)
      await expect(picture(page)).toHaveAccessibleDescription(new RegExp(`${SENTENCE} ${KEPT}`))
      store.mend()
      await upload(page)
      await expect(page.getByText('We show this picture.')).toBeVisible()
      await expect(field(page, 'about')).toHaveValue(TYPED.you.about)
    },
  )
})

test('the pages of a member’s and a mentor’s picture say so too', LONG, async ({ page, own: { settled: store } }) => {
  for (const path of ['/account/picture', '/profile/picture']) {
    await page.context().clearCookies()
    await makeAccount(page)
    await page.goto(path)
    await scriptsRun(page)
    store.fail()
    const responded = page.waitForResponse((response) => response.request().method() === 'POST')
    await upload(page)
    expect((await responded).status()).toBe(503)
    await expect(picture(page)).toHaveAccessibleDescription(new RegExp(`${SENTENCE} Try again later`))
    await expect(picture(page)).toBeFocused()
    store.mend()
    await upload(page)
    await expect(page).not.toHaveURL(path)
  }
})
