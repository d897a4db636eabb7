/**
 * Erases again what the erasure log says and the database does not know, because it was restored from a backup that is older.
 * Each is done by the workflow that did it first, with the clock at that moment, so that it returns what it returned then.
 */
import { toMinorUnits } from '#domain/payments/money'
import { closeAccount, type LeavingApp } from '#server/privacy/leaving/close-account'
import { eraseClosedAccounts } from '#server/privacy/leaving/erase-account'
import { readErasureLog } from '#server/privacy/leaving/erasure-log'
import { listNotClosed, listNotErased, type Erasure } from '#server/privacy/leaving/erasure-log-queries'
import { eraseGuest } from '#server/privacy/erase-bookings'
import type { App } from '#server/context'

/** `waiting`: erased by a later round, once a session is settled or there is another admin. */
export type ReappliedErasures = { accounts: number; bookings: number; waiting: number }

/** Repeatable. Afterwards every account that is on the log is closed, and erased if its time to reopen is over. */
export async function reapplyErasures(app: LeavingApp & Pick<App, 'storage'>): Promise<ReappliedErasures> {
  const log = await readErasureLog(app.storage)
  const accounts = await closeAgain(app, log)
  const bookings = await eraseGuestsAgain(app, log)
  if (accounts.done > 0) await eraseClosedAccounts(app)
  return { accounts: accounts.done, bookings: bookings.done, waiting: accounts.waiting + bookings.waiting }
}

/** Of how many it was done, and of how many it cannot be yet. */
type Progress = { done: number; waiting: number }

async function eraseGuestsAgain(app: LeavingApp, log: Erasure[]): Promise<Progress> {
  const erasures = log.filter(({ kind }) => kind === 'booking_erased')
  const named = await inBatches(erasures, (ids) => listNotErased(app.db, ids))
  const progress = { done: 0, waiting: 0 }
  for (const { subjectId: id, at } of erasures) {
    if (!named.some((ids) => ids.has(id))) continue
    const erased = await eraseGuest(appAt(app, at), { id, shown: toMinorUnits(0) })
    progress[erased.ok ? 'done' : 'waiting'] += 1
  }
  return progress
}

/**
 * Closes accounts whose last entry says that they were. A closing that the audit log knows is not done again: an owner who reopened
 * since then may do so while the storage is away, and their entry is missing.
 */
async function closeAgain(app: LeavingApp, log: Erasure[]): Promise<Progress> {
  const last = new Map<string, Erasure>()
  // In the same millisecond, by name: closing comes before reopening.
  for (const erasure of log.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.kind.localeCompare(b.kind)))
    if (erasure.kind !== 'booking_erased') last.set(erasure.subjectId, erasure)
  const closings = [...last.values()].filter(({ kind }) => kind === 'account_closed')
  const open = (await inBatches(closings, (ids) => listNotClosed(app.db, ids))).flat()
  const progress = { done: 0, waiting: 0 }
  for (const { id: accountId, email, role, suspendedAt, closedBefore } of open) {
    const { at } = last.get(accountId)!
    if (closedBefore.includes(at.getTime())) continue
    const closed = !suspendedAt && (await closeAccount(appAt(app, at), { accountId, email, role }, [], NOWHERE)).ok
    progress[closed ? 'done' : 'waiting'] += 1
  }
  return progress
}

const NOWHERE = { address: '' }

/**
 * The App at an earlier moment. Refunds are queued as rows and not sent: the service may have sent them, and forgets after a day
 * by which key. Reconciling compares first, and sends what is missing.
 */
const appAt = (app: LeavingApp, at: Date): LeavingApp => ({
  ...app,
  now: () => at,
  queue: async (tx, name, data) => {
    if (name !== 'refund') await app.queue(tx, name, data)
  },
})

const BATCH = 5_000 // PostgreSQL takes 65,535 parameters.

async function inBatches<Found>(erasures: Erasure[], find: (ids: string[]) => Promise<Found>): Promise<Found[]> {
  const found: Found[] = []
  for (let from = 0; from < erasures.length; from += BATCH)
    found.push(await find(erasures.slice(from, from + BATCH).map(({ subjectId }) => subjectId)))
  return found
}
