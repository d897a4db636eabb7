/** Every public page in each language: nothing on it is English, everything has room on a phone, and axe finds nothing. */
import type { Page } from '@playwright/test'
import { TRANSLATIONS } from '../../messages/languages.ts'
import { LONG } from '../support/halves.ts'
import { readData, readTexts, type Data } from '../support/plain-english.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import { untranslatedIn } from '../support/untranslated.ts'
import { findViolations } from './axe.ts'
import { expect, isIdle, test as base } from './fixtures.ts'
import { PUBLIC_PAGES, spills } from './public-pages.ts'

const test = base.extend<object, { data: Data }>({
  data: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it needs from here.
    async ({}, use) => use(await readData(copySeededData(await seedData()))),
    { scope: 'worker', timeout: 200_000 },
  ],
  expected: /status of 4/, // Some pages are of what is not there.
})

/** What is English in every language: for admins and developers. */
const ENGLISH_PAGES = /^\/(api\/docs|ui$|Admin|admin|mentor\/|cohort\/)/

/** The page without what it says to be in another language, such as the names of languages and mentors' own words. In the browser. */
function readOwnLanguage(): string {
  const own = document.documentElement.cloneNode(true) as HTMLElement
  for (const other of own.querySelectorAll('[lang]')) other.remove()
  return own.outerHTML
}

/** What is wrong with the page as it stands. */
async function findFaults(page: Page, reader: Page, findEnglish: (text: string) => string[]): Promise<string[]> {
  const texts = await reader.evaluate(readTexts, await page.evaluate(readOwnLanguage))
  return [
    ...texts.flatMap((text) => findEnglish(text).map((run) => `“${run}” in “${text.trim().slice(0, 120)}”`)),
    ...(await spills(page)),
    ...(await findViolations(page)),
  ]
}

const GRACE = { name: 'Grace Hopper', phone: '+44 7700 900100' }

/** Opens the dialog in which a session is booked, and gives each of its steps to `look`. */
async function bookUpToDetails(page: Page, prefix: string, look: () => Promise<void>): Promise<void> {
  await page.goto(`${prefix}/mentors`)
  await isIdle(page)
  await page.locator('a[href$="/mentors/wanjiru-kamau/book"]').click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('a[href*="book?session="]').first().click()
  await dialog.locator('input[name=at]:enabled').last().check({ force: true })
  await look()
  await dialog.locator('button[name=step]').click()
  for (const [name, value] of Object.entries({ ...GRACE, email: 'wrong' }))
    await dialog.locator(`[name=${name}]`).fill(value)
  await dialog.locator('[name=terms]').check({ force: true })
  await dialog.locator('button:not([type=button])').first().click()
  await dialog.locator('[aria-invalid=true]').first().waitFor()
  await look()
}

for (const language of TRANSLATIONS) {
  test(
    `public pages in ${language} have no English and room for their words`,
    LONG,
    async ({ page, browser, data }) => {
      test.setTimeout(600_000)
      const reader = await browser.newPage() // A blank page, in which no policy forbids to read documents.
      const findEnglish = untranslatedIn(language, data)
      const prefix = `/${language.toLowerCase()}`
      const found = new Map<string, string>()
      const look = async (where: string) => {
        for (const fault of await findFaults(page, reader, findEnglish)) if (!found.has(fault)) found.set(fault, where)
      }
      await page.setViewportSize({ width: 360, height: 780 })
      for (const path of PUBLIC_PAGES.filter((each) => !ENGLISH_PAGES.test(each))) {
        await page.goto(prefix + path)
        await isIdle(page)
        await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)))
        await look(path)
      }
      await bookUpToDetails(page, prefix, () => look('booking'))
      expect([...found].map(([fault, where]) => `${where}: ${fault}`)).toEqual([])
      await reader.close()
    },
  )
}
