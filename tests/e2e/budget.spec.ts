/** Budgets and headers of single pages. Those that all public pages keep are in `a11y.spec.ts`, which visits each. */
import { TRANSLATIONS } from '../../messages/languages.ts'
import { LONG, longIf } from '../support/halves.ts'
import { nonEmpty } from '../support/non-empty.ts'
import { expect, test } from './fixtures.ts'
import { gzipped, KB, visit, visitWithinBudget } from './first-visit.ts'

test('/ draws its chart from at most 25 kB; files come compressed and are kept for ever, under names that change with them', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const files = await visit(page, '/')
  const pathOf = (file: (typeof files)[number]) => new URL(file.url()).pathname
  const charts = files.filter((file) => /\/chart-[\w-]+\.svg$/.test(pathOf(file)))
  expect(charts.length).toBeGreaterThan(0)
  expect(await gzipped(request, charts)).toBeLessThanOrEqual(25 * KB)
  for (const file of nonEmpty(files)) {
    const headers = (await file.response())!.headers()
    const isCompressible = ['document', 'script', 'stylesheet'].includes(file.resourceType())
    if (isCompressible && !(Number(headers['content-length']) <= 1024))
      expect(headers['content-encoding'], file.url()).toMatch(/^(br|zstd)$/)
  }
  const ofBuild = files.filter((file) => pathOf(file).startsWith('/assets/'))
  expect(ofBuild.length).toBeGreaterThan(3)
  for (const file of ofBuild) {
    expect((await file.response())!.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})

for (const [visitor, path, cookie] of [
  ['a first visitor', '/mentors', ''],
  ['a visitor whose clock and currency are known', '/mentors', 'zone=Asia/Kolkata; currency=INR'],
  ['a visitor who named their move', '/mentors?moving_from=IN&moving_to=GB', ''],
] as const) {
  test(`the list of 24 mentors is at most 95 kB of HTML for ${visitor}, and sets no cookie`, async ({ request }) => {
    const answer = await request.get(path, { headers: { cookie } })
    const html = await answer.text()
    expect(html.match(/<li class="mentor-row"/g)).toHaveLength(24)
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(95 * KB)
    expect(answer.headers()).not.toHaveProperty('set-cookie')
  })
}

/** The letters of Hindi have three bytes each, and the words are there twice: drawn, and for the browser. */
const MOST_IN_HINDI = 96 * KB

for (const language of TRANSLATIONS) {
  test(
    `the list of 24 mentors keeps to its HTML budget in ${language}`,
    longIf(language !== 'hi'),
    async ({ request }) => {
      const html = await (await request.get(`/${language.toLowerCase()}/mentors`)).text()
      expect(html.match(/<li class="mentor-row"/g)).toHaveLength(24)
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(language === 'hi' ? MOST_IN_HINDI : 95 * KB)
    },
  )
}

test('the largest pages keep to their budgets in every language', LONG, async ({ page, request }) => {
  for (const path of ['/', '/mentors', '/mentors/arjun-mehta', '/mentors/arjun-mehta/book', '/cohorts'])
    await visitWithinBudget(page, request, path)
})
