/**
 * Starts the built product as a process, as `npm start` does, with data of its own and a free port. It is killed with
 * the tests' process at the latest.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ahead } from '../clock/shifted-clock.mjs'
import { ONE_ADDRESS } from './limits.ts'

const SHIFTED_CLOCK = resolve('tests/support/clock/shifted-clock.mjs')

/** `output`: everything that it wrote to both streams. */
export type Ended = { code: number | null; signal: NodeJS.Signals | null; output: string }

/** A program that is starting. `ready` rejects with its output if it ends first or takes too long. */
type Launched = {
  pid: number
  ready: Promise<Ready>
  exited: Promise<Ended>
  output(): string
  kill(signal: NodeJS.Signals): void
}
type Ready = { url: string; mailUrl: string }

/** `stop` sends SIGTERM and waits for the end. */
export type Product = Omit<Launched, 'ready'> & Ready & { data: string; stop(): Promise<Ended> }

/**
 * `data`: the folder of database and pictures, by default a new one. `build`: the folder of the build, by default the
 * tests'. `sources`: the folder of another release, which has a build and a Node of its own. `env` extends a bare environment, without the settings of this machine. `args`: of the command.
 */
export type Launch = {
  data?: string
  build?: string
  sources?: string
  env?: Record<string, string>
  args?: string[]
}

const START_SECONDS = 100 // Enough for a first start beside other tests on a busy machine.

/** Fixed, so that a test can sign in accounts that it has written to the database. */
export const AUTH_SECRET = 'p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM='

/** What a live site needs besides a database and a place for files. Emails and payments go nowhere. */
export const LIVE_SETTINGS = {
  LANDFALL_MODE: 'live',
  PUBLIC_URL: 'https://landfall.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  MAIL_FROM: 'bookings@landfall.test',
  SUPPORT_EMAIL: 'help@landfall.test',
  SMTP_URL: 'smtps://mail.example',
  TERMS_FILE: 'LICENSE',
  PRIVACY_FILE: 'LICENSE',
  TRUSTED_PROXIES: 'none',
}

/** The same site in a rehearsal, without keys of the payment service. */
export const REHEARSAL_SETTINGS = {
  ...LIVE_SETTINGS,
  LANDFALL_MODE: 'rehearsal',
  REHEARSAL_MAIL_TO: 'operator@mail.test',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
}

/** The tests' own build, so that they can run beside a running product. */
export const TEST_BUILD = '.landfall/test-build'

/** Removes processes and data at the end of the tests' process. */
const leftovers = new Set<() => void>()
process.once('exit', () => {
  for (const remove of [...leftovers].toReversed()) remove() // A process before its data.
})
// Vitest ends its workers by SIGTERM, and a process that a signal kills runs no exit handlers.
if (process.env['VITEST_WORKER_ID']) process.once('SIGTERM', () => process.exit())

/** Starts the product and waits until it is ready. */
export async function startProduct(launch: Launch = {}): Promise<Product> {
  const data = launch.data ?? newDataFolder()
  const { ready, ...product } = launchProduct({ ...launch, data })
  const stop = () => {
    product.kill('SIGTERM')
    return product.exited
  }
  return { ...product, ...(await ready), data, stop }
}

/** Starts the product without waiting, for starts that are expected to fail. */
export function launchProduct(launch: Launch = {}): Launched {
  const data = launch.data ?? newDataFolder()
  const env = {
    ...bareEnvironment(),
    NODE_ENV: 'production',
    LANDFALL_BUILD: launch.sources ? join(launch.sources, 'build') : resolve(launch.build ?? TEST_BUILD),
    PORT: '0',
    DATABASE_URL: `file:${join(data, 'pglite')}`,
    STORAGE_FOLDER: join(data, 'pictures'),
    AUTH_SECRET,
    ...ONE_ADDRESS,
    ...launch.env,
  }
  const node = launch.sources ? join(launch.sources, 'node_modules/node/bin/node') : process.execPath
  // 1.0.0 had no other file to start by.
  const started = [launch.sources ? 'server/main.ts' : 'server/start.mjs', ...(launch.args ?? [])]
  return follow(node, started, { env, ...(launch.sources && { cwd: launch.sources }) })
}

/** A folder that is kept until the tests' process ends, so that a killed product can be started on it again. */
export function newDataFolder(): string {
  const data = mkdtempSync(join(tmpdir(), 'landfall-data-'))
  leftovers.add(() => rmSync(data, { recursive: true, force: true, maxRetries: 3 }))
  return data
}

export function bareEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|TMPDIR|LANG|USER|TEST_CLOCK_AHEAD)$/.test(name),
  )
  return { ...Object.fromEntries(kept), ...(ahead !== 0 && { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}` }) }
}

type Follow = { env: Record<string, string>; cwd?: string; seconds?: number; group?: boolean }

/** Runs a program that starts the product. With `group`, SIGKILL also ends the processes that it has started. */
export function follow(program: string, args: string[], { env, cwd, seconds = START_SECONDS, group = false }: Follow) {
  const child = spawn(program, args, { env, cwd, detached: group, stdio: ['ignore', 'pipe', 'pipe'] })
  const pid = child.pid ?? 0
  const kill = (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    if (group && signal === 'SIGKILL') process.kill(-pid, signal)
    else child.kill(signal)
  }
  const endWithTests = () => kill('SIGKILL')
  leftovers.add(endWithTests)

  let output = ''
  const { promise: ready, resolve: settle, reject: fail } = Promise.withResolvers<Ready>()
  const listen = (chunk: Buffer) => {
    output += chunk
    const url = readAddress(output)
    if (url) settle({ url, mailUrl: `${url}/sandbox/mail` })
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const tooLate = setTimeout(() => {
    kill('SIGKILL')
    fail(new Error(`Not ready after ${seconds} s:\n${output}`))
  }, seconds * 1000)
  ready.then(
    () => clearTimeout(tooLate),
    () => clearTimeout(tooLate), // Handled, since tests of failing starts await `exited` only.
  )

  const exited = new Promise<Ended>((ended, failed) => {
    child.on('error', failed)
    child.on('close', (code, signal) => {
      leftovers.delete(endWithTests)
      fail(new Error(`Ended before it was ready (${signal ?? `exit code ${code}`}):\n${output}`))
      ended({ code, signal, output })
    })
  })
  return { pid, ready, exited, output: () => output, kill } satisfies Launched
}

/** Runs a script of ours to its end, as `npm run` does, with no settings but these. */
export const runScript = (name: string, args: string[], env: Record<string, string>): Promise<Ended> =>
  follow(process.execPath, [`scripts/${name}.ts`, ...args], { env: { ...bareEnvironment(), ...env } }).exited

/** The URL after “is ready”, if white space follows: the output so far may end in the middle of a port. */
function readAddress(output: string): string | null {
  return /is ready\s+(https?:\/\/\S+?)\/?\s/.exec(output)?.[1] ?? null
}
