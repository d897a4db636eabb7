/** On servers alone: the embedded database has no standby. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Db } from '#server/platform/db/connect'
import { migrate } from '#server/platform/db/migrate'
import { openReplica, type Replica } from '#server/platform/db/standby/replica'
import { countBytesBehind, readLogEnd, readStandby, type Primary } from '#server/platform/db/standby/replica-queries'
import { startOwnPostgres, type OwnPostgres } from '../../../../tests/support/database/postgres.ts'
import { query } from '../../../../tests/support/database/scratch-database.ts'
import { startStandby, type Standby } from '../../../../tests/support/database/standby.ts'

const NOTHING = { listings: 0, pages: 0 }
const SOON = { timeout: 20_000, interval: 20 }

let server: OwnPostgres
let standby: Standby
let db: Db
let url: string
let primary: Primary
let replica: Replica
let said: string[]
let codes: unknown[]

beforeAll(async () => {
  server = await startOwnPostgres({ values: { wal_keep_size: '256MB' } })
  for (const name of ['landfall', 'recipes']) await query(server.url, `create database ${name}`)
  url = Object.assign(new URL(server.url), { pathname: '/landfall' }).href
  db = (await connect(url)).db
  await migrate(db)
  standby = await startStandby(server, { max_standby_streaming_delay: '0', hot_standby_feedback: 'off' })
  primary = await readStandby(db)
})
afterAll(async () => {
  await db.destroy()
  await standby.stop()
  await server.stop()
})

beforeEach(async () => {
  await standby.catchUp()
  replica = await open()
})
afterEach(async () => {
  await replica.close()
  await standby.resumeReplay()
})

async function open(address = standby.databaseUrl('landfall')): Promise<Replica> {
  said = []
  codes = []
  return openReplica(address, primary, {
    timeoutMs: 10_000,
    restMs: 0,
    onTrouble(trouble, error) {
      said.push(trouble)
      codes.push(error instanceof Error && 'code' in error ? error.code : undefined)
    },
    onUsed: () => said.push('used'),
  })
}

/** Whether a standby read it. */
const isStandby = async (one: Db) =>
  (await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(one)).rows[0]!.standby

const raise = async (table: 'listing_version' | 'page_version') =>
  (await sql<{ version: number }>`update ${sql.table(table)} set version = version + 1 returning version`.execute(db))
    .rows[0]!.version

describe('a replica', () => {
  it('reads on the standby, and writes nothing', async () => {
    expect(await replica.look()).toBeNull()
    expect(await replica.read(NOTHING, isStandby)).toEqual({ value: true })
    expect(replica.counts).toEqual({ replica: 1, behind: 0, unavailable: 0, another: 0, promoted: 0 })
    expect(await replica.read(NOTHING, (one) => sql`update page_version set version = 0`.execute(one))).toBeNull()
    expect(codes).toEqual(['25006'])
  })

  it.each(['listing_version', 'page_version'] as const)(
    'reads nothing for who knows a newer %s than it has replayed, until it has',
    async (table) => {
      await standby.pauseReplay()
      const version = await raise(table)
      const known = { ...NOTHING, [table === 'page_version' ? 'pages' : 'listings']: version }
      const end = await readLogEnd(db)
      expect(await replica.read(known, isStandby)).toBeNull()
      expect(await replica.read(NOTHING, isStandby)).toEqual({ value: true })
      const { db: behind } = await connect(standby.databaseUrl('landfall'), { connections: 1 })
      expect(await countBytesBehind(behind, end)).toBeGreaterThan(0)
      await standby.resumeReplay()
      await standby.catchUp()
      expect(await replica.read(known, isStandby)).toEqual({ value: true })
      expect(await countBytesBehind(behind, end)).toBe(0)
      await behind.destroy()
      expect(replica.counts).toMatchObject({ replica: 2, behind: 1 })
      expect(said).toEqual([])
    },
  )

  it('reads nothing before it has the migrations of an upgrade', async () => {
    await replica.close()
    replica = await openReplica(standby.databaseUrl('landfall'), { ...primary, schema: '9999_later' })
    expect(await replica.look()).toBe('behind')
    expect(await replica.read(NOTHING, isStandby)).toBeNull()
  })

  it('leaves the read to the database while the standby is away, says so once, and is used again when it is back', async () => {
    expect(await replica.read(NOTHING, isStandby)).toEqual({ value: true })
    await standby.stop()
    for (let reads = 0; reads < 5; reads += 1) expect(await replica.read(NOTHING, isStandby)).toBeNull()
    expect(said).toEqual(['unavailable'])
    await standby.start()
    await expect.poll(() => replica.read(NOTHING, isStandby), SOON).toEqual({ value: true })
    expect(said).toEqual(['unavailable', 'used'])
  })

  it('leaves a read to the database that the standby cancels because it has to replay', async () => {
    const slow = replica.read(NOTHING, (one) => sql`select pg_sleep(60) from kysely_migration limit 1`.execute(one))
    const running = `select pid from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`
    await expect.poll(() => query(standby.databaseUrl('landfall'), running), SOON).toHaveLength(1)
    await query(url, 'begin; lock table kysely_migration in access exclusive mode; commit')
    expect(await slow).toBeNull()
    expect(codes).toEqual(['40001'])
  })

  it('waits no longer than its time for a standby that does not answer', async () => {
    await replica.close()
    replica = await openReplica(standby.databaseUrl('landfall'), primary, { timeoutMs: 50 })
    expect(await replica.read(NOTHING, (one) => sql`select pg_sleep(1)`.execute(one))).toBeNull()
    expect(replica.counts).toMatchObject({ replica: 0, unavailable: 1 })
  })

  it.each([
    ['another', 'of another database of the same server', () => standby.databaseUrl('recipes')],
    ['another', 'of another server', () => process.env['TEST_DATABASE_URL']!],
    ['promoted', 'the database itself', () => url],
  ])('is refused as %s if it is %s', async (trouble, _which, address) => {
    await replica.close()
    replica = await open(address())
    expect(await replica.look()).toBe(trouble)
    expect(await replica.read(NOTHING, isStandby)).toBeNull()
    expect(said).toEqual([trouble])
  })
})
