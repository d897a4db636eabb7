/** On a server alone: PGlite has one connection, so no other session can lock a table. */
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Db } from '#server/platform/db/connect'
import { migrate } from '#server/platform/db/migrate'
import { createDatabase } from '../../../tests/support/database/database.ts'
import { laterRelease } from '../../../tests/support/database/later-release.ts'

let url: string
let db: Db
beforeEach(async () => {
  url = await createDatabase()
  db = (await connect(url, { unlimited: true })).db
})
afterEach(() => db.destroy())

async function isThere(table: string): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${table}) as found`.execute(db)
  return rows[0]!.found !== null
}

describe('a table with a long-running reader', () => {
  it(
    'is waited for three seconds at a time, between which everyone else gets at it',
    { timeout: 120_000 },
    async () => {
      await migrate(db)
      const from = laterRelease({ '9001_mentors': 'alter table mentors add column of_the_next_release integer;' })
      const reader = new Client({ connectionString: url })
      await reader.connect()
      await reader.query('begin; select from mentors') // As a dump does, or a forgotten psql.
      const visitors = await connect(url, { connections: 2 })
      const waits: number[] = []
      const until = { over: false }
      const visit = async () => {
        while (!until.over) {
          const began = performance.now()
          await visitors.db.selectFrom('mentors').select('id').execute()
          waits.push(performance.now() - began)
        }
      }
      const visits = Promise.all([visit(), visit()])
      const tries: number[] = []
      const migrated = migrate(db, { from, triesWaitMs: 200, onLocked: (tried) => tries.push(tried) })
      await expect.poll(() => tries, { timeout: 60_000 }).toEqual([1, 2])
      await reader.query('commit')
      expect(await migrated).toEqual(['9001_mentors'])
      until.over = true
      await visits
      expect(Math.max(...waits)).toBeGreaterThan(2_000) // They did wait behind the migration,
      expect(Math.max(...waits)).toBeLessThan(4_900) // but not as long as any of their own limits.
      await reader.end()
      await visitors.db.destroy()
    },
  )

  it('is given up after some tries, and nothing of its file is left', async () => {
    await migrate(db)
    const from = laterRelease({
      '9001_pins': 'create table pins (id integer primary key);',
      '9002_mentors': `create table of_the_same_file (id integer primary key);
      set local lock_timeout = 10; alter table mentors add column of_the_next_release integer;`,
    })
    const reader = new Client({ connectionString: url })
    await reader.connect()
    await reader.query('begin; select from mentors')
    await expect(migrate(db, { from, triesWaitMs: 0 })).rejects.toThrow('a table that did not become free')
    await reader.end()
    expect(await isThere('pins')).toBe(true)
    expect(await isThere('of_the_same_file')).toBe(false)
    expect(await migrate(db, { from })).toEqual(['9002_mentors'])
  })
})
