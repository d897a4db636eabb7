/**
 * Waitlists: a visitor joins one for something that is not available yet, confirms their address by an emailed link,
 * and leaves when they like. What is waited for, and what the emails say, is the business of who uses it: mentors' times in
 * `server/bookings/waitlist/`, seats in `server/cohorts/seats/waitlist/`, cohorts in `server/cohorts/crossing-waitlist/`.
 * Decision 0037.
 */
import { randomUUID } from 'node:crypto'
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { emailKey } from '#domain/accounts/email-key'
import { err, ok, type Result } from '#domain/result'
import {
  ASKING_LIMITS,
  maxWaiting,
  waitingState,
  type WaitlistLine,
  type WaitlistTarget,
  type WaitingState,
} from '#domain/waitlist'
import { findAccountByEmail } from '#server/accounts/queries'
import { canMailLink, limitByNetwork, limitBySubject, type TooMany } from '#server/accounts/sign-in/attempts'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'
import { openWaitlistLink } from '#server/waitlist/waitlist-link'
import {
  waitlistTarget,
  confirmEntry,
  countWaiting,
  deleteEndedEntry,
  deleteEntry,
  lockWaitlist,
  markNotified,
  upsertEntry,
  type WaitlistEntry,
} from '#server/waitlist/waitlist-queries'
import { currentLanguage } from '../../messages/runtime.ts'

/** The area that renders the emails. Each has its own kinds, and all have `asked`, the request for confirmation. */
type MailsOf = 'waiting' | 'cohort_interest' | 'seat_waiting'

/** By network and browser. Call it before anything else is looked at. */
export async function limitWaitlistRequests(app: App, client: Client): Promise<Result<null, TooMany>> {
  const tried = await limitByNetwork(app, 'waiting', client, ASKING_LIMITS)
  if (!tried.ok) return tried
  const again = await limitBySubject(app, 'waiting', client.browser, ASKING_LIMITS.browser)
  return again.ok ? ok(null) : again
}

/**
 * Puts an address on the list. It waits once its owner has confirmed it by the emailed link; the address of the account
 * that asks needs no link. Otherwise the answer is the same whether or not the address waits already.
 *
 * @param timeZone of the browser; null if it is not known.
 * @returns `full`: as many wait as may.
 */
export async function addToWaitlist(
  app: App,
  target: WaitlistTarget,
  { about, email, timeZone }: { about: MailsOf; email: string; timeZone: string | null },
  { client, session }: { client: Client; session: Session | null },
): Promise<Result<{ confirmed: boolean }, { code: 'full' }>> {
  const accountId = session?.email.toLowerCase() === email.toLowerCase() ? session.accountId : null
  const key = emailKey(email)
  // An address that reached its limit of emails gets the same response: another would reveal that others use it.
  if (!accountId && !(await canMailLink(app, 'waiting', key, client))) return ok({ confirmed: false })
  return transact(app.db, async (tx) => {
    const now = app.now()
    await lockWaitlist(tx, target)
    if ((await countWaiting(tx, target, now)) >= maxWaiting(target)) return err({ code: 'full' })
    await deleteEndedEntry(tx, target, key, now)
    const request = { id: randomUUID(), email, accountId, timeZone, language: currentLanguage(), askedAt: now }
    const { id } = await upsertEntry(tx, target, request, key)
    if (accountId) await confirmEntry(tx, id, now)
    else await queueMail(app, tx, { about, subject: id, kind: 'asked', recipient: 'person' })
    return ok({ confirmed: accountId !== null })
  })
}

/** What an emailed link leads to: the request with its state, or nothing that is left of it. */
export async function readWaiting(app: App, link: string) {
  const request = await openWaitlistLink(app, app.db, link)
  if (!request) return null
  return { request, state: waitingState(request, app.now()) }
}

/**
 * Confirms the address that a link was emailed to. Safe to repeat.
 *
 * @returns the state after it; `full` if as many wait by now as may; `over` also for a link that is unknown.
 */
export function confirmWaitlistEntry(app: App, link: string): Promise<WaitingState | 'full'> {
  return transact(app.db, async (tx) => {
    const found = await openWaitlistLink(app, tx, link)
    if (!found) return 'over'
    const target = waitlistTarget(found)
    await lockWaitlist(tx, target) // Before the row, as everyone does who takes both locks.
    const request = await openWaitlistLink(app, tx, link, { lock: true })
    const state = request ? waitingState(request, app.now()) : 'over'
    if (!request || state !== 'unconfirmed') return state
    if ((await countWaiting(tx, target, app.now())) >= maxWaiting(target)) return 'full'
    await confirmEntry(tx, request.id, app.now())
    return 'waiting'
  })
}

/** Deletes what is known of the address that a link was emailed to. Safe to repeat. False for an unknown link. */
export async function leaveWaitlist(app: App, link: string): Promise<boolean> {
  const request = await openWaitlistLink(app, app.db, link)
  if (!request) return false
  await deleteEntry(app.db, request.id)
  return true
}

/** Of one transaction. */
const BATCH = 50

/**
 * Queues one email for each entry, in the order of signing up, and marks them as notified. Any number of processes
 * may do so at once.
 *
 * @returns how many were notified, at most `max`.
 */
export async function notifyAll(
  app: App,
  target: WaitlistLine,
  mail: { about: MailsOf; kind: string },
  max: number,
): Promise<number> {
  let notified = 0
  for (;;) {
    const limit = Math.min(BATCH, max - notified)
    const count = await transact(app.db, (tx) => notifyBatch(app, tx, target, mail, limit))
    notified += count
    if (count < limit || notified >= max) return notified
  }
}

/**
 * The same for at most `count()` people. `count` is called while no other process notifies them: two that look at the same moment
 * count the same seat once.
 */
export function notifyNext(
  app: App,
  target: WaitlistLine,
  mail: { about: MailsOf; kind: string },
  count: (tx: Db) => Promise<number>,
): Promise<number> {
  return transact(app.db, async (tx) => {
    await lockWaitlist(tx, target)
    const limit = await count(tx)
    return limit > 0 ? notifyBatch(app, tx, target, mail, limit) : 0
  })
}

async function notifyBatch(
  app: App,
  tx: Db,
  target: WaitlistLine,
  mail: { about: MailsOf; kind: string },
  limit: number,
): Promise<number> {
  const notified = await markNotified(tx, target, app.now(), limit)
  for (const { id, round } of notified)
    await queueMail(app, tx, { ...mail, subject: id, recipient: 'person', version: round })
  return notified.length
}

/** The recipient of an email. Greeted by the account's name if there is one: others have not entered any. */
export async function findRecipient(app: App, { email }: Pick<WaitlistEntry, 'email'>) {
  return { name: (await findAccountByEmail(app.db, email))?.name ?? '', address: email }
}
