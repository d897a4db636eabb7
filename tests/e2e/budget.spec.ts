/** Budgets and headers of single pages. Those that all public pages keep are in `a11y.spec.ts`, which visits each. */
import { nonEmpty } from '../support/non-empty.ts'
import { expect, test } from './fixtures.ts'
import { gzipped, KB, visit } from './first-visit.ts'

test.describe.configure({ mode: 'parallel' })

test('/ draws its chart from at most 25 kB', async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const charts = (await visit(page, '/')).filter((each) => /\/chart-[\w-]+\.svg$/.test(new URL(each.url()).pathname))
  expect(charts.length).toBeGreaterThan(0)
  expect(await gzipped(request, charts)).toBeLessThanOrEqual(25 * KB)
})

for (const [visitor, path, cookie] of [
  ['a first visitor', '/mentors', ''],
  ['a visitor whose clock and currency are known', '/mentors', 'zone=Asia/Kolkata; currency=INR'],
  ['a visitor who named their move', '/mentors?moving_from=IN&moving_to=GB', ''],
] as const) {
  test(`the list of 24 mentors is at most 90 kB of HTML for ${visitor}`, async ({ request }) => {
    const html = await (await request.get(path, { headers: { cookie } })).text()
    expect(html.match(/<li class="mentor-row"/g)).toHaveLength(24)
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(90 * KB)
  })
}

test('pages and the files of the build come compressed', async ({ page }) => {
  const requests = await visit(page, '/mentors')
  for (const request of nonEmpty(requests)) {
    const { 'content-encoding': encoding, 'content-length': length } = (await request.response())!.headers()
    const compressible = ['document', 'script', 'stylesheet'].includes(request.resourceType())
    if (compressible && !(Number(length) <= 1024)) expect(encoding, request.url()).toMatch(/^(br|zstd)$/)
  }
})

test('files of the build are kept by browsers for ever, under names that change with them', async ({ page }) => {
  const files = (await visit(page, '/mentors')).filter((request) =>
    new URL(request.url()).pathname.startsWith('/assets/'),
  )
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    expect((await file.response())!.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})
