import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { problemsOfDatabase } from '#server/platform/db/preflight'
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('a database', () => {
  it('of ours has no problems', async () => {
    const separate = inject('database') === 'postgres' ? database.db : null
    expect(await problemsOfDatabase(database.db, separate)).toEqual([])
  })
})
