/**
 * Mentors' accounts at the payment service: opening one, the links to its pages there, and what the service says of it. The
 * service's word counts: an event or a return only says which account to read again. Decision 0068.
 */
import { isProven } from '#domain/accounts/account'
import { requiresMore } from '#domain/payments/account-requirements'
import { CONNECT_COUNTRIES } from '#domain/payments/connect-countries'
import { PaymentsUnavailable } from '#domain/payments/checkout'
import { accountState, MAX_OPENINGS, takesTransfers, type AccountState } from '#domain/payments/connected-account'
import { TransferRefused } from '#domain/payments/transfer'
import { err, ok, type Result } from '#domain/result'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { limitBySubject, type TooMany } from '#server/accounts/sign-in/attempts'
import type { App } from '#server/context'
import { mentorEvent } from '#server/mentors/audit'
import { queueMentorMail } from '#server/mentors/mails/queue-mail'
import { lockMentor } from '#server/mentors/queries'
import {
  findAccount,
  hasAccount,
  lockAccount,
  replaceAccount,
  updateAccount,
  type StoredAccount,
} from '#server/payouts/connect/accounts-queries'
import { transact, type Db } from '#server/platform/db/connect'
import { siteAddress } from '#server/platform/language/site-address'

type AccountContext = Pick<App, 'db' | 'now' | 'payments' | 'queue'>

/** The owner of a mentor record, in whose name its account is opened. */
export type AccountOwner = Actor & { session: { mentorId: string } }

/**
 * `unproven`: they have to confirm who they are first. `no_account`: nothing to open. `disconnected`: its owner has taken it
 * away from the site meanwhile. `refused`: by the service, for a reason that its owner cannot change here. `unavailable`: it
 * gave no answer, and nothing has changed.
 */
export type OpenAccountError =
  | TooMany
  | { code: 'unproven' | 'country_unsupported' | 'no_account' | 'disconnected' | 'refused' | 'unavailable' }

type Opened = Result<{ url: string }, OpenAccountError>

/** Accounts that end for good. Their owner may open another. */
const isEnded = (state: AccountState) => state === 'rejected' || state === 'disconnected'

/**
 * Opens the service's form for a mentor's account. Without an account, or after one that ended, it opens one in `country`
 * first; of several calls at the same moment one does.
 */
export async function openOnboarding(app: App, owner: AccountOwner, country: string): Promise<Opened> {
  const allowed = await mayOpen(app, owner, 'payouts_opened')
  if (!allowed.ok) return allowed
  return openPage(app, owner, async () => {
    const { usable, ended } = await readLastAccount(app, owner.session.mentorId)
    if (usable) return openForm(app, usable)
    if (!CONNECT_COUNTRIES.has(country)) throw new TransferRefused('country_unsupported', {})
    return openForm(app, await openAccount(app, owner, { country, ended }))
  })
}

/** Opens the form again with a new link, after one was used up or has expired. */
export async function reopenOnboarding(app: App, owner: AccountOwner): Promise<Opened> {
  const allowed = await mayOpen(app, owner, 'payouts_reopened')
  if (!allowed.ok) return allowed
  return openPage(app, owner, async () => {
    const { usable } = await readLastAccount(app, owner.session.mentorId)
    return usable && openForm(app, usable)
  })
}

/** Opens the account's own pages at the service: its balance, payouts and details. */
export async function openDashboard(app: App, owner: AccountOwner): Promise<Opened> {
  const allowed = await mayOpen(app, owner, 'payouts_opened')
  if (!allowed.ok) return allowed
  return openPage(app, owner, async () => {
    const account = await findAccount(app.db, owner.session.mentorId)
    return account?.detailsSubmitted ? app.payments.openDashboard(account.accountId) : null
  })
}

/** An intruder in their session would point the money elsewhere first, so they confirm who they are. */
async function mayOpen(
  app: App,
  { session }: AccountOwner,
  kind: 'payouts_opened' | 'payouts_reopened',
): Promise<Result<null, OpenAccountError>> {
  if (!isProven(session, app.now())) return err({ code: 'unproven' })
  return limitBySubject(app, kind, session.accountId, MAX_OPENINGS)
}

/** `open`: the page's address, or null without an account. */
async function openPage(app: App, owner: AccountOwner, open: () => Promise<string | null>): Promise<Opened> {
  try {
    const url = await open()
    return url === null ? err({ code: 'no_account' }) : ok({ url })
  } catch (error) {
    if (error instanceof PaymentsUnavailable) return err({ code: 'unavailable' })
    if (!(error instanceof TransferRefused)) throw error
    if (error.code === 'country_unsupported') return err({ code: 'country_unsupported' })
    const account = error.code === 'account_invalid' ? await findAccount(app.db, owner.session.mentorId) : null
    if (account) return rereadRefused(app, account)
    app.log.warn('account refused', { error })
    return err({ code: 'refused' })
  }
}

