/**
 * The product's `findMentors` in this process, with 1,000 to 1,000,000 mentors: the query whether anything has changed,
 * the search in memory, and the rows of one page by SQL. Compared with a bare `select 1` on the same connections. The
 * clock stands still, so that no listing is refreshed meanwhile; refreshing is measured separately.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { everybody, type Criteria, type Page } from '#domain/search/criteria'
import { search } from '#server/search/engine/search'
import { connect, type Db } from '#server/platform/db/connect'
import { migrate } from '#server/platform/db/migrate'
import { currentDirectory, findMentors } from '#server/search/sync'
import { createScratchDatabase } from '../support/database/scratch-database.ts'
import { atMost, median, PRODUCTION, sized, type Figure } from './figures.ts'
import { memoryInUse, postgresVersion } from './processes.ts'
import { makeAsks, type Asks } from './search-asks.ts'
import { growMentors, NOW } from './search-data.ts'
import { openSearch, type Search } from './search-product.ts'
import { measureRefresh } from './search-refresh.ts'

const MOST = Number(process.env['SEARCH_MENTORS'] ?? sized(1_000_000, 1_000))
const SIZES = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= MOST)
const CURSORS = sized(399, 9)
const MANY = sized(100_000, 1_000) // Mentors: enough for as many pages as CURSORS.
const CONNECTIONS = 8

const kinds: Record<keyof Asks, { words: string; targets: Record<number, number> }> = {
  unfiltered: {
    words: 'first page, no filter',
    targets: { 1_000: 10, 10_000: 10, 100_000: 10, 1_000_000: 10 },
  },
  filtered: { words: 'first page, 1 to 4 filters', targets: { 10_000: 15, 100_000: 40, 1_000_000: 60 } },
  typo: { words: 'a word with one letter wrong', targets: { 100_000: 60 } },
  prefix: { words: 'the first letters of a word', targets: {} },
}

type Timing = { p50: number; p95: number }
type Measured = { asks: number; found: Timing; bare: Timing }

/** Prints its progress, since it takes minutes. */
export async function measureSearch(sizes = SIZES): Promise<Figure[]> {
  const figures: Figure[] = []
  const filtered: Measured[] = []
  const { url } = await createScratchDatabase()
  const seeding = await connect(url, { unlimited: true })
  await migrate(seeding.db)
  const where = await postgresVersion()
  for (const [n, size] of sizes.entries()) {
    const started = performance.now()
    await growMentors(seeding.db, sizes[n - 1] ?? 0, size)
    console.error(`${inWords(size)} mentors made in ${((performance.now() - started) / 1000).toFixed(0)} s`)
    const measured = await measureSize(url, size, where)
    for (const figure of measured.figures) console.error(`  ${figure.benchmark}: ${figure.found}`)
    figures.push(...measured.figures)
    filtered.push(measured.filtered)
  }
  await seeding.db.destroy()
  return [...figures, describeGrowth(sizes, filtered), await measureEmbedded()]
}

async function measureSize(url: string, size: number, where: string) {
  const database = await connect(url, { connections: CONNECTIONS })
  const figures: Figure[] = []
  if (size <= 100_000) figures.push(await measureRefresh(database.db, Math.min(size, 5_000), size))
  const before = memoryInUse()
  const product = openSearch(database.db)
  const started = performance.now()
  await currentDirectory(product)
  const seconds = (performance.now() - started) / 1000
  const megabytes = (memoryInUse() - before) / 1e6
  figures.push({
    benchmark: `search, ${inWords(size)}: start`,
    found: `${seconds.toFixed(2)} s to read the list into memory, ${megabytes.toFixed(1)} MB kept (${Math.round((megabytes * 1e6) / size)} bytes a mentor)`,
    conditions: `the heap and its buffers after garbage collection, before and after; ${PRODUCTION}; ${where}; load ${busy()}`,
    target: size === 100_000 ? atMost(seconds, 1.5, ' s') : size === 1_000_000 ? atMost(seconds, 12, ' s') : null,
  })
  const asks = makeAsks(
    size > 100_000 ? 200 : sized(400, 20),
    search(product.directory, everybody, null, NOW).counts,
    await listWords(database.db),
  )
  let filtered: Measured | undefined
  for (const kind of Object.keys(kinds) as (keyof Asks)[]) {
    const requested = await timeAsks(product, asks[kind])
    if (kind === 'filtered') filtered = requested
    figures.push(describeAsks(kind, size, requested, where))
  }
  if (size >= MANY) {
    figures.push(await measureCursors(product, size, 'no filter', everybody))
    figures.push(
      await measureCursors(product, size, 'one broad filter', { ...everybody, choices: { language: ['en'] } }),
    )
  }
  await database.db.destroy()
  return { figures, filtered: filtered! }
}

