/**
 * npm run soak [-- --minutes 60]   10 by default
 *
 * Runs the built product on a PostgreSQL server of its own under a steady load of visitors, bookings with payments, sign-ins and
 * uploads. Four times a minute the load rests, and what is left is read: the heap and what it holds outside of itself, after
 * garbage collection, resident memory, and open handles. The warm-up before is ten minutes of a denser load and does not count:
 * until functions have run often enough, the engine goes on compiling them, 3 MB in all. Prints each look and the slopes. Exit
 * code 1: an answer that was not expected, memory that cannot be collected grows by more than 1 MB in ten minutes, or handles grow.
 *
 * Environment: LANDFALL_BUILD is the folder of the build (default `build`).
 */
import { existsSync, readdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median } from '../../tests/bench/figures.ts'
import { BEHIND_PROXY, prepareLoad, WARM_UP } from '../../tests/bench/soak-load.ts'
import { startPostgres } from '../../tests/support/database/postgres.ts'
import { createScratchDatabase } from '../../tests/support/database/scratch-database.ts'
import { INSPECTED, openInspector } from './inspector.ts'
import { startProduct } from '../../tests/support/product/processes.ts'

const MINUTE_MS = 60_000
const WARM_UP_MS = WARM_UP.minutes * MINUTE_MS
const LOAD_MS = 14_000
const REST_MS = 1_000 // Lets the jobs of the last requests finish.
const MAX_GROWTH = 1 // Megabytes in ten minutes.
const MEGABYTE = 1024 * 1024

/** `at`: minutes since the load began. Memory in megabytes; `code` is part of `memory`. `handles`: of the event loop, and open files where /proc is. */
type Look = { at: number; memory: number; code: number; resident: number; handles: number }

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const minutes = Number(values.minutes)
if (!(minutes >= 1)) {
  console.error('Say how many minutes, one at least: npm run soak -- --minutes 60')
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(1)) // Started processes end with this one.
}

const postgres = await startPostgres()
process.env['TEST_DATABASE_URL'] = postgres.url
const { url: databaseUrl } = await createScratchDatabase()
const build = process.env['LANDFALL_BUILD'] ?? 'build'
const product = await startProduct({
  build,
  env: { ...BEHIND_PROXY, DATABASE_URL: databaseUrl, NODE_OPTIONS: INSPECTED },
})
const inspector = await openInspector(product.output())
const { run, done } = await prepareLoad(product, databaseUrl)

const began = performance.now()
const looks: Look[] = []
while (performance.now() - began < WARM_UP_MS + minutes * MINUTE_MS) {
  const isWarm = performance.now() - began >= WARM_UP_MS
  await run(LOAD_MS, isWarm ? 1 : WARM_UP.haste)
  await pause(REST_MS)
  const look = await readProduct()
  console.log(
    `${look.at.toFixed(1).padStart(5)} min  ${look.memory.toFixed(1)} MB kept (${look.code.toFixed(1)} MB code), ${look.resident.toFixed(0)} MB resident, ${look.handles} handles`,
  )
  if (isWarm) looks.push(look)
}
inspector.close()
await product.stop()
await postgres.stop()

const growth = computeSlope(({ memory }) => memory)
const third = Math.floor(looks.length / 3)
const handles = looks.map((look) => look.handles)
const doHandlesGrow = third > 0 && Math.min(...handles.slice(-third)) > Math.max(...handles.slice(0, third))
console.log(
  `${done.pages} pages, ${done.bookings} bookings, ${done.signIns} sign-ins, ${done.uploads} uploads; load of the machine ${loadavg()[0]!.toFixed(1)}`,
)
console.log(
  `In ten minutes: ${growth.toFixed(2)} MB kept (at most ${MAX_GROWTH}; ${computeSlope(({ code }) => code).toFixed(2)} MB of it code), ${computeSlope(({ resident }) => resident).toFixed(2)} MB resident, ${computeSlope((look) => look.handles).toFixed(1)} handles`,
)
if (doHandlesGrow) console.error('Handles grow.')
if (growth > MAX_GROWTH) console.error('Memory grows.')
process.exitCode = doHandlesGrow || growth > MAX_GROWTH ? 1 : 0

async function readProduct(): Promise<Look> {
  const { heapUsed, external, rss, code, resources } = await inspector.read()
  const files = `/proc/${product.pid}/fd`
  return {
    at: (performance.now() - began) / MINUTE_MS,
    memory: (heapUsed + external) / MEGABYTE,
    code: code / MEGABYTE,
    resident: rss / MEGABYTE,
    handles: resources + (existsSync(files) ? readdirSync(files).length : 0),
  }
}

/** In ten minutes: the median of the slopes between any two looks (Theil and Sen), which single outliers do not move. */
function computeSlope(pick: (look: Look) => number): number {
  const slopes = looks.flatMap((one, n) =>
    looks.slice(n + 1).map((other) => ((pick(other) - pick(one)) / (other.at - one.at)) * 10),
  )
  return median(slopes)
}
