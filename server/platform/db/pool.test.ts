import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, isOutage } from '#server/platform/db/connect'
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('a pool of connections', () => {
  it('lets five hundred wait, and rejects the others at once because the database is too busy', async () => {
    const { db } = await connect(database.url, { connections: 1 })
    try {
      const requested = Array.from({ length: 600 }, () => sql`select 1`.execute(db).catch((error: unknown) => error))
      const answers = await Promise.all(requested)
      const refused = answers.filter((answer) => answer instanceof Error)
      expect(refused.length).toBeGreaterThan(0)
      expect(refused.length).toBeLessThanOrEqual(100)
      expect(refused.every(isOutage)).toBe(true)
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    } finally {
      await db.destroy()
    }
  })
})
