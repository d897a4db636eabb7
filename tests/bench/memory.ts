/**
 * The resident memory of the product's process, and the duration of a start. The second start counts, since the first
 * one draws two dozen portraits.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { newDataFolder, startProduct, type Product } from '../support/product/processes.ts'
import { createScratchDatabase } from '../support/database/scratch-database.ts'
import { atMost, PRODUCTION, sized, type Figure } from './figures.ts'
import { load, postgresVersion, PRODUCT_BUILD, residentMemory, UNCACHED, type Engine } from './processes.ts'

const IDLE_SECONDS = sized(30, 1)
const LOAD = { connections: 16, seconds: 10, headers: UNCACHED }

const targets: Record<Engine, { megabytes: number; seconds: number }> = {
  PGlite: { megabytes: 450, seconds: 3 },
  PostgreSQL: { megabytes: 180, seconds: 1 },
}

type Start = { product: Product; seconds: number; megabytes: number }

export async function measureMemory(): Promise<Figure[]> {
  const data = { PGlite: newDataFolder(), PostgreSQL: newDataFolder() }
  const { url } = await createScratchDatabase()
  const start = (engine: Engine) => timedStart(data[engine], engine === 'PGlite' ? `file:${data[engine]}/pglite` : url)

  const firsts = await startBoth(start)
  await Promise.all([firsts.PGlite.product.stop(), firsts.PostgreSQL.product.stop()])
  const seconds = await startBoth(start)
  const figures: Figure[] = []
  for (const engine of ['PGlite', 'PostgreSQL'] as const) {
    figures.push(...(await describe(engine, firsts[engine], seconds[engine])))
    await seconds[engine].product.stop()
  }
  return figures
}

/** Starts one after the other, so that neither slows the other; then both are idle. */
async function startBoth(start: (engine: Engine) => Promise<{ product: Product; seconds: number }>) {
  const wait = async (started: Awaited<ReturnType<typeof start>>): Promise<Start> => {
    await pause(IDLE_SECONDS * 1000)
    return { ...started, megabytes: await residentMemory(started.product.pid) }
  }
  const pglite = wait(await start('PGlite'))
  const postgres = wait(await start('PostgreSQL'))
  return { PGlite: await pglite, PostgreSQL: await postgres }
}

/** From the start of the process to its first complete page. */
async function timedStart(data: string, databaseUrl: string) {
  const born = performance.now()
  const product = await startProduct({ data, build: PRODUCT_BUILD, env: { DATABASE_URL: databaseUrl } })
  const answer = await fetch(`${product.url}/mentors`)
  await answer.text()
  if (answer.status !== 200) throw new Error(`/mentors: ${answer.status}`)
  return { product, seconds: (performance.now() - born) / 1000 }
}

async function describe(engine: Engine, first: Start, second: Start): Promise<Figure[]> {
  const target = targets[engine]
  const responded = await load(`${second.product.url}/mentors`, LOAD)
  const loaded = await residentMemory(second.product.pid)
  const where = engine === 'PGlite' ? 'PGlite in the process' : `${await postgresVersion()}, its processes not counted`
  return [
    {
      benchmark: `memory, ${engine}`,
      found:
        `${Math.round(second.megabytes)} MB at the second start (first start ${Math.round(first.megabytes)} MB, ` +
        `after ${responded.requests} pages ${Math.round(loaded)} MB)`,
      conditions: `resident, one process, ${IDLE_SECONDS} s after the first 200, no connections; pages: uncached, ${LOAD.connections} connections for ${LOAD.seconds} s; ${PRODUCTION}; ${where}`,
      target: atMost(second.megabytes, target.megabytes, ' MB'),
    },
    {
      benchmark: `start, ${engine}`,
      found: `${second.seconds.toFixed(2)} s to the first 200 (first start with demo data ${first.seconds.toFixed(1)} s)`,
      conditions: `second start, from spawning node to the whole of /mentors, one process; ${PRODUCTION}; ${where}`,
      target: atMost(second.seconds, target.seconds, ' s'),
    },
  ]
}
