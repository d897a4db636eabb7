/** On a server alone: PGlite has no connection that could fall silent. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { isOutage, transact } from '#server/platform/db/connect'
import { openJobs } from '#server/jobs'
import { openCountingProxy } from '../tests/support/database/counting-proxy.ts'
import { openTestDatabase } from '../tests/support/database/database.ts'
import { test, useProduct } from '../tests/support/product/lifecycle.ts'

useProduct()

const SOON = { timeout: 30_000, interval: 50 }

it('jobs run again after the server stopped in the middle of a query, as it does whose machine is gone', async () => {
  const database = await openTestDatabase()
  const proxy = await openCountingProxy(database.url)
  const errors: Error[] = []
  const noted = (error: Error) => void errors.push(error)
  const jobs = await openJobs(database, proxy.url, noted, undefined, { silence: 3_000 })
  await jobs.run(test.app)
  const states = async () =>
    (await sql<{ state: string }>`select state from jobs.job where name = 'event'`.execute(database.db)).rows

  const silent = Promise.withResolvers<void>()
  proxy.count('messages', 1, silent.resolve)
  await silent.promise
  await transact(database.db, (tx) => jobs.queue(tx, 'event', { eventId: 'evt_unknown' }))
  await expect.poll(() => errors.some(isOutage), SOON).toBe(true)
  expect(await states()).toEqual([{ state: 'created' }])
  proxy.count('messages', Number.POSITIVE_INFINITY, () => {})
  await expect.poll(states, SOON).toEqual([{ state: 'completed' }])

  await jobs.close()
  await proxy.close()
  await database.close()
})

it('the connections of jobs are counted', async () => {
  const database = await openTestDatabase()
  const jobs = await openJobs(database, database.url, () => {})
  const { pool } = jobs
  expect(pool).toMatchObject({ totalCount: expect.toSatisfy((count: number) => count > 0), waitingCount: 0 })
  await jobs.close()
  expect(pool!.totalCount).toBe(0)
  await database.close()
})
