/**
 * Two web processes on one database: how much more they draw than one, how soon each shows what changed beside it, and how
 * many of their visitors find a page in the page cache.
 */
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { query } from '../support/database/scratch-database.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { atLeast, atMost, median, percentile, PRODUCTION, sized, type Figure } from './figures.ts'
import { load, postgresVersion, PRODUCT_BUILD, processorTime, startSeeded, UNCACHED } from './processes.ts'

const PATH = '/mentors'
const CONNECTIONS = 16
const SECONDS = 4
const ROUNDS = sized(5, 1)
const CHANGES = sized(20, 2)
const VISIT_SECONDS = sized(90, 3)
const VISITS_PER_SECOND = 40
const CHANGE_EACH_SECONDS = sized(30, 1)

export async function measureSeveral(): Promise<Figure[]> {
  const one = await startSeeded('PostgreSQL', PRODUCT_BUILD, { ROLE: 'web' })
  const other = await startProduct({ build: PRODUCT_BUILD, env: { DATABASE_URL: one.databaseUrl, ROLE: 'web' } })
  const machine = `${availableParallelism()} cores, which the load, the database and the stand-ins share`
  const conditions = `two processes with ROLE=web on one database; ${machine}; ${PRODUCTION}; ${await postgresVersion()}`
  try {
    return [
      ...(await compareRates([one, other], conditions)),
      await measureChanges([one, other], one.databaseUrl, conditions),
      await measureHits([one, other], one.databaseUrl, conditions),
    ]
  } finally {
    await Promise.all([one.stop(), other.stop()])
  }
}

/** The rate of both over that of one, and what a page costs each in processor time, which no lack of cores changes. */
async function compareRates(products: [Product, Product], conditions: string): Promise<Figure[]> {
  const [first] = products
  const draw = async (product: Product, connections: number) => {
    const before = processorTime(product.pid) ?? Number.NaN
    const { requests, perSecond } = await load(product.url + PATH, { connections, seconds: SECONDS, headers: UNCACHED })
    return { perSecond, cost: ((processorTime(product.pid) ?? Number.NaN) - before) / requests }
  }
  for (const product of products) await draw(product, CONNECTIONS)
  const rounds: { ratio: number; dearer: number; alone: number; rate: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await draw(first, CONNECTIONS)
    const both = await Promise.all(products.map((product) => draw(product, CONNECTIONS / 2)))
    const rate = both.reduce((sum, { perSecond }) => sum + perSecond, 0)
    const cost = both.reduce((sum, each) => sum + each.cost, 0) / both.length
    rounds.push({ ratio: rate / alone.perSecond, dearer: cost / alone.cost, alone: alone.perSecond, rate })
  }
  const of = (pick: (round: (typeof rounds)[0]) => number) => median(rounds.map(pick))
  const ratio = of((round) => round.ratio)
  return [
    {
      benchmark: 'two web processes',
      found: `${ratio.toFixed(2)} × one (${Math.round(of(({ rate }) => rate))} of ${Math.round(of(({ alone }) => alone))} requests/s)`,
      conditions: `uncached ${PATH}, ${CONNECTIONS} connections, of which each process has half; median of ${ROUNDS} rounds of ${SECONDS} s in turns; ${conditions}`,
      target: atLeast(ratio, 1.6),
    },
    {
      benchmark: 'two web processes, CPU',
      found: `a page takes ${of(({ dearer }) => dearer).toFixed(2)} × the CPU of one process alone`,
      conditions: 'the same; with cores for both, their rate is 2 ÷ this × that of one',
      target: atMost(
        of(({ dearer }) => dearer),
        1.25,
      ),
    },
  ]
}

/** From the commit of a change to the first page with it, in each of the processes. */
async function measureChanges(products: Product[], databaseUrl: string, conditions: string): Promise<Figure> {
  const slug = 'wanjiru-kamau'
  const waits: number[] = []
  for (let change = 0; change < CHANGES; change += 1) {
    const words = `Engineer, change ${change}`
    await query(databaseUrl, 'update mentors set role = $1 where slug = $2', [words, slug])
    const began = performance.now()
    const shows = async ({ url }: Product) => {
      while (!(await (await fetch(`${url}/mentors/${slug}`)).text()).includes(words)) {
        if (performance.now() - began > 30_000) throw new Error('A change did not appear')
        await pause(5)
      }
      waits.push(performance.now() - began)
    }
    await Promise.all(products.map(shows))
  }
  const longest = Math.max(...waits)
  return {
    benchmark: 'page cache, a change by another process',
    found: `shown after ${Math.round(median(waits))} ms (median), ${Math.round(longest)} ms at most`,
    conditions: `${CHANGES} changes of a mentor, each seen on their page in both processes; ${conditions}`,
    target: atMost(longest, 1_500, ' ms'),
  }
}

/** Visitors of five zones, day or night, who mostly ask for what is popular, while mentors change. */
async function measureHits(products: Product[], databaseUrl: string, conditions: string): Promise<Figure> {
  const slugs = await query<{ slug: string }>(
    databaseUrl,
    `select slug from mentors where status = 'accepted' order by slug`,
  )
  const lists = ['India', 'Nigeria', 'Kenya', 'Pakistan', 'Brazil', 'Vietnam'].map((from) => `/mentors?from=${from}`)
  const paths = [
    '/',
    '/mentors',
    ...lists,
    ...slugs.map(({ slug }) => `/mentors/${slug}`),
    '/faq',
    '/about',
    '/cohorts',
  ]
  const zones = ['Asia/Kolkata', 'Europe/London', 'Africa/Lagos', 'America/Sao_Paulo', 'Asia/Ho_Chi_Minh']
  const seen = { hits: 0, misses: 0 }
  const took: number[] = []
  const visit = async (n: number) => {
    const path = paths[Math.floor(paths.length * drawn(n) ** 2)]! // The square: the first is requested most.
    const cookie = `zone=${encodeURIComponent(zones[Math.floor(zones.length * drawn(n + 0.1))]!)}; theme=${n % 3 ? 'day' : 'night'}`
    const began = performance.now()
    const response = await fetch(products[n % products.length]!.url + path, { headers: { cookie } })
    await response.text()
    took.push(performance.now() - began)
    if (response.headers.get('server-timing')?.includes('hit')) seen.hits += 1
    else seen.misses += 1
  }
  const changing = setInterval(() => {
    const words = `Engineer at ${Math.round(performance.now())}`
    void query(databaseUrl, 'update mentors set role = $1 where slug = $2', [words, slugs[0]!.slug])
  }, CHANGE_EACH_SECONDS * 1_000)
  const visits: Promise<void>[] = []
  for (let n = 0; n < VISIT_SECONDS * VISITS_PER_SECOND; n += 1) {
    visits.push(visit(n))
    await pause(1_000 / VISITS_PER_SECOND)
  }
  await Promise.all(visits)
  clearInterval(changing)
  const share = seen.hits / (seen.hits + seen.misses)
  return {
    benchmark: 'page cache, found there',
    found: `${Math.round(100 * share)} % of ${visits.length} pages, p99 ${Math.round(percentile(took, 0.99))} ms`,
    conditions: `${VISITS_PER_SECOND} visits a second over ${paths.length} addresses, five zones, day and night, at both processes in turn; a mentor changes each ${CHANGE_EACH_SECONDS} s; ${conditions}`,
    target: null,
  }
}

/** A number from 0 to 1 that is the same in each run. */
function drawn(n: number): number {
  const mixed = Math.sin(n * 12.9898) * 43_758.5453
  return mixed - Math.floor(mixed)
}