/** The service has refused a link of an account that was connected when we last read it. */
async function rereadRefused(app: App, { accountId }: StoredAccount): Promise<Opened> {
  try {
    const read = await refreshAccount(app, accountId)
    return err({ code: read?.deauthorizedAt ? 'disconnected' : 'refused' })
  } catch (error) {
    if (error instanceof PaymentsUnavailable) return err({ code: 'unavailable' })
    throw error
  }
}

/** The id of a mentor's last account, by whether it can be used or has ended. One that was disconnected is read again first. */
async function readLastAccount(
  app: AccountContext,
  mentorId: string,
): Promise<{ usable: string | null; ended: string | null }> {
  const stored = await findAccount(app.db, mentorId)
  const account = stored?.deauthorizedAt ? await refreshAccount(app, stored.accountId) : stored
  const usable = account && !isEnded(accountState(account)) ? account.accountId : null
  return { usable, ended: usable ? null : (stored?.accountId ?? null) }
}

const openForm = (app: App, accountId: string): Promise<string> =>
  app.payments.openOnboarding(accountId, {
    returnUrl: `${siteAddress(app)}/desk/money/return`,
    refreshUrl: `${siteAddress(app)}/desk/money/refresh`,
  })

/**
 * Opens an account and stores it, unless another request has done so meanwhile. Returns the id of the one stored. `ended`: the
 * account that had ended when it was read. Read anew, it could be the one that another request has just opened.
 */
async function openAccount(
  app: App,
  owner: AccountOwner,
  { country, ended }: { country: string; ended: string | null },
): Promise<string> {
  const { mentorId, email } = owner.session
  const key = ['account', mentorId, country, ...(ended ? [ended] : [])].join(':')
  const made = await app.payments.createAccount({ mentorId, country, email, key })
  return transact(app.db, async (tx) => {
    await lockMentor(tx, mentorId)
    const stored = (await findAccount(tx, mentorId))?.accountId ?? null
    if (stored !== null && stored !== ended) return stored
    await replaceAccount(tx, mentorId, made, app.now())
    const after = { account: made.id, country }
    await recordAuditEvent(
      tx,
      mentorEvent(app, toAuditActor(owner), 'mentor.payouts_account_opened', mentorId, { after }),
    )
    return made.id
  })
}

/**
 * Reads an account at the service, stores what it says, and emails its mentor what they have to know. Returns it as stored;
 * null if it is unknown or was replaced. Throws `PaymentsUnavailable`.
 */
export async function refreshAccount(app: AccountContext, accountId: string): Promise<StoredAccount | null> {
  const readAt = app.now()
  const read = await app.payments.readAccount(accountId)
  return transact(app.db, async (tx) => {
    const before = await lockAccount(tx, accountId)
    if (!before || before.readAt > readAt) return before // What was read later is stored already.
    const after = await updateAccount(tx, accountId, read, readAt)
    if (read) await queueAccountMail(app, tx, before, after)
    return after
  })
}

async function queueAccountMail(app: AccountContext, tx: Db, before: StoredAccount, after: StoredAccount) {
  const { mentorId, due, dueBy, disabledReason } = after
  const [was, is] = [accountState(before), accountState(after)]
  const dueBefore = before.detailsSubmitted ? before.due : []
  if (is === 'rejected') {
    if (was !== 'rejected')
      await queueMentorMail(app, tx, mentorId, 'account_rejected', { disabledReason: disabledReason ?? '' })
  } else if (after.detailsSubmitted && requiresMore(dueBefore, due)) {
    const by = dueBy ? { dueBy: dueBy.toISOString().slice(0, 10) } : {}
    await queueMentorMail(app, tx, mentorId, 'account_needs', { due, ...by })
  } else if (is === 'active' && !takesTransfers(before)) {
    await queueMentorMail(app, tx, mentorId, 'account_active')
  }
}

/** An event about a connected account, from the inbox. `account`: whose it is. */
type AccountEvent = { type: string; objectId: string | null; account: string | null }

/**
 * Settles an event about an account: reads the account again, and emails its mentor that a payout to their bank failed.
 * Does nothing for accounts that are not ours, and for other types.
 */
export async function settleAccountEvent(
  app: AccountContext,
  { type, objectId, account }: AccountEvent,
): Promise<void> {
  const accountId = account ?? (type === 'account.updated' ? objectId : null)
  if (!accountId || !(await hasAccount(app.db, accountId))) return
  if (type === 'account.updated' || type === 'account.application.deauthorized') await refreshAccount(app, accountId)
  else if (type === 'payout.failed' && objectId) await settleFailedPayout(app, accountId, objectId)
}

/** One email for each payout, however often its event arrives. */
async function settleFailedPayout(app: AccountContext, accountId: string, payoutId: string): Promise<void> {
  const payout = await app.payments.readBankPayout(accountId, payoutId)
  if (!payout?.failed) return
  await transact(app.db, async (tx) => {
    const account = await lockAccount(tx, accountId)
    if (!account) return
    const facts = { amountPence: payout.amount, currency: payout.currency }
    await queueMentorMail(app, tx, account.mentorId, 'bank_payout_failed', facts, payoutId)
  })
}
