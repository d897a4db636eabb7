/**
 * `/mentors` without the page cache, compared with the minimal cost of such a page: React rendering the same tree from
 * memory, through the same server. Both run as processes of their own and are requested in turns, so that a busy
 * machine affects both.
 */
import { readFileSync } from 'node:fs'
import type { Product } from '../support/product/processes.ts'
import { atLeast, median, PRODUCTION, type Figure } from './figures.ts'
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

const PATH = '/mentors'
const CONNECTIONS = 16
const WARM_UP_SECONDS = 4
const ROUND_SECONDS = 2
const ROUNDS = 9

export async function measurePages(): Promise<Figure[]> {
  await makeBenchBuild()
  return [await measure('PostgreSQL'), await measure('PGlite')]
}

async function measure(engine: Engine): Promise<Figure> {
  const product = await startSeeded(engine)
  const floor = await startSeeded(engine, BENCH_BUILD)
  const bytes = await expectSamePage(product.url, floor.url)
  for (const each of [floor, product]) await ask(each, WARM_UP_SECONDS)

  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const least = await ask(floor, ROUND_SECONDS)
    const real = await ask(product, ROUND_SECONDS)
    rounds.push({ least, real, ratio: real.perSecond / least.perSecond })
  }
  await product.stop()
  await floor.stop()

  const ratio = median(rounds.map((round) => round.ratio))
  const rate = Math.round(median(rounds.map(({ real }) => real.perSecond)))
  const floorRate = Math.round(median(rounds.map(({ least }) => least.perSecond)))
  const cost = median(rounds.map(({ real }) => real.milliseconds))
  const floorCost = median(rounds.map(({ least }) => least.milliseconds))
  const costs = Number.isNaN(cost)
    ? ''
    : `; CPU of the process ${cost.toFixed(1)} ms a page, floor ${floorCost.toFixed(1)} ms`
  const p99 = Math.round(median(rounds.map(({ real }) => real.p99)))
  return {
    benchmark: `pages, ${engine}`,
    found: `${ratio.toFixed(2)} × floor (${rate} of ${floorRate} requests/s, p99 ${p99} ms${costs})`,
    conditions: [
      `${PATH} uncached, as for a visitor with a cookie of their own, 24 mentors, ${Math.round(bytes / 1000)} kB of HTML, not compressed`,
      `floor: renderToPipeableStream of react-dom ${versionOf('react-dom')}, same tree from memory, same server`,
      `${CONNECTIONS} connections, one process each, autocannon in another`,
      `${PRODUCTION} for both`,
      engine === 'PostgreSQL' ? await postgresVersion() : `PGlite ${versionOf('@electric-sql/pglite')} in the process`,
      `median of ${ROUNDS} rounds of ${ROUND_SECONDS} s in turns`,
    ].join('; '),
    target: atLeast(ratio, 0.35),
  }
}

/** A round. `milliseconds` is the process's own processor time per page, NaN if unknown. */
async function ask({ url, pid }: Product, seconds: number) {
  const before = processorTime(pid) ?? Number.NaN
  const answered = await load(url + PATH, { connections: CONNECTIONS, seconds, headers: UNCACHED })
  const used = (processorTime(pid) ?? Number.NaN) - before
  return { ...answered, milliseconds: used / answered.requests }
}

/** Throws unless both render the same page. Returns its bytes. */
async function expectSamePage(product: string, floor: string): Promise<number> {
  const [real, , least] = [await page(product), await page(floor), await page(floor)] // The floor's second is from memory.
  if (real !== least)
    throw new Error(`${PATH} differs between the build and the benchmarks' build: npm run build first`)
  return Buffer.byteLength(real)
}

/** Without nonces and the port, which differ between responses and starts. */
async function page(origin: string): Promise<string> {
  const answer = await fetch(origin + PATH, { headers: UNCACHED })
  if (answer.status !== 200) throw new Error(`${PATH}: ${answer.status}`)
  return (await answer.text()).replaceAll(/nonce="[^"]*"/g, '').replaceAll(origin, '')
}

function versionOf(name: string): string {
  return (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }).version
}
