import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { connect, type Database } from '#server/db/connect'
import { migrate, readOwnership } from '#server/db/migrate'
import { createDatabase } from '../../tests/support/database/database.ts'

let database: Database
beforeEach(async () => {
  database = await connect(inject('database') === 'postgres' ? await createDatabase() : 'memory:', { unlimited: true })
})
afterEach(() => database.db.destroy())

const files = readdirSync('server/db/migrations').map((file) => file.replace('.sql', ''))

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
  it('runs every file once, in order', async () => {
    await migrate(database.db)
    expect((await migrations()).map(({ name }) => name)).toEqual(files.toSorted())
    expect(await tables()).toContain('claims')
  })

  it('changes nothing the second time', async () => {
    await migrate(database.db)
    const [first, there] = [await migrations(), await tables()]
    await migrate(database.db)
    expect(await migrations()).toEqual(first)
    expect(await tables()).toEqual(there)
  })

  it('runs once if two processes call it together', async () => {
    await Promise.all([migrate(database.db), migrate(database.db)])
    expect((await migrations()).map(({ name }) => name)).toEqual(files.toSorted())
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

describe('readOwnership', () => {
  it('is empty, ours or foreign', async () => {
    expect(await readOwnership(database.db)).toBe('empty')
    await migrate(database.db)
    expect(await readOwnership(database.db)).toBe('ours')
  })

  it('is foreign for a database with other tables', async () => {
    await sql`create table recipes (title text)`.execute(database.db)
    expect(await readOwnership(database.db)).toBe('foreign')
  })
})
