/**
 * What a first visit to a page makes a browser fetch, with an empty cache. Budgets are in bytes as they cross the wire;
 * scripts and styles by gzip, which every browser takes, though ours mostly get the smaller brotli.
 */
import type { APIRequestContext, Page, Request } from '@playwright/test'
import { TRANSLATIONS, type Language } from '../../messages/languages.ts'
import { isSharedScript } from '#server/platform/language/shared-scripts'
import { half } from '../support/halves.ts'
import { expect, isIdle, stepsRun } from './fixtures.ts'

export const KB = 1000
const SCRIPTS = 130 * KB
const STYLES = 18.5 * KB
/** Of languages that are not in Latin script: they have a stylesheet more, and one font of 17 KB less. */
const STYLES_OF_OTHER_SCRIPTS = 19.2 * KB
/** Visitors of the booking page have requested the calendar. Its script comes after the page, which works without it. */
const SCRIPTS_WITH_CALENDAR = 185 * KB
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

export const gzipped = (request: APIRequestContext, files: Request[]): Promise<number> =>
  measure(
    request,
    files.map((file) => file.url()),
  )

async function measure(request: APIRequestContext, addresses: string[]): Promise<number> {
  let bytes = 0
  for (const address of addresses) {
    const answer = await request.fetch(address, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    expect(answer.ok(), address).toBe(true)
    bytes += Number(answer.headers()['content-length'])
  }
  return bytes
}

/** Those beside English in this half. In Hindi a letter takes three bytes: others seldom need more room. */
const MEASURED: Language[] = half === 'short' ? ['hi'] : TRANSLATIONS

const isLatin = (language: Language) => new Intl.Locale(language).maximize().script === 'Latn'

/** The script of a language for one in English: those without words are shared. */
const inLanguage = (language: Language) => (script: string) =>
  isSharedScript(script) ? script : script.replace('/assets/', `/assets/${language}/`)

/** Holds the scripts and styles of a page to their budgets in other languages. `scripts`: those of the English page. */
async function expectWithinBudget(request: APIRequestContext, path: string, scripts: string[], most: number) {
  for (const language of MEASURED) {
    const own = scripts.map(inLanguage(language))
    expect.soft(await measure(request, own), `scripts in ${language}`).toBeLessThanOrEqual(most)
    const html = await (await request.get(`/${language.toLowerCase()}${path === '/' ? '' : path}`)).text()
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, sheet]) => sheet!)
    expect
      .soft(await measure(request, sheets), `styles in ${language}`)
      .toBeLessThanOrEqual(isLatin(language) ? STYLES : STYLES_OF_OTHER_SCRIPTS)
  }
}

/** Visits a page for the first time, on a phone, and holds it to its budgets. */
export async function visitWithinBudget(page: Page, request: APIRequestContext, path: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  const requests = await visit(page, path)
  const scripts = ofType(requests, 'script')
  expect(scripts.some((file) => /booking-(dialog|steps)/.test(file.url()))).toBe(hasCalendar(path))
  const most = hasCalendar(path) ? SCRIPTS_WITH_CALENDAR : SCRIPTS
  expect(await gzipped(request, scripts), 'scripts').toBeLessThanOrEqual(most)
  expect(await gzipped(request, ofType(requests, 'stylesheet')), 'styles').toBeLessThanOrEqual(STYLES)
  await expectWithinBudget(
    request,
    path,
    scripts.map((file) => file.url()),
    most,
  )
  const fonts = ofType(requests, 'font')
  expect(fonts.length).toBeGreaterThan(0)
  expect(await transferred(fonts), 'fonts').toBeLessThanOrEqual(70 * KB)
  expect(await transferred(requests), 'all').toBeLessThanOrEqual(330 * KB)
}
