/**
 * Closing an account: its owner may reopen it by an emailed link within `REOPEN_DAYS`, and is erased after that.
 * Sessions that are cancelled by it stay cancelled.
 */
import { randomUUID } from 'node:crypto'
import type { Client } from '#domain/accounts/client'
import type { Session } from '#domain/accounts/account'
import { takesTransfers } from '#domain/payments/connected-account'
import { sumEarnings } from '#domain/payments/earnings'
import { sumByCurrency, toMinorUnits, type MinorUnits, type Money } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { accountActor, accountEvent } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { logErasure } from '#server/privacy/leaving/erasure-log'
import { setClosed, setReopened } from '#server/privacy/leaving/leaving-queries'
import { hasOtherAdmin } from '#server/accounts/people-queries'
import { hashToken, newLink, queueAccountMail, type LinkError } from '#server/accounts/sign-in/links'
import { insertLink, useLink } from '#server/accounts/sign-in/links-queries'
import { deleteSessions, endFirstSteps } from '#server/accounts/sign-in/sessions-queries'
import { cancelBooking, readRefundDue } from '#server/bookings/cancellation/cancel'
import { countComing } from '#server/bookings/cancellation/mentor-cancellation-queries'
import { listComingOfAccount, listHoldsOfAccount } from '#server/privacy/erase-bookings-queries'
import { releaseRequest } from '#server/bookings/payment-requests/release-request'
import { countMembers } from '#server/cohorts/seats/seats-queries'
import { withdrawCohort } from '#server/cohorts/seats/withdraw'
import { listRunningCohorts } from '#server/cohorts/queries'
import type { App, SettlementContext } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { findRecord } from '#server/mentors/record/content-queries'
import { changeOwnStatus } from '#server/bookings/cancellation/mentor-states'
import { listEarnings } from '#server/payouts/earnings-queries'
import { findAccount } from '#server/payouts/connect/accounts-queries'
import { isConnectOn } from '#server/payouts/connect/connect-setting'
import { findPayee } from '#server/payouts/payees'

/** The parts of `App` that leaving needs, which a program beside the product can make too. */
export type LeavingApp = SettlementContext & Pick<App, 'secretFor'>

type Leaver = Pick<Session, 'accountId' | 'email' | 'role'>

/**
 * What closing an account does now. `refunds`: what goes back of all sessions to come, one sum per currency. `mentor`: null
 * without a record; `sessions`: how many are cancelled; `unpaid`: what it has earned and cannot be paid, for want of bank
 * details, one sum per currency.
 */
type Leaving = {
  coming: { id: string; title: string; mentorName: string; startsAt: Date; refund: MinorUnits; currency: string }[]
  refunds: Money[]
  mentor: { sessions: number; unpaid: Money[] } | null
  /** How many took a seat in cohorts of theirs that are not over, and get their money back. */
  members: number
  /** No one else could run the site. */
  onlyAdmin: boolean
}

export async function readLeaving(app: LeavingApp, session: Leaver): Promise<Leaving> {
  const now = app.now()
  const coming: Leaving['coming'] = []
  for (const booking of await listComingOfAccount(app.db, session.accountId, now)) {
    const { id, sessionTitle: title, mentorName, startsAt, currency } = booking
    const refund = await readRefundDue(app.db, booking, 'mentee', now)
    coming.push({ id, title, mentorName, startsAt, refund, currency })
  }
  const record = await findRecord(app.db, { account: session.accountId })
  return {
    coming,
    refunds: sumByCurrency(coming.map(({ refund: amount, currency }) => ({ amount, currency }))),
    mentor: record
      ? { sessions: await countComing(app.db, record.id, now), unpaid: await readUnpayable(app, record.id) }
      : null,
    members: await countMembers(app.db, session.accountId, now),
    onlyAdmin: session.role === 'admin' && !(await hasOtherAdmin(app.db, session.accountId)),
  }
}

/** What is earned and not paid out, of a mentor who has not said where to pay it, and has no account that takes transfers. */
async function readUnpayable(app: LeavingApp, mentorId: string): Promise<Money[]> {
  if (await findPayee(app, mentorId)) return []
  const account = isConnectOn(app) ? await findAccount(app.db, mentorId) : null
  if (account && takesTransfers(account)) return []
  const earnings = await listEarnings(app.db, { mentorId, unsettled: true })
  return [...Map.groupBy(earnings, ({ currency }) => currency)].flatMap(([currency, all]) => {
    const { waiting, due } = sumEarnings(all, app.now())
    return waiting + due > 0 ? [{ amount: toMinorUnits(waiting + due), currency }] : []
  })
}

/** `refund_changed`: less goes back than was shown. Sessions cancelled until then stay so. */
export type CloseRefusal = { code: 'refund_changed' | 'only_admin' }

/**
 * Closes an account: cancels its sessions to come by their policies, withdraws its cohorts and its mentor's record, and then ends all
 * sessions and emails the link that reopens it. What fails in between is done by the next try.
 *
 * @param shown The sums that were shown to go back, one per currency.
 */
export async function closeAccount(
  app: LeavingApp,
  session: Leaver,
  shown: Money[],
  client: Pick<Client, 'address'>,
): Promise<Result<null, CloseRefusal>> {
  const { accountId, email } = session
  const { coming, refunds, onlyAdmin } = await readLeaving(app, session)
  if (onlyAdmin) return err({ code: 'only_admin' })
  const dueIn = (wanted: string) => refunds.find(({ currency }) => currency === wanted)?.amount ?? 0
  if (shown.some(({ amount, currency }) => dueIn(currency) < amount)) return err({ code: 'refund_changed' })
  for (const { id, refund: due } of coming) {
    const cancelled = await cancelBooking(app, { id, by: 'mentee', shown: due })
    if (!cancelled.ok && cancelled.error.code === 'refund_changed') return err({ code: 'refund_changed' })
  }
  for (const { id } of await listHoldsOfAccount(app.db, accountId)) await releaseRequest(app, id)
  for (const id of await listRunningCohorts(app.db, accountId, app.now()))
    await withdrawCohort(app, { session, client }, id)
  await changeOwnStatus(app, { session, client }, 'withdraw') // Refused without a record, or when it ended before.
  await transact(app.db, async (tx) => {
    if (!(await setClosed(tx, accountId, app.now()))) return
    await deleteSessions(tx, accountId)
    await endFirstSteps(tx, accountId)
    const linkId = randomUUID()
    await insertLink(tx, newLink({ purpose: 'reopen', email, accountId }, linkId, app.now()))
    await queueAccountMail(app, tx, { kind: 'link', email, linkId })
    const actor = accountActor(accountId, client)
    await recordAuditEvent(tx, accountEvent(app, actor, 'account.closed', accountId))
    await logErasure(app, tx, { kind: 'account_closed', subjectId: accountId, at: app.now() })
  })
  return ok(null)
}

/** Follows the emailed link. */
export function reopenAccount(app: App, token: string, client: Client): Promise<Result<null, LinkError>> {
  return transact(app.db, async (tx) => {
    const link = await useLink(tx, ['reopen'], hashToken(token), app.now())
    if (!link?.accountId || !(await setReopened(tx, link.accountId, app.now()))) return err({ code: 'link_over' })
    const actor = accountActor(link.accountId, client)
    await recordAuditEvent(tx, accountEvent(app, actor, 'account.reopened', link.accountId))
    await logErasure(app, tx, { kind: 'account_reopened', subjectId: link.accountId, at: app.now() })
    return ok(null)
  })
}
