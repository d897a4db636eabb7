/**
 * Public pages from the page cache, compared with the minimal cost of sending a page: a fixed text of the same bytes and
 * headers from the same process (`entry.ts`). Requested in turns, so that a busy machine affects both.
 */
import { atLeast, median, PRODUCTION, sized, type Figure } from './figures.ts'
import { BENCH_BUILD, load, makeBenchBuild, postgresVersion, processorTime, startSeeded } from './processes.ts'

const CONNECTIONS = 16
const WARM_UP_SECONDS = 3
const ROUND_SECONDS = 2
const ROUNDS = sized(9, 1)
/** Of a visitor with a dozen cookies that are not ours. */
const FOREIGN = Array.from({ length: 12 }, (_, n) => `_ga_${n}=GS2.1.s17637${n}8201$o1$g0$t17637${n}8201$j60$l0$h0`)
const headers = { 'accept-encoding': 'br', cookie: FOREIGN.join('; ') }
const PAGES = ['/mentors', '/mentors/wanjiru-kamau', '/faq']

export async function measureCache(): Promise<Figure[]> {
  await makeBenchBuild()
  const product = await startSeeded('PostgreSQL', BENCH_BUILD)
  /** `microseconds` is the process's own processor time per response, NaN if unknown. */
  const ask = async (path: string, seconds: number) => {
    const before = processorTime(product.pid) ?? Number.NaN
    const responded = await load(product.url + path, { connections: CONNECTIONS, seconds, headers })
    const used = (processorTime(product.pid) ?? Number.NaN) - before
    return { ...responded, microseconds: (1000 * used) / responded.requests }
  }
  const compare = async (path: string): Promise<Figure> => {
    const fixedText = `/fixed${path}`
    const bytes = await expectSameBytes(product.url, path, fixedText)
    for (const each of [fixedText, path]) await ask(each, WARM_UP_SECONDS)
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const fixed = await ask(fixedText, ROUND_SECONDS)
      const kept = await ask(path, ROUND_SECONDS)
      rounds.push({ fixed, kept, ratio: kept.perSecond / fixed.perSecond })
    }
    const ratio = median(rounds.map((round) => round.ratio))
    const rate = Math.round(median(rounds.map(({ kept }) => kept.perSecond)))
    const fixedRate = Math.round(median(rounds.map(({ fixed }) => fixed.perSecond)))
    const cost = median(rounds.map(({ kept }) => kept.microseconds))
    const fixedCost = median(rounds.map(({ fixed }) => fixed.microseconds))
    const costs = Number.isNaN(cost)
      ? ''
      : `; CPU of the process ${Math.round(cost)} µs a page, fixed text ${Math.round(fixedCost)} µs`
    const p99 = Math.round(median(rounds.map(({ kept }) => kept.p99)))
    return {
      benchmark: `page cache, ${path}`,
      found: `${ratio.toFixed(2)} × fixed text (${rate} of ${fixedRate} requests/s, p99 ${p99} ms${costs})`,
      conditions: [
        `${path} of a visitor with twelve foreign cookies, ${(bytes / 1000).toFixed(1)} kB of Brotli`,
        'fixed text: same bytes and headers, same process, one Hono route without anything around it',
        `${CONNECTIONS} connections, one process, autocannon in another`,
        PRODUCTION,
        await postgresVersion(),
        `median of ${ROUNDS} rounds of ${ROUND_SECONDS} s in turns`,
      ].join('; '),
      target: atLeast(ratio, 0.6),
    }
  }
  const figures: Figure[] = []
  for (const path of PAGES) figures.push(await compare(path))
  await product.stop()
  return figures
}

/** Throws unless both responses are equal. Returns their bytes. */
async function expectSameBytes(origin: string, page: string, fixedText: string): Promise<number> {
  const lengths = []
  for (const path of [page, fixedText, page, fixedText]) {
    const answer = await fetch(origin + path, { headers })
    lengths.push(answer.headers.get('content-length'))
    await answer.text()
    if (answer.status !== 200 || answer.headers.get('content-encoding') !== 'br')
      throw new Error(`${path}: ${answer.status}`)
  }
  const [first] = lengths
  if (!first || lengths.some((length) => length !== first)) throw new Error(`Not of one length: ${lengths.join(', ')}`)
  return Number(first)
}
