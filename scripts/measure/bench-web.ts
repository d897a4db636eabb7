/**
 * npm run bench:web [-- <path> …]   the pages that visitors meet first, all of them by default
 *
 * Measures each page by Lighthouse with its mobile settings (simulated slow 4G and slow processor), an empty cache, and
 * the built product on demo data of its own. Prints a line per page with the median of its runs, then a table. Not part
 * of the tests, which a busy machine would fail.
 *
 * Environment: LANDFALL_BUILD is the folder of the build (default `build`); RUNS how often each page is measured
 * (default 3); CHROMIUM_PATH the browser.
 */
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { loadavg } from 'node:os'
import { median } from '../../tests/bench/figures.ts'
import { startProduct } from '../../tests/support/product/processes.ts'
import { CHROMIUM_FLAGS, findChromium, HOW_TO_GET_CHROMIUM } from '../chromium.ts'

const PAGES = ['/', '/mentors', '/mentors/ananya-rao', '/about', '/faq', '/cohorts']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Targets. Scores are out of 100, times in milliseconds; the layout shift is Lighthouse's own number. */
const TARGETS = {
  performance: { least: 97 },
  accessibility: { least: 100 },
  'best-practices': { least: 100 },
  seo: { least: 100 },
  'first-contentful-paint': {},
  'largest-contentful-paint': { most: 1600 },
  'total-blocking-time': { most: 50 },
  'cumulative-layout-shift': { most: 0 },
  'total-byte-weight': {},
} satisfies Record<string, { least?: number; most?: number }>
type Measure = keyof typeof TARGETS
type Measures = Record<Measure, number>

const measures = Object.keys(TARGETS) as Measure[]
const SHORT: Record<Measure, string> = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
  'total-byte-weight': 'transferred',
}

const executable = await findChromium()
if (!executable) {
  console.error(HOW_TO_GET_CHROMIUM)
  process.exit(1)
}
const runs = Number(process.env['RUNS'] ?? 3)
const named = process.argv.slice(2)
const rows: { path: string; found: Measures }[] = []
const failed = new Set<string>()

const product = await startProduct({ build: process.env['LANDFALL_BUILD'] ?? 'build' })
try {
  for (const path of named.length > 0 ? named : PAGES) {
    await fetch(product.url + path) // The first response after a start also loads modules.
    const found: Measures[] = []
    for (let run = 0; run < runs; run += 1) found.push(await measure(product.url + path, executable))
    const row = { path, found: medianMeasures(found) }
    rows.push(row)
    console.log(`${path}: ${words(row.found)}`)
  }
} finally {
  await product.stop()
}
console.log(`\n${table()}`)
console.log(`\nMedian of ${runs}, Node ${process.versions.node}, load at the end ${loadavg()[0]!.toFixed(1)}`)
for (const line of failed) console.log(`Lost points: ${line}`)
process.exitCode = rows.every(({ found }) => measures.every((name) => isMet(name, found[name]))) ? 0 : 1

/** In a new browser, so that no run finds another run's cache. */
async function measure(url: string, chromePath: string): Promise<Measures> {
  const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', ...CHROMIUM_FLAGS], logLevel: 'silent' })
  try {
    const report = await lighthouse(url, { port: chrome.port, logLevel: 'silent', onlyCategories: [...CATEGORIES] })
    if (!report || report.lhr.runtimeError) throw new Error(`${url}: ${report?.lhr.runtimeError?.message}`)
    const { categories, audits } = report.lhr
    for (const name of ['accessibility', 'best-practices', 'seo']) {
      for (const { id, weight } of categories[name]?.auditRefs ?? []) {
        const { score, title } = audits[id]!
        if (weight > 0 && score !== null && score < 1) failed.add(`${new URL(url).pathname} ${name}: ${title} (${id})`)
      }
    }
    return Object.fromEntries(
      measures.map((name) => {
        const score = categories[name]?.score
        return [name, typeof score === 'number' ? Math.round(score * 100) : (audits[name]?.numericValue ?? Number.NaN)]
      }),
    ) as Measures
  } finally {
    chrome.kill()
  }
}

function medianMeasures(found: Measures[]): Measures {
  return Object.fromEntries(measures.map((name) => [name, median(found.map((each) => each[name]))])) as Measures
}

function isMet(name: Measure, value: number): boolean {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }: { least?: number; most?: number } =
    TARGETS[name]
  return value >= least && value <= most
}

function shown(name: Measure, value: number): string {
  const text = {
    'first-contentful-paint': `${(value / 1000).toFixed(2)} s`,
    'largest-contentful-paint': `${(value / 1000).toFixed(2)} s`,
    'total-blocking-time': `${Math.round(value)} ms`,
    'cumulative-layout-shift': value.toFixed(3),
    'total-byte-weight': `${Math.round(value / 1000)} kB`,
  }[name as string]
  return `${text ?? value}${isMet(name, value) ? '' : ' MISSED'}`
}

function words(found: Measures): string {
  return measures.map((name) => `${SHORT[name]} ${shown(name, found[name])}`).join(', ')
}

function table(): string {
  const head = ['page', ...measures.map((name) => SHORT[name])]
  const lines = [
    head,
    head.map(() => '---'),
    ...rows.map((row) => [row.path, ...measures.map((name) => shown(name, row.found[name]))]),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
