/** Mentors are imported, and their owners claim them. On a product of its own, since an import needs it stopped. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import type { Page } from '@playwright/test'
import { mentorEntry, mentorsFile } from '../support/mentors/exports.ts'
import { runImport, importSettings, writeJson } from '../support/product/import.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import type { Person } from '../support/accounts/account-journey.ts'
import { LONG, longIf } from '../support/halves.ts'
import { expectAccessibleAndFitting } from './axe.ts'
import { expect, test as base } from './fixtures.ts'
import { main, newPerson, password, typeIn, mailedLink } from './people.ts'

type Imported = { product: Product; adminLink: string; report: string }

const test = base.extend<object, { imported: Imported }>({
  imported: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that this needs nothing.
    async ({}, use) => {
      const data = copySeededData(await seedData())
      const report = await importInto(data)
      const product = await startProduct({ data })
      await expect.poll(() => product.output()).toContain('/set-password?token=')
      const [, adminLink = ''] = /(\/set-password\?token=[\w-]+)/.exec(product.output()) ?? []
      await use({ product, adminLink, report })
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ imported }, use) => use(imported.product.url),
})

/** Links that were followed, by the admin or by the owner. */
test.use({ expected: /status of 404/ })

async function importInto(data: string): Promise<string> {
  const face = join(data, 'portraits', 'elif.png')
  mkdirSync(dirname(face))
  const portrait = sharp({ create: { width: 400, height: 400, channels: 3, background: '#a50f62' } })
  writeFileSync(face, await portrait.png().toBuffer())
  const mentors = mentorsFile(
    mentorEntry({ id: 'elif', portrait: 'portraits/elif.png', email: 'elif@example.com' }),
    mentorEntry({ id: 'deniz', name: 'Deniz Kaya' }),
  )
  const crowd = Array.from({ length: 55 }, (_, n) => mentorEntry({ id: `crowd-${n}`, name: `Mentor Crowd ${n + 10}` }))
  const files = [writeJson(data, 'mentors.json', mentors), writeJson(data, 'crowd.json', mentorsFile(...crowd))]
  let report = ''
  for (const file of files) {
    const run = await runImport(importSettings(data), [file])
    expect(run.code, run.output).toBe(0)
    report += run.output
  }
  return report
}

/** Makes the person who holds the link an admin of the product, once. */
async function enterAsAdmin(page: Page, { adminLink }: Imported): Promise<void> {
  const secret = 'velvet anchor pigeon 93'
  await page.goto(adminLink)
  const isOver = await page.getByRole('heading', { name: 'This link no longer works' }).isVisible()
  if (isOver) {
    await page.goto('/AdminLogin')
    await main(page).getByLabel('Email').fill('admin@landfall.example')
    await password(main(page)).fill(secret)
    await main(page).getByRole('button', { name: 'Sign in' }).click()
  } else {
    await page.getByLabel('New password').fill(secret)
    await page.getByRole('button', { name: 'Set the password' }).click()
  }
  await expect(page).toHaveURL(/\/admin-dashboard/)
}

const findRecordPath = (document: string, { report }: Imported) =>
  new RegExp(`taken  ${document}  (/mentor/[0-9a-f-]{36})`).exec(report)![1]!

/** Follows a claim link without an account, signs up, and comes back to it. */
async function followSignedOut(page: Page, link: string, person: Person): Promise<void> {
  await page.goto(link)
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await main(page).getByRole('link', { name: 'Sign up' }).click()
  await main(page).getByLabel('Name').fill(person.name)
  await typeIn(main(page), person)
  await main(page).getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto(await mailedLink(page.request, person.email, '/verify-email'))
  await password(main(page)).fill(person.password)
  await page.getByRole('button', { name: `Confirm ${person.email}` }).click()
  await expect(page.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
}

for (const [javaScriptEnabled, document, name, slug] of [
  [true, 'mentors.json/elif', 'Elif Demir', 'elif-demir'],
  [false, 'mentors.json/deniz', 'Deniz Kaya', 'deniz-kaya'],
] as const) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', longIf(!javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })
    test(`an imported mentor is hidden, claims the record by a link, and is public`, async ({
      page,
      newVisitor,
      imported,
    }) => {
      test.slow()
      expect((await page.request.get(`/mentors/${slug}`)).status()).toBe(404)
      await enterAsAdmin(page, imported)
      await page.goto(findRecordPath(document, imported))
      await page.getByRole('link', { name: /claim link$/ }).click()
      await expect(page.getByRole('heading', { name: `A claim link for ${name}` })).toBeVisible()
      await page.getByRole('button', { name: 'Create a link to copy' }).click()
      const link = await page.getByLabel('The link').inputValue()

      const owner = await newVisitor({ javaScriptEnabled })
      const person = { ...newPerson(), name }
      await followSignedOut(owner, link, person)
      await expect(main(owner).getByText(name)).toBeVisible()
      await owner.getByRole('button', { name: 'Yes, claim this record' }).click()
      await expect(owner).toHaveURL(/\/desk\/hours/)
      await owner.goto(`/mentors/${slug}`)
      await expect(owner.getByRole('heading', { level: 1, name })).toBeVisible()
      await page.goto(page.url())
      await expect(page.getByRole('heading', { name: 'No link is needed' })).toBeVisible()
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } })

  test(
    'the list of unclaimed records leads from the dashboard to each record’s claim link, and says what became of it',
    LONG,
    async ({ page, imported }) => {
      test.slow()
      await enterAsAdmin(page, imported)
      await expect(main(page)).toContainText(/5\d imported records not claimed yet\./)
      await page.getByRole('link', { name: 'Send their owners a link' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Imported records' })).toBeVisible()
      const entries = main(page).getByRole('listitem').filter({ hasText: ', imported on ' })
      await expect(entries).toHaveCount(50)
      await expectAccessibleAndFitting(page)

      const name = 'Mentor Crowd 10'
      const entry = entries.filter({ hasText: name })
      await expect(entry).toContainText(/Physiotherapist, imported on \d+ \w+ \d{4}\s*No claim link/)
      await entry.getByRole('link', { name: `Claim link for ${name}` }).click()
      await expect(page.getByRole('heading', { name: `A claim link for ${name}` })).toBeVisible()
      await page.getByRole('button', { name: 'Create a link to copy' }).click()
      await expect(page.getByLabel('The link')).toBeVisible()
      await page.goto('/admin-dashboard/imported')
      await expect(entry).toContainText(/Created on \d+ \w+ \d{4}, works until \d+ \w+ \d{4}/)

      await page.getByRole('link', { name: 'Next page' }).click()
      await expect(main(page).getByText('Mentor Crowd 64')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Next page' })).toBeHidden()
      await page.getByRole('link', { name: 'Previous page' }).click()
      await expect(entries).toHaveCount(50)
    },
  )
})
