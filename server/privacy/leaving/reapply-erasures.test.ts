/** A database from before an erasure comes back: by a backup that is restored into another database and another storage. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { REOPEN_DAYS } from '#domain/accounts/account'
import { toMinorUnits } from '#domain/payments/money'
import { closeAccount, reopenAccount } from '#server/privacy/leaving/close-account'
import { reapplyErasures } from '#server/privacy/leaving/reapply-erasures'
import { addToErasureLog, readErasureLog } from '#server/privacy/leaving/erasure-log'
import { checkBackup } from '#server/platform/backup/check-backup'
import { loadBackup } from '#server/platform/backup/load-backup'
import { writeBackup } from '#server/platform/backup/write-backup'
import { eraseGuest } from '#server/privacy/erase-bookings'
import { sweep } from '#server/bookings/sweep/sweep'
import type { App } from '#server/context'
import { rememberMode } from '#server/platform/db/installation-queries'
import { runJob } from '#server/jobs'
import { reconcile } from '#server/bookings/settlement/reconcile'
import { connectStorage } from '#server/platform/storage/storage'
import { migrateAllOfSandbox } from '../../../sandbox/schema.ts'
import { clientFrom, latestLink, signUpByLink } from '../../../tests/support/accounts/accounts.ts'
import { bookAsMember } from '../../../tests/support/bookings/member-bookings.ts'
import { addOpenCohort, joinPaid } from '../../../tests/support/bookings/seats.ts'
import { confirmedSession } from '../../../tests/support/bookings/sessions.ts'
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database/database.ts'
import { findTraces } from '../../../tests/support/database/traces.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const DAY_MINUTES = 1_440
const NOTHING = toMinorUnits(0)
const PRIYA = { name: 'Priya Sharma', email: 'priya@example.com' }
const NOOR = { name: 'Noor Aziz', email: 'noor@example.com' }

let folder: string
let restored: TestDatabase | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-again-'))
})
afterEach(async () => {
  await restored?.close()
  restored = undefined
  rmSync(folder, { recursive: true, force: true })
})

/** Keeps what there is now. The result restores it into another database, beside this storage, as `npm run restore` does. */
async function backUp(): Promise<(storage: App['storage']) => Promise<App>> {
  const path = join(folder, 'one.tar.zst')
  await rememberMode(test.db, 'demo', test.clock.time)
  const { db, storage } = test.app
  await writeBackup({ db, storage, now: test.clock.time, version: '1' }, path, null)
  return async (other) => {
    restored = await openTestDatabase()
    const place = { db: restored.db, storage: other }
    const prepare = (schemas: string[]) => migrateAllOfSandbox(place.db, schemas)
    await loadBackup(place, await checkBackup(path, null), { path, key: null, prepare })
    await addToErasureLog(other, await readErasureLog(storage))
    return { ...test.app, ...place }
  }
}

const listRefunds = ({ db }: Pick<App, 'db'>) =>
  db.selectFrom('refunds').select(['bookingId', 'key', 'amountPence', 'createdAt']).orderBy('key').execute()
const accountsIn = ({ db }: App) => db.selectFrom('accounts').select(['email', 'closedAt']).orderBy('email').execute()

it('who was erased after the backup is erased again: an account, a guest of a session, and a guest with a seat; no one else is', async () => {
  const old = connectStorage({ folder: join(folder, 'old') })
  const fresh = connectStorage({ folder: join(folder, 'new') })
  test.app.storage = old
  const priya = await signUpByLink(test, PRIYA)
  const noor = await signUpByLink(test, NOOR)
  await bookAsMember(test, priya, { day: 29 })
  const mentor = await addMentor(test)
  const session = await confirmedSession(test, { mentor, date: '2030-01-22' })
  const other = await confirmedSession(test, { mentor, date: '2030-01-23' })
  await addOpenCohort(test)
  const seat = await joinPaid(test, 'edith@example.com')
  const restore = await backUp()

  test.clock.forward(60)
  await closeAccount(test.app, priya.session, [], clientFrom())
  await closeAccount(test.app, noor.session, [], clientFrom())
  for (const id of [session.id, seat.id])
    expect(await eraseGuest(test.app, { id, shown: NOTHING })).toMatchObject({ ok: true })
  await test.runJobs()
  await reopenAccount(test.app, await latestLink(test, NOOR.email), clientFrom())
  test.clock.forward(REOPEN_DAYS * DAY_MINUTES)
  await test.runJobs()
  await runJob(test.app, 'forget', {})
  const refunds = await listRefunds(test.app)
  expect(refunds).toHaveLength(3)

  const app = await restore(fresh)
  expect(await findTraces(app.db, ['priya', 'edith'])).not.toEqual([])
  expect(await reapplyErasures(app)).toEqual({ accounts: 1, bookings: 2, waiting: 0 })
  expect(await findTraces(app.db, ['priya', 'sharma', 'edith'])).toEqual([])
  expect((await accountsIn(app)).find(({ email }) => email === NOOR.email)).toMatchObject({ closedAt: null })
  expect(await app.db.selectFrom('bookings').select('id').where('menteeName', '=', 'Grace Hopper').execute()).toEqual([
    { id: other.id },
  ])
  expect(await listRefunds(app)).toEqual(refunds)
  expect(await readErasureLog(fresh)).toHaveLength((await readErasureLog(old)).length)
  expect(await reapplyErasures(app)).toEqual({ accounts: 0, bookings: 0, waiting: 0 })
})

it('refunds to an erased person are found at the service by reconciling, and not sent a second time', async () => {
  const { id } = await confirmedSession(test, { date: '2030-01-22' })
  const restore = await backUp()
  await eraseGuest(test.app, { id, shown: NOTHING })
  await test.runJobs()
  const queued: string[] = []
  const app: App = {
    ...(await restore(connectStorage({ folder: join(folder, 'new') }))),
    queue: async (_, name) => void queued.push(name),
  }
  expect(await reapplyErasures(app)).toMatchObject({ bookings: 1 })
  expect(queued).toContain('send-mail')
  expect(queued).not.toContain('refund')
  test.clock.forward(61) // What is younger may still be on its way.
  expect(await reconcile(app, 7)).toMatchObject([{ kind: 'refund_not_ours', repaired: true }])
  expect(await app.db.selectFrom('refunds').select('status').execute()).toEqual([{ status: 'succeeded' }])
})

it('a guest whose session is not settled in the restored database is erased by the hourly job once it is', async () => {
  const { id } = await confirmedSession(test)
  const restore = await backUp()
  test.clock.forward(8 * DAY_MINUTES)
  await sweep(test.app) // Completes it.
  expect(await eraseGuest(test.app, { id, shown: NOTHING })).toMatchObject({ ok: true })
  await test.runJobs()
  const app = await restore(connectStorage({ folder: join(folder, 'new') }))
  expect(await reapplyErasures(app)).toEqual({ accounts: 0, bookings: 0, waiting: 1 })
  expect(await findTraces(app.db, ['grace@example.com'])).not.toEqual([])
  await sweep(app)
  await runJob(app, 'forget', {})
  expect(await findTraces(app.db, ['grace@example.com'])).toEqual([])
})
