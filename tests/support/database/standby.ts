/** A standby that streams from a test's own PostgreSQL server, as an operator's does. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { startServer, writeOwnFile, type OwnPostgres } from './postgres.ts'
import { query } from './scratch-database.ts'

export type Standby = {
  /** Of a database of this name. */
  databaseUrl(database: string): string
  /** Waits until it has replayed all that the primary has written by now. */
  catchUp(): Promise<void>
  /** Lets it fall behind: it receives changes and replays none. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  /** Ends it at once, as a crash does. */
  stop(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
}

const REPLAY_SECONDS = 30

/** Copies the primary's data while it runs. The standby's data go with the primary's folder; stop the standby before. */
export async function startStandby(primary: OwnPostgres, values: Record<string, string> = {}): Promise<Standby> {
  const { folder, bin, password } = primary
  const data = join(folder, 'standby')
  writeOwnFile(join(data, 'backup_label'), await copyData(primary, data))
  writeOwnFile(join(data, 'standby.signal'), '')
  const { port: primaryPort } = new URL(primary.url)
  const conninfo = `host=127.0.0.1 port=${primaryPort} user=postgres password=${password}`
  const launch = (port?: string) => {
    const more = { primary_conninfo: conninfo, ...values, ...(port && { port }) }
    return startServer({ bin, data, log: join(folder, 'standby.log'), password, values: more })
  }
  let running = await launch()
  const { url } = running
  const kill = () => running.server.kill('SIGQUIT')
  process.once('exit', kill)

  return {
    databaseUrl(database) {
      const address = new URL(url)
      address.pathname = `/${database}`
      return address.href
    },
    async catchUp() {
      const [row] = await query<{ end: string }>(primary.url, 'select pg_current_wal_lsn()::text as end')
      const until = Date.now() + REPLAY_SECONDS * 1_000
      const has = `select pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed`
      while (!(await query<{ replayed: boolean }>(url, has, [row!.end]))[0]!.replayed) {
        if (Date.now() > until) throw new Error(`Not replayed in ${REPLAY_SECONDS} s`)
        await pause(10)
      }
    },
    pauseReplay: async () => void (await query(url, 'select pg_wal_replay_pause()')),
    resumeReplay: async () => void (await query(url, 'select pg_wal_replay_resume()')),
    async stop() {
      if (running.server.exitCode === null && kill()) await once(running.server, 'exit')
    },
    async start() {
      running = await launch(new URL(url).port)
    },
  }
}

/** Returns the label from which the copy knows where to begin to replay. */
async function copyData(primary: OwnPostgres, copy: string): Promise<string> {
  const client = new Client({ connectionString: primary.url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    execFileSync('cp', ['-a', primary.data, copy])
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(copy, name), { force: true })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    return rows[0]!.labelfile
  } finally {
    await client.end()
  }
}
