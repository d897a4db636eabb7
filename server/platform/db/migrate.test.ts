import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { connect, transact, type Database } from '#server/platform/db/connect'
import { migrate, readOwnership } from '#server/platform/db/migrate'
import { problemsOfDatabase } from '#server/platform/db/preflight'
import { createDatabase } from '../../../tests/support/database/database.ts'
import { laterRelease } from '../../../tests/support/database/later-release.ts'

let database: Database
beforeEach(async () => {
  const url = inject('database') === 'postgres' ? await createDatabase() : 'memory:'
  database = await connect(url, { unlimited: true })
})
afterEach(() => database.db.destroy())

const files = readdirSync('server/platform/db/migrations').map((file) => file.replace('.sql', ''))

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(database.db)
  return rows.map(({ name }) => name)
}

async function migrations(): Promise<{ name: string; timestamp: string }[]> {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    select name, timestamp from kysely_migration order by name`.execute(database.db)
  return rows
}

describe('migrate', () => {
  it('runs every file once, in order, also if two processes call it together, and nothing the second time', async () => {
    expect(await readOwnership(database.db)).toBe('empty')
    await Promise.all([migrate(database.db), migrate(database.db)])
    expect(await readOwnership(database.db)).toBe('ours')
    const separate = inject('database') === 'postgres' ? database.db : null
    expect(await problemsOfDatabase(database.db, separate)).toEqual([])
    const [first, there] = [await migrations(), await tables()]
    expect(first.map(({ name }) => name)).toEqual(files.toSorted())
    expect(there).toContain('claims')
    await migrate(database.db)
    expect([await migrations(), await tables()]).toEqual([first, there])
  })

  it('stops at the one that is named, unless this release does not have it, and goes on from there', async () => {
    await expect(migrate(database.db, { upTo: '9999_later' })).rejects.toThrow(/newer release made it.*9999_later/)
    const [first, second] = files.toSorted()
    expect(await migrate(database.db, { upTo: second! })).toEqual([first, second])
    expect((await migrate(database.db)).at(0)).toBe(files.toSorted()[2])
  })

  it('leaves nothing behind if a file fails, and succeeds once the obstacle is gone', async () => {
    await sql`create table refunds (in_the_way text)`.execute(database.db)
    await expect(migrate(database.db)).rejects.toMatchObject({ code: '42P07' })
    expect((await tables()).filter((name) => !name.startsWith('kysely_'))).toEqual(['refunds'])
    expect(await migrations()).toEqual([])
    await sql`drop table refunds`.execute(database.db)
    await migrate(database.db)
    expect(await migrations()).toHaveLength(files.length)
  })
})

describe('a database that a newer release has migrated', () => {
  it('is refused by name, and stays as it is', async () => {
    await migrate(database.db, { from: laterRelease({ '9001_pins': 'create table pins (id integer primary key);' }) })
    const before = await migrations()
    await expect(migrate(database.db)).rejects.toThrow(
      'a newer release has migrated it (to 9001_pins). Start that release, or restore the backup',
    )
    expect(await migrations()).toEqual(before)
    expect(await tables()).toContain('pins')
  })
})

describe('a file that cannot run in a transaction', () => {
  const outside = `-- Outside a transaction: people book while it runs.
drop index concurrently if exists bookings_by_nothing;
create index concurrently bookings_by_nothing on bookings (created_at);
`

  it('runs between those before it and those after it, and starts anew after an interruption', async () => {
    const more = {
      '9001_before': 'create table before_it (id integer primary key);',
      '9002_index': outside,
      '9003_after': 'create table after_it (id integer primary key);',
    }
    await migrate(database.db)
    await sql`create index bookings_by_nothing on bookings (id)`.execute(database.db) // As an interrupted try leaves one.
    expect(await migrate(database.db, { from: laterRelease(more) })).toEqual(Object.keys(more))
    expect(await tables()).toContain('after_it')
    const { rows } = await sql`select indisvalid as valid from pg_index
      where indexrelid = 'bookings_by_nothing'::regclass`.execute(database.db)
    expect(rows).toEqual([{ valid: true }])
  })
})

describe('readOwnership', () => {
  it('is foreign for a database with other tables, also if the role may not read those', async () => {
    await sql`create table recipes (title text)`.execute(database.db)
    expect(await readOwnership(database.db)).toBe('foreign')
    const stranger = `stranger_${randomUUID().replaceAll('-', '')}`
    await sql`create role ${sql.id(stranger)}`.execute(database.db)
    await transact(database.db, async (tx) => {
      await sql`set local role ${sql.id(stranger)}`.execute(tx)
      expect(await readOwnership(tx)).toBe('foreign')
    })
    await sql`drop role ${sql.id(stranger)}`.execute(database.db)
  })

  it('is empty for a database with nothing but an extension', async () => {
    await sql`create extension citext`.execute(database.db)
    await sql`create view of_citext as select 1 as one`.execute(database.db)
    await sql`alter extension citext add view of_citext`.execute(database.db)
    expect(await readOwnership(database.db)).toBe('empty')
  })
})
