/**
 * Public pages without the page cache, compressed as browsers ask for. Rendered each time, they are compared with the minimal cost of
 * such a page: React rendering the same tree from memory, through the same server. And their cost while their data are read each time and
 * have not changed, as for most pages that leave the cache. Both builds run as processes of their own and are requested in turns, so
 * that a busy machine affects both.
 */
import { readFileSync } from 'node:fs'
import type { Product } from '../support/product/processes.ts'
import { atLeast, atMost, median, PRODUCTION, sized, type Figure } from './figures.ts'
import {
  BENCH_BUILD,
  load,
  makeBenchBuild,
  postgresVersion,
  processorTime,
  startSeeded,
  UNCACHED,
  type Engine,
} from './processes.ts'

/** `cost`: milliseconds of CPU a page on PostgreSQL whose data are the same, at most. */
const PAGES = [
  { path: '/mentors', cost: 4 },
  { path: '/mentors/wanjiru-kamau', cost: 2.2 },
  { path: '/', cost: 4 },
  { path: '/faq', cost: 0.8 },
]
const LEAST_RATIO = 0.5
const LEAST_RATE = 280 // Requests for /mentors a second: of the fastest peer that was measured.
const HEADERS = { ...UNCACHED, 'accept-encoding': 'gzip, deflate, br, zstd' }
const CONNECTIONS = 16
const WARM_UP_SECONDS = 4
const ROUND_SECONDS = 2
const ROUNDS = sized(9, 1)

export async function measurePages(): Promise<Figure[]> {
  await makeBenchBuild()
  return [...(await measure('PostgreSQL')), ...(await measure('PGlite'))]
}

async function measure(engine: Engine): Promise<Figure[]> {
  const product = await startSeeded(engine)
  const floor = await startSeeded(engine, BENCH_BUILD)
  const figures: Figure[] = []
  for (const page of PAGES) figures.push(...(await compare(engine, product, floor, page)))
  await product.stop()
  await floor.stop()
  return figures
}

async function compare(
  engine: Engine,
  product: Product,
  floor: Product,
  { path, cost: most }: (typeof PAGES)[number],
): Promise<Figure[]> {
  const { html, sent } = await expectSamePage(product.url, floor.url, path)
  const rendering = `${path}?rendered=[<id>]-` // Each request has another address, so none is known. autocannon takes a `]` at the end for its own.
  for (const each of [floor, product]) await ask(each, path, WARM_UP_SECONDS)
  await ask(product, rendering, WARM_UP_SECONDS)

  const rounds: (Record<'least' | 'rendered' | 'read', Awaited<ReturnType<typeof ask>>> & { ratio: number })[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const least = await ask(floor, path, ROUND_SECONDS)
    const rendered = await ask(product, rendering, ROUND_SECONDS)
    const read = await ask(product, path, ROUND_SECONDS)
    rounds.push({ least, rendered, read, ratio: rendered.perSecond / least.perSecond })
  }

  const ratio = median(rounds.map((round) => round.ratio))
  const middle = (of: 'least' | 'rendered' | 'read', figure: 'perSecond' | 'milliseconds' | 'p99') =>
    median(rounds.map((round) => round[of][figure]))
  const rate = Math.round(middle('read', 'perSecond'))
  const rates = `${Math.round(middle('rendered', 'perSecond'))} of ${Math.round(middle('least', 'perSecond'))}`
  const [cost, rendered, least] = (['read', 'rendered', 'least'] as const).map((of) => middle(of, 'milliseconds'))
  const conditions = [
    `${path} uncached, as with credentials, ${(html / 1000).toFixed(1)} kB of HTML, ${(sent / 1000).toFixed(1)} kB as browsers get it`,
    `floor: renderToString of react-dom ${readVersion('react-dom')}, same tree from memory, same server`,
    `${CONNECTIONS} connections, one process each, autocannon in another`,
    `${PRODUCTION} for both`,
    engine === 'PostgreSQL' ? await postgresVersion() : `PGlite ${readVersion('@electric-sql/pglite')} in the process`,
    `median of ${ROUNDS} rounds of ${ROUND_SECONDS} s in turns`,
  ].join('; ')
  const name = `pages, ${engine}, ${path}`
  const figures: Figure[] = [
    {
      benchmark: name,
      found: `${ratio.toFixed(2)} × floor (${rates} requests/s, p99 ${Math.round(middle('rendered', 'p99'))} ms)`,
      conditions,
      target: atLeast(ratio, LEAST_RATIO),
    },
  ]
  if (engine !== 'PostgreSQL') return figures
  if (cost)
    figures.push({
      benchmark: `${name}, CPU`,
      found: `${cost.toFixed(2)} ms of CPU a page with the same data, ${rendered?.toFixed(2)} ms rendered, floor ${least?.toFixed(2)} ms`,
      conditions: 'the same',
      target: atMost(cost, most, ' ms'),
    })
  if (path === '/mentors')
    figures.push({
      benchmark: `${name}, rate`,
      found: `${rate} requests/s with the same data`,
      conditions: 'the same',
      target: atLeast(rate, LEAST_RATE, ' requests/s'),
    })
  return figures
}

/** A round. `milliseconds` is the process's own processor time per page, NaN if unknown. */
async function ask({ url, pid }: Product, path: string, seconds: number) {
  const before = processorTime(pid) ?? Number.NaN
  const responded = await load(url + path, { connections: CONNECTIONS, seconds, headers: HEADERS })
  const used = (processorTime(pid) ?? Number.NaN) - before
  return { ...responded, milliseconds: used / responded.requests }
}

/** Throws unless both render the same page. Returns its bytes, as HTML and as sent. */
async function expectSamePage(product: string, floor: string, path: string): Promise<{ html: number; sent: number }> {
  const [real, , least] = [await page(product, path), await page(floor, path), await page(floor, path)] // The floor's second is from memory.
  if (real.text !== least.text)
    throw new Error(`${path} differs between the build and the benchmarks' build: npm run build first`)
  return { html: Buffer.byteLength(real.text), sent: real.sent }
}

/** Without nonces and the port, which differ between responses and starts. */
async function page(origin: string, path: string): Promise<{ text: string; sent: number }> {
  const answer = await fetch(origin + path, { headers: HEADERS })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
  const text = (await answer.text()).replaceAll(/nonce="[^"]*"/g, '').replaceAll(origin, '')
  return { text, sent: Number(answer.headers.get('content-length')) }
}

function readVersion(name: string): string {
  return (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }).version
}
