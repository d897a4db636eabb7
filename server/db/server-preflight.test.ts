/** On a server alone: PGlite has one encoding, one session, and no tables of others. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Db } from '#server/db/connect'
import { problemsOfDatabase } from '#server/db/preflight'
import { openTestDatabase, type TestDatabase } from '../../tests/support/database/database.ts'
import { createScratchDatabase, IN_ASCII } from '../../tests/support/database/scratch-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Runs `work` on a database of its own, which cannot hold every letter. */
async function onAscii(work: (db: Db) => Promise<void>): Promise<void> {
  const { url, drop } = await createScratchDatabase('template0', IN_ASCII)
  const { db } = await connect(url)
  await work(db)
  await db.destroy()
  await drop()
}

describe('a database on a server', () => {
  it('that cannot hold every letter is named, and so is whose tables are in it', () =>
    onAscii(async (db) => {
      await sql`create table recipes (title text)`.execute(db)
      expect(await problemsOfDatabase(db, db)).toEqual([
        "this database is encoded as SQL_ASCII. Create one with encoding 'UTF8'.",
        'this database holds tables of something else. Name an empty one.',
      ])
    }))

  it('of a version that is too old is named, and nothing else is asked of it', () =>
    onAscii(async (db) => {
      // In place of PostgreSQL's own function, which says what it is.
      await sql`create function current_setting(text) returns text language sql return '14.23 (Debian)'`.execute(db)
      await db.connection().execute(async (one) => {
        await sql`set search_path = public, pg_catalog`.execute(one)
        expect(await problemsOfDatabase(one, null)).toEqual([
          'this is PostgreSQL 14.23 (Debian), which is too old. Use 15 or newer.',
        ])
      })
    }))

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
