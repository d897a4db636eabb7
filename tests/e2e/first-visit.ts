/**
 * What a first visit to a page makes a browser fetch, with an empty cache. Budgets are in bytes as they cross the wire;
 * scripts and styles by gzip, which every browser takes, though ours mostly get the smaller brotli.
 */
import type { APIRequestContext, Page, Request } from '@playwright/test'
import { expect, isIdle, stepsRun } from './fixtures.ts'

export const KB = 1000
const SCRIPTS = 130 * KB
/** Visitors of the booking page have requested the calendar. Its script comes after the page, which works without it. */
const SCRIPTS_WITH_CALENDAR = 182 * KB
const hasCalendar = (path: string) => path.endsWith('/book')

/** Everything fetched until the page is alive and idle. */
export async function visit(page: Page, path: string): Promise<Request[]> {
  const requests: Request[] = []
  const note = (request: Request) => void requests.push(request)
  page.on('requestfinished', note)
  await page.goto(path)
  if (hasCalendar(path)) await stepsRun(page)
  await isIdle(page)
  page.off('requestfinished', note)
  return requests
}

const ofType = (requests: Request[], type: string) => requests.filter((request) => request.resourceType() === type)

async function transferred(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

export async function gzipped(request: APIRequestContext, files: Request[]): Promise<number> {
  let bytes = 0
  for (const file of files) {
    const answer = await request.fetch(file.url(), { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    bytes += Number(answer.headers()['content-length'])
  }
  return bytes
}

/** Visits a page for the first time, on a phone, and holds it to its budgets. */
export async function visitWithinBudget(page: Page, request: APIRequestContext, path: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  const requests = await visit(page, path)
  const scripts = ofType(requests, 'script')
  expect(scripts.some((file) => /booking-(dialog|steps)/.test(file.url()))).toBe(hasCalendar(path))
  const most = hasCalendar(path) ? SCRIPTS_WITH_CALENDAR : SCRIPTS
  expect(await gzipped(request, scripts), 'scripts').toBeLessThanOrEqual(most)
  expect(await gzipped(request, ofType(requests, 'stylesheet')), 'styles').toBeLessThanOrEqual(18.5 * KB)
  const fonts = ofType(requests, 'font')
  expect(fonts.length).toBeGreaterThan(0)
  expect(await transferred(fonts), 'fonts').toBeLessThanOrEqual(70 * KB)
  expect(await transferred(requests), 'all').toBeLessThanOrEqual(330 * KB)
}
