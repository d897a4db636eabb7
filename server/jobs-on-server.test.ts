/** On a server alone: PGlite has no connection that could fall silent. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { isOutage, transact } from '#server/platform/db/connect'
import { openJobs } from '#server/jobs'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'
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

it('two processes send each email once, and one that stops leaves to the other what it has not begun', async () => {
  const database = await openTestDatabase()
  const app = { ...test.app, db: database.db }
  const openProcess = () => openJobs(database, database.url, () => {})
  const stopping = await openProcess()
  const readers = Array.from({ length: 30 }, (_, n) => `reader-${n + 10}@example.com`)
  await transact(app.db, async (tx) => {
    const kind = { about: 'account', kind: 'email_changed' } as const
    for (const recipient of readers) await queueMail({ ...app, queue: stopping.queue }, tx, { ...kind, recipient })
  })
  const received = async () => (await test.mails()).flatMap(({ to }) => to.map(({ address }) => address)).toSorted()

  test.mailbox.fail({ kind: 'slow', milliseconds: 50 })
  await stopping.run(app)
  await expect.poll(async () => (await received()).length, SOON).toBeGreaterThan(0)
  await stopping.close()
  const before = await received()
  expect(before.length).toBeLessThan(readers.length)
  const noted = await app.db.selectFrom('outbox').select('recipient').where('state', '=', 'sent').execute()
  expect(noted.map(({ recipient }) => recipient).toSorted()).toEqual(before)

  test.mailbox.fail(null)
  const others = await Promise.all([openProcess(), openProcess()])
  await Promise.all(others.map((jobs) => jobs.run(app)))
  await expect.poll(received, SOON).toEqual(readers)
  await Promise.all(others.map((jobs) => jobs.close()))
  expect(await received()).toEqual(readers)
  await database.close()
})

it('the connections of jobs are counted', async () => {
  const database = await openTestDatabase()
  const jobs = await openJobs(database, database.url, () => {})
  const { pool } = jobs
  // pg-boss may be waiting for one of them at this moment.
  const some = expect.toSatisfy((count: number) => count > 0)
  expect(pool).toMatchObject({ totalCount: some, waitingCount: expect.any(Number) })
  await jobs.close()
  expect(pool!.totalCount).toBe(0)
  await database.close()
})
