/** On a server alone: PGlite has one encoding, one session, and no tables of others. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Db } from '#server/platform/db/connect'
import { migrate } from '#server/platform/db/migrate'
import { explainFailure, explainUnusable, problemsOfDatabase } from '#server/platform/db/preflight'
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database/database.ts'
import { createScratchDatabase, IN_ASCII } from '../../../tests/support/database/scratch-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A new database, and the address by which a role with no rights reaches it. */
async function withRole() {
  const id = randomUUID().replaceAll('-', '')
  const [name, role] = [`rights_${id}`, `role_${id}`]
  const url = new URL(database.url)
  url.pathname = `/${name}`
  const server = new Client({ connectionString: database.url })
  await server.connect()
  await server.query(`create database ${name} template template0`)
  await server.query(`create role ${role} login password 'opensesame'`)
  const owner = await connect(url.href)
  const { db } = await connect(Object.assign(url, { username: role, password: 'opensesame' }).href)
  return {
    db,
    role,
    name,
    roleUrl: url.href,
    byOwner: (statement: string) => sql.raw(statement).execute(owner.db),
    async close() {
      await Promise.all([db.destroy(), owner.db.destroy()])
      await server.query(`drop database ${name} with (force)`)
      await server.query(`drop role ${role}`)
      await server.end()
    },
  }
}

describe('a database on a server', () => {
  it('names what its role may not create, and how to let it', async () => {
    const { db, role, name, byOwner, close } = await withRole()
    const extension = (wanted: string) =>
      `the role ${role} may not create the extension ${wanted}. Have a superuser run: create extension ${wanted};`
    expect(await problemsOfDatabase(db, db)).toEqual([
      extension('btree_gist'),
      extension('citext'),
      `the role ${role} may not create tables in it. Have its owner run: grant create on schema public to ${role};`,
      `the role ${role} may not create the schema of the jobs. Have its owner run: grant create on database ${name} to ${role};`,
    ])
    await byOwner('create extension citext')
    await byOwner(`grant create on schema public to ${role}`)
    expect(await problemsOfDatabase(db, db)).toEqual([
      extension('btree_gist'),
      expect.stringContaining('may not create the schema of the jobs'),
    ])
    await byOwner(`grant create on database ${name} to ${role}`)
    expect(await problemsOfDatabase(db, db)).toEqual([])
    await migrate(db)
    await close()
  })

  it('lets a role do without rights on a database that has extensions and jobs, unless it can only be read', async () => {
    const { db, name, role, roleUrl, byOwner, close } = await withRole()
    for (const statement of [
      'create extension citext',
      'create extension btree_gist',
      `grant create on schema public to ${role}`,
      'create schema jobs',
      'create table jobs.version (version integer)',
    ])
      await byOwner(statement)
    expect(await problemsOfDatabase(db, db)).toEqual([])
    await byOwner(`alter database ${name} set default_transaction_read_only = on`)
    const later = await connect(roleUrl)
    expect(await problemsOfDatabase(later.db, later.db)).toEqual([
      'this server can only be read, as a standby. Name the one that can be written to.',
    ])
    await later.db.destroy()
    await close()
  })

  it('that is empty, another program’s, or of another release is explained to a command', async () => {
    const { url, drop } = await createScratchDatabase()
    const { db } = await connect(url)
    const run = (statement: string) => sql.raw(statement).execute(db)
    expect(await explainUnusable(db)).toMatch(/^This database is empty\. Start the product once/)
    await run('create table bookings (id int)') // Of one that uses Kysely and our names.
    await run('create table kysely_migration (name text, timestamp text)')
    await run("insert into kysely_migration values ('2024_01_init', '')")
    expect(await explainUnusable(db)).toMatch(/another program/)
    await run('drop table bookings, kysely_migration')
    await migrate(db)
    expect(await explainUnusable(db)).toBeNull()
    await run("insert into kysely_migration values ('9001_pins', '')")
    expect(await explainUnusable(db)).toMatch(/^This database is from a newer .*9001_pins/)
    expect(await problemsOfDatabase(db, db)).toEqual([
      expect.stringMatching(/^a newer release has migrated it \(to 9001_pins\)\. Start that release/),
    ])
    await run("delete from kysely_migration where name > '0040'")
    expect(await explainUnusable(db)).toMatch(/^This database is from an earlier/)
    await db.destroy()
    await drop()
  })

  it('that refuses or fails is explained in our words', async () => {
    const url = new URL(database.url)
    const explained = async (change: Partial<URL>) => {
      const { db } = await connect(Object.assign(new URL(url), change).href)
      const said = await sql`select 1 from nowhere`.execute(db).then(() => '', explainFailure)
      await db.destroy()
      return said
    }
    const cannot = 'The database cannot be used: '
    expect(await explained({ pathname: '/no_such_database' })).toBe(
      `${cannot}its server has no database by this name. Create it first.`,
    )
    expect(await explained({ port: '9' })).toMatch(/: no server answers at this address\./)
    expect(await explained({})).toBe(`${cannot}it failed with the code 42P01. Its log says more.`)
  })

  it('that cannot hold every letter, has other tables, or is of a version that is too old is named', async () => {
    const { url, drop } = await createScratchDatabase('template0', IN_ASCII)
    const { db } = await connect(url)
    await sql`create table recipes (title text)`.execute(db)
    expect(await problemsOfDatabase(db, db)).toEqual([
      "this database is encoded as SQL_ASCII. Create one with encoding 'UTF8'.",
      'this database holds tables of something else. Name an empty one.',
    ])
    // In place of PostgreSQL's own function, which says what it is.
    await sql`create function current_setting(text) returns text language sql return '14.23 (Debian)'`.execute(db)
    await db.connection().execute(async (one) => {
      await sql`set search_path = public, pg_catalog`.execute(one)
      expect(await problemsOfDatabase(one, null), 'no other query is made').toEqual([
        'this is PostgreSQL 14.23 (Debian), which is too old. Use 15 or newer.',
      ])
    })
    await db.destroy()
    await drop()
  })

  it('behind a pooler by transaction is named: two sessions find each other’s settings', async () => {
    const { db } = database
    // Both sessions on one connection, which is what such a pooler makes of sessions that take turns.
    const pooled = {
      connection: () => ({ execute: (work: (one: Db) => unknown) => work(shared) }),
    } as unknown as Db
    let shared = db
    await db.connection().execute(async (one) => {
      shared = one
      expect(await problemsOfDatabase(db, pooled)).toEqual([expect.stringMatching(/^there is a pooler before it/)])
    })
  })
})
