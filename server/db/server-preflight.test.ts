/** On a server alone: PGlite has one encoding, one session, and no tables of others. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Db } from '#server/db/connect'
import { problemsOfDatabase } from '#server/db/preflight'
import { openTestDatabase, type TestDatabase } from '../../tests/support/database/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('a database on a server', () => {
  it('that cannot hold every letter is named, and so is whose tables are in it', async () => {
    const name = `ascii_${randomUUID().replaceAll('-', '')}`
    const server = new Client({ connectionString: database.url })
    await server.connect()
    await server.query(
      `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    )
    const url = new URL(database.url)
    url.pathname = `/${name}`
    const { db } = await connect(url.href)
    await sql`create table recipes (title text)`.execute(db)
    expect(await problemsOfDatabase(db, db)).toEqual([
      "this database is encoded as SQL_ASCII. Create one with encoding 'UTF8'.",
      'this database holds tables of something else. Name an empty one.',
    ])
    await db.destroy()
    await server.query(`drop database ${name}`)
    await server.end()
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
