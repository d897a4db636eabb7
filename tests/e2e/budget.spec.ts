/**
 * What a first visit to a page makes a browser fetch, with an empty cache. Budgets are in bytes as they cross the wire;
 * scripts and styles by gzip, which every browser takes, though ours mostly get the smaller brotli.
 */
import type { APIRequestContext, Page, Request } from '@playwright/test'
import { LONG } from '../support/halves.ts'
import { nonEmpty } from '../support/non-empty.ts'
import { expect, isIdle, stepsRun, test } from './fixtures.ts'
import { PUBLIC_PAGES, resemblesAnother } from './public-pages.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ expected: /status of 404/ })

/** Not `/ui`, which shows every component at once. */
const PAGES = PUBLIC_PAGES.filter((path) => path !== '/ui')
const KB = 1000
const SCRIPTS = 130 * KB
/** Whoever is on the booking page has asked for the calendar. Its script comes after the page, which works without it. */
const SCRIPTS_WITH_CALENDAR = 182 * KB
const hasCalendar = (path: string) => path.endsWith('/book')

/** Everything fetched until the page is alive and idle. */
async function visit(page: Page, path: string): Promise<Request[]> {
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto(path)
  if (hasCalendar(path)) await stepsRun(page)
  await isIdle(page)
  return requests
}

const ofType = (requests: Request[], type: string) => requests.filter((request) => request.resourceType() === type)

async function transferred(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

async function gzipped(request: APIRequestContext, files: Request[]): Promise<number> {
  let bytes = 0
  for (const file of files) {
    const answer = await request.fetch(file.url(), { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    bytes += Number(answer.headers()['content-length'])
  }
  return bytes
}

test.describe('the first visit to', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  for (const path of PAGES) {
    test(`${path} keeps to the budgets`, resemblesAnother(path, PAGES) ? LONG : {}, async ({ page, request }) => {
      const requests = await visit(page, path)
      const scripts = ofType(requests, 'script')
      expect(scripts.some((file) => /booking-(dialog|steps)/.test(file.url()))).toBe(hasCalendar(path))
      expect(await gzipped(request, scripts)).toBeLessThanOrEqual(hasCalendar(path) ? SCRIPTS_WITH_CALENDAR : SCRIPTS)
      expect(await gzipped(request, ofType(requests, 'stylesheet'))).toBeLessThanOrEqual(18.5 * KB)
      const fonts = ofType(requests, 'font')
      expect(fonts.length).toBeGreaterThan(0)
      expect(await transferred(fonts)).toBeLessThanOrEqual(70 * KB)
      expect(await transferred(requests)).toBeLessThanOrEqual(330 * KB)
    })
  }

  test('/ draws its chart from at most 25 kB', async ({ page, request }) => {
    const charts = (await visit(page, '/')).filter((each) => /\/chart-[\w-]+\.svg$/.test(new URL(each.url()).pathname))
    expect(charts.length).toBeGreaterThan(0)
    expect(await gzipped(request, charts)).toBeLessThanOrEqual(25 * KB)
  })
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
