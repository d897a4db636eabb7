/** The record of who was erased, which outlives the database. */
import { beforeEach, describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { closeAccount, reopenAccount } from '#server/privacy/leaving/close-account'
import { reapplyErasures } from '#server/privacy/leaving/reapply-erasures'
import { readErasureLog, writeErasures } from '#server/privacy/leaving/erasure-log'
import { eraseGuest } from '#server/privacy/erase-bookings'
import { runJob } from '#server/jobs'
import { StorageUnavailable } from '#server/platform/storage/store'
import { clientFrom, latestLink, signUpByLink } from '../../../tests/support/accounts/accounts.ts'
import { confirmedSession } from '../../../tests/support/bookings/sessions.ts'
import { findTraces } from '../../../tests/support/database/traces.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const DAY_MINUTES = 1_440
const PRIYA = { name: 'Priya Sharma', email: 'priya@example.com' }
const NOTHING = toMinorUnits(0)

let accountId: string
let bookingId: string
beforeEach(async () => {
  bookingId = (await confirmedSession(test)).id
})

const names = async () => (await Array.fromAsync(test.app.storage.list())).toSorted()
const waiting = () => test.db.selectFrom('unwrittenErasures').selectAll().execute()
const closedAt = async () =>
  (await test.db.selectFrom('accounts').select('closedAt').where('id', '=', accountId).executeTakeFirstOrThrow())
    .closedAt

async function closePriya(): Promise<void> {
  const { session } = await signUpByLink(test, PRIYA)
  accountId = session.accountId
  await closeAccount(test.app, session, [], clientFrom('203.0.113.9'))
}

async function reopenPriya(): Promise<void> {
  const token = await latestLink(test, PRIYA.email)
  expect(await reopenAccount(test.app, token, clientFrom())).toMatchObject({ ok: true })
}

describe('the erasure log', () => {
  it('has each request by kind, id and instant, in empty files, without personal data', async () => {
    await closePriya()
    await reopenPriya()
    test.clock.forward(1)
    await eraseGuest(test.app, { id: bookingId, shown: NOTHING })
    await test.runJobs()
    expect(await names()).toEqual([
      `installation/erasures/2030-01-07/090000000-account_closed-${accountId}`,
      `installation/erasures/2030-01-07/090000000-account_reopened-${accountId}`,
      `installation/erasures/2030-01-07/090100000-booking_erased-${bookingId}`,
    ])
    for (const name of await names()) expect(await test.app.storage.read(name)).toHaveLength(0)
    expect(await readErasureLog(test.app.storage)).toContainEqual({
      kind: 'booking_erased',
      subjectId: bookingId,
      at: test.clock.time,
    })
    expect(await waiting()).toEqual([])
    expect(await findTraces(test.db, [bookingId, 'grace', 'hopper'])).not.toContainEqual(
      expect.stringMatching(/grace|hopper/i),
    )
  })

  it('gets what a full storage refused by a later round, and only then is it done', async () => {
    const { storage } = test.app
    const full = () => Promise.reject(new StorageUnavailable(new Error('ENOSPC')))
    test.app.storage = { ...storage, put: full }
    await eraseGuest(test.app, { id: bookingId, shown: NOTHING })
    await test.runJobs()
    expect(await waiting()).toMatchObject([{ kind: 'booking_erased', subjectId: bookingId, at: test.clock.time }])
    expect(await names()).toEqual([])
    test.app.storage = storage
    await runJob(test.app, 'log-erasures', {})
    expect(await waiting()).toEqual([])
    expect(await names()).toHaveLength(1)
  })

  it('has an entry of what was not refused, once, also when two processes write it at the same moment', async () => {
    await eraseGuest(test.app, { id: bookingId, shown: toMinorUnits(9_900) })
    await test.runJobs()
    expect([await waiting(), await names()]).toEqual([[], []])
    await eraseGuest(test.app, { id: bookingId, shown: NOTHING })
    await Promise.all([writeErasures(test.app), writeErasures(test.app)])
    expect(await names()).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  it('loses an entry when no backup can be as old any more', async () => {
    await eraseGuest(test.app, { id: bookingId, shown: NOTHING })
    await test.runJobs()
    test.clock.forward(400 * DAY_MINUTES)
    await runJob(test.app, 'forget', {})
    expect(await names()).toHaveLength(1)
    test.clock.forward(1)
    await runJob(test.app, 'forget', {})
    expect(await names()).toEqual([])
  })

  it('changes nothing in the database that wrote it', async () => {
    await closePriya()
    await eraseGuest(test.app, { id: bookingId, shown: NOTHING })
    await test.runJobs()
    const nothing = { accounts: 0, bookings: 0, waiting: 0 }
    expect(await reapplyErasures(test.app)).toEqual(nothing)
    await reopenPriya() // Their entry of reopening is not written yet.
    expect(await reapplyErasures(test.app)).toEqual(nothing)
    expect(await closedAt()).toBeNull()
  })
})
