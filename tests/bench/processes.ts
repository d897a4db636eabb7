/** Processes for benchmarks: the product's build, the benchmarks' own build, and a load generator. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { bareEnvironment, startProduct, type Product } from '../support/product/processes.ts'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { copySeededData } from '../support/product/seeded.ts'
import { isBrief } from './figures.ts'

const run = promisify(execFile)

/** The build that `npm start` runs, which `npm run bench` has brought up to date. */
export const PRODUCT_BUILD = process.env['LANDFALL_BUILD'] ?? 'build'
export const BENCH_BUILD = '.landfall/bench-build'

export type Engine = 'PGlite' | 'PostgreSQL'

let building: Promise<unknown> | undefined

/** Builds the benchmarks' bundle (`entry.ts`) from the current sources, once per run. */
export async function makeBenchBuild(): Promise<void> {
  const bundler = resolve('node_modules/@react-router/dev/bin.cjs')
  building ??= run(process.execPath, [bundler, 'build', '.', '--config', 'tests/bench/vite.config.ts'], {
    env: { ...bareEnvironment(), NODE_ENV: 'production', LANDFALL_BUILD: BENCH_BUILD },
  })
  await building
}

const seeds = new Map<Engine, Promise<string>>()

/**
 * The 24 demo mentors, written once per run by a first start: a data folder to copy, or the name of a template database
 * (without the pictures, which no page here reads).
 */
export function seed(engine: Engine): Promise<string> {
  const known = seeds.get(engine) ?? (engine === 'PGlite' ? seedFolder() : seedTemplate())
  seeds.set(engine, known)
  return known
}

async function seedFolder(): Promise<string> {
  const product = await startProduct({ build: PRODUCT_BUILD })
  await product.stop()
  return product.data
}

async function seedTemplate(): Promise<string> {
  const { name, url } = await createScratchDatabase()
  await (await startProduct({ build: PRODUCT_BUILD, env: { DATABASE_URL: url } })).stop()
  return name
}

/** Starts a build on demo data of its own, with additional settings. */
export async function startSeeded(
  engine: Engine,
  build = PRODUCT_BUILD,
  env: Record<string, string> = {},
): Promise<Product & { databaseUrl: string }> {
  const seeded = await seed(engine)
  if (engine === 'PostgreSQL') {
    const { url: databaseUrl } = await createScratchDatabase(seeded)
    return { ...(await startProduct({ build, env: { ...env, DATABASE_URL: databaseUrl } })), databaseUrl }
  }
  const data = copySeededData(seeded)
  return { ...(await startProduct({ data, build, env })), databaseUrl: `file:${data}/pglite` }
}

export type Load = { requests: number; perSecond: number; p99: number }

/** Headers that bypass the page cache, which leaves requests with credentials alone. */
export const UNCACHED = { authorization: 'Bearer uncached' }

/** `perSecond` undefined: as fast as possible. */
type Asking = { connections: number; seconds: number; headers: Record<string, string>; perSecond?: number }

/**
 * Requests one URL repeatedly from another process, with another text for `[<id>]` each time. Latency is in milliseconds. Any status
 * but 200 is an error.
 */
export async function load(url: string, { connections, seconds, headers, perSecond }: Asking): Promise<Load> {
  const until = isBrief() ? ['--amount', '64'] : ['--duration', String(seconds)]
  const requested = ['--json', '--idReplacement', '--connections', String(connections), ...until]
  if (perSecond) requested.push('--overallRate', String(perSecond))
  for (const [name, value] of Object.entries(headers)) requested.push('--headers', `${name}: ${value}`)
  const { stdout } = await run(process.execPath, ['node_modules/autocannon/autocannon.js', ...requested, url], {
    env: { ...bareEnvironment(), NODE_ENV: 'production' },
  })
  const report = JSON.parse(stdout) as {
    requests: { total: number }
    duration: number
    latency: { p99: number }
    non2xx: number
    errors: number
  }
  if (report.non2xx + report.errors > 0 || report.requests.total === 0) throw new Error(`Under load, ${url}: ${stdout}`)
  const requests = report.requests.total
  return { requests, perSecond: requests / report.duration, p99: report.latency.p99 }
}

/** Resident memory of a process, in MB (10^6 bytes). Slim containers have no `ps`, macOS has no /proc. */
export async function residentMemory(pid: number): Promise<number> {
  const status = `/proc/${pid}/status`
  const kibibytes = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]
    : (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout
  return (Number(kibibytes) * 1024) / 1e6
}

/** Bytes that this process keeps, after garbage collection. */
export function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round += 1) collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/**
 * Processor time that a process has used, in milliseconds. Null without /proc. A busy machine hardly affects it, unlike
 * a rate.
 */
export function processorTime(pid: number): number | null {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return null
  const fields = readFileSync(file, 'utf8').split(') ')[1]!.split(' ') // The name before may hold anything.
  const [user, system] = [Number(fields[11]), Number(fields[12])] // proc_pid_stat(5), in hundredths of a second.
  return (user + system) * 10
}

export async function postgresVersion(): Promise<string> {
  const [settings] = await query<{ version: string; fsync: string }>(
    process.env['TEST_DATABASE_URL'] ?? '',
    `select current_setting('server_version') as version, current_setting('fsync') as fsync`,
  )
  return `PostgreSQL ${settings?.version} with fsync ${settings?.fsync}`
}