/** The same criteria at the end and at the beginning of the list, in turns. */
async function measureCursors(product: Search, size: number, what: string, criteria: Criteria): Promise<Figure> {
  let page: Page = null
  const seen = new Set<number>()
  for (let cursor = 0; cursor < CURSORS; cursor += 1) {
    const { next, numbers } = search(product.directory, criteria, page, NOW)
    for (const number of numbers) seen.add(number)
    if (!next) throw new Error(`Only ${cursor + 1} pages`)
    page = { after: next }
  }
  if (seen.size !== CURSORS * 24) throw new Error(`${seen.size} mentors on ${CURSORS} pages`)
  const rounds = size > 100_000 ? 150 : sized(300, 10)
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds + 20; round += 1) {
    for (const [n, requested] of [null, page].entries()) {
      const took = await timed(() => findMentors(product, criteria, requested))
      if (round >= 20) times[n]!.push(took)
    }
  }
  const [first, far] = [computeTiming(times[0]), computeTiming(times[1])]
  const ratio = Math.max(far.p50 / first.p50, far.p95 / first.p95)
  return {
    benchmark: `search, ${inWords(size)}: ${CURSORS} cursors on, ${what}`,
    found: `${ratio.toFixed(2)} × the first page (p50 ${inMs(far.p50)} and ${inMs(first.p50)}, p95 ${inMs(far.p95)} and ${inMs(first.p95)})`,
    conditions: `the larger ratio of p50 and p95, ${rounds} asks each, in turns; load ${busy()}`,
    target: atMost(ratio, 1.3, ' × the first page'),
  }
}

async function measureEmbedded(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-bench-search-'))
  const { db } = await connect(`file:${folder}`)
  try {
    await migrate(db)
    await growMentors(db, 0, 1_000)
    const product = openSearch(db)
    await currentDirectory(product)
    const { counts } = search(product.directory, everybody, null, NOW)
    const requested = await timeAsks(product, makeAsks(sized(400, 20), counts, await listWords(db)).filtered)
    return describeAsks('filtered', 1_000, requested, 'PGlite in the process', 40)
  } finally {
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Words of five letters and more, from names and cities. */
async function listWords(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; location: string }>`
    select name, location from listings order by md5(number::text) limit 400`.execute(db)
  const words = rows.map(({ name, location }, n) => (n % 2 ? location.split(', ')[0]! : name.split(' ')[1]!))
  return words.filter((word) => [...word].length > 4)
}

async function timeAsks(product: Search, asks: Criteria[]): Promise<Measured> {
  for (const criteria of asks.slice(0, 20)) await findMentors(product, criteria, null)
  const [found, bare]: [number[], number[]] = [[], []]
  for (const criteria of asks) {
    found.push(await timed(() => findMentors(product, criteria, null)))
    bare.push(await timed(() => sql`select 1`.execute(product.db)))
  }
  return { asks: asks.length, found: computeTiming(found), bare: computeTiming(bare) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function describeAsks(
  kind: keyof Asks,
  size: number,
  { asks, found, bare }: Measured,
  where: string,
  target = kinds[kind].targets[size],
): Figure {
  return {
    benchmark: `search, ${inWords(size)}: ${kinds[kind].words}`,
    found: `p95 ${inMs(found.p95)} (p50 ${inMs(found.p50)}; bare select 1: p95 ${inMs(bare.p95)}, p50 ${inMs(bare.p50)})`,
    conditions: `findMentors with all counts, ${asks} asks, one at a time, one process; ${PRODUCTION}; ${where}; load ${busy()}`,
    target: target === undefined ? null : atMost(found.p95, target, ' ms'),
  }
}

function describeGrowth(sizes: number[], requested: Measured[]): Figure {
  const times = (which: keyof Timing) =>
    requested
      .slice(1)
      .map(({ found }, n) => `× ${(found[which] / requested[n]!.found[which]).toFixed(1)}`)
      .join(', ')
  return {
    benchmark: 'search, growth of a filtered first page',
    found: `p95 ${times('p95')}; p50 ${times('p50')}`,
    conditions: `from ${sizes.map(inWords).join(' to ')} mentors, each ten times the one before`,
    target: null,
  }
}

function computeTiming(times: number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: median(times), p95: sorted[Math.ceil(sorted.length * 0.95) - 1]! }
}

const inWords = (count: number): string => count.toLocaleString('en')
const inMs = (milliseconds: number): string => `${milliseconds.toFixed(milliseconds < 10 ? 2 : 1)} ms`
const busy = (): string => loadavg()[0]!.toFixed(1)
