import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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
  it('lets results go with the next collection of the young generation, so that reading a large table does not fill the heap', async () => {
    const { db } = await connect(database.url, { connections: 1 })
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void
    const oldGeneration = () =>
      getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')!.space_used_size
    const read = async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        await sql`select repeat('a', 60000) as text`.execute(db)
        if (n % 10 === 0) collect({ type: 'minor' })
      }
    }
    try {
      await read(20)
      collect()
      const before = oldGeneration()
      await read(200) // 12 MB
      expect(oldGeneration() - before).toBeLessThan(3e6)
    } finally {
      await db.destroy()
    }
  })
})
