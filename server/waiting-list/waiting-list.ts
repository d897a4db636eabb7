/**
 * The waiting list of a mentor who has nothing to book: somebody asks to be told of a free time, confirms their address by a
 * mailed link, and leaves when they like. `tell-waiting.ts` tells them. Decision 0037.
 */
import { randomUUID } from 'node:crypto'
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { emailKey } from '#domain/accounts/email-key'
import { ASKING_LIMITS, MAX_WAITING, waitingState, type WaitingState } from '#domain/waiting-list'
import { err, ok, type Result } from '#domain/result'
import { canMailLink, limitByNetwork, limitBySubject, type TooMany } from '#server/accounts/sign-in/attempts'
import { readSoonest } from '#server/bookings/availability/slots'
import { openWaitingLink } from '#server/waiting-list/waiting-link'
import {
  confirmRequest,
  countWaiting,
  deleteOver,
  deleteRequest,
  lockWaitingList,
  upsertRequest,
} from '#server/waiting-list/waiting-queries'
import type { App } from '#server/context'
import { transact } from '#server/db/connect'
import { queueMail } from '#server/mail/outbox/queue-mail'

/** `timeZone`: of the browser; null if it is not known. */
type Asked = { mentor: { id: string; slug: string }; email: string; timeZone: string | null }

/** `has_times`: there is something to book. `full`: as many wait as may. */
export type AskRefusal = TooMany | { code: 'has_times' | 'full' }

/**
 * Puts an address on the list of an accepted mentor. It waits once its owner has confirmed it by the mailed link; the
 * address of the account that asks needs no link. Otherwise the answer is the same whether or not the address waits already.
 */
export async function askToBeTold(
  app: App,
  { mentor, email, timeZone }: Asked,
  { client, session }: { client: Client; session: Session | null },
): Promise<Result<{ confirmed: boolean }, AskRefusal>> {
  const tried = await limitByNetwork(app, 'waiting', client, ASKING_LIMITS)
  if (!tried.ok) return tried
  const again = await limitBySubject(app, 'waiting', client.browser, ASKING_LIMITS.browser)
  if (!again.ok) return again
  if (await readSoonest(app, mentor.slug)) return err({ code: 'has_times' })
  const accountId = session?.email.toLowerCase() === email.toLowerCase() ? session.accountId : null
  const key = emailKey(email)
  // An address that got its share of mails is not told so: that would tell that others ask for it.
  if (!accountId && !(await canMailLink(app, 'waiting', key, client))) return ok({ confirmed: false })
  return transact(app.db, async (tx) => {
    const now = app.now()
    await lockWaitingList(tx, mentor.id)
    if ((await countWaiting(tx, mentor.id, now)) >= MAX_WAITING) return err({ code: 'full' })
    await deleteOver(tx, mentor.id, key, now)
    const request = { id: randomUUID(), mentorId: mentor.id, email, accountId, timeZone, askedAt: now }
    const { id } = await upsertRequest(tx, request, key)
    if (accountId) await confirmRequest(tx, id, now)
    else await queueMail(app, tx, { about: 'waiting', subject: id, kind: 'asked', recipient: 'person' })
    return ok({ confirmed: accountId !== null })
  })
}

/** What a mailed link leads to: the request with its state, or nothing that is left of it. */
export async function readWaiting(app: App, link: string) {
  const request = await openWaitingLink(app, app.db, link)
  if (!request) return null
  return { request, state: waitingState(request, app.now()) }
}

/**
 * Confirms the address that a link was mailed to. Safe to repeat.
 *
 * @returns the state after it; `full` if as many wait by now as may; `over` also for a link that is unknown.
 */
export function confirmWaiting(app: App, link: string): Promise<WaitingState | 'full'> {
  return transact(app.db, async (tx) => {
    const found = await openWaitingLink(app, tx, link)
    if (!found) return 'over'
    await lockWaitingList(tx, found.mentorId) // Before the row, as everybody does who takes both locks.
    const request = await openWaitingLink(app, tx, link, { lock: true })
    const state = request ? waitingState(request, app.now()) : 'over'
    if (!request || state !== 'unconfirmed') return state
    if ((await countWaiting(tx, request.mentorId, app.now())) >= MAX_WAITING) return 'full'
    await confirmRequest(tx, request.id, app.now())
    return 'waiting'
  })
}

/** Deletes what is known of the address that a link was mailed to. Safe to repeat. False for an unknown link. */
export async function leaveWaiting(app: App, link: string): Promise<boolean> {
  const request = await openWaitingLink(app, app.db, link)
  if (!request) return false
  await deleteRequest(app.db, request.id)
  return true
}
