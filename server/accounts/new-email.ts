/**
 * Changing an account's email address: requested with the password, and confirmed by a link emailed to the new address.
 */
import type { Client } from '#domain/accounts/client'
import type { Session } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import type { App } from '#server/context'
import { findAccount, findAccountByEmail, isEmailTaken, updateAccount } from '#server/accounts/queries'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { transact } from '#server/platform/db/connect'
import { endLinks, findLink, useLink } from '#server/accounts/sign-in/links-queries'
import { accountActor, accountEvent } from '#server/accounts/audit'
import { limitByNetwork, type TooMany } from '#server/accounts/sign-in/attempts'
import { hashToken, mailLink, queueAccountMail, type LinkError } from '#server/accounts/sign-in/links'
import { checkOwnPassword } from '#server/accounts/sign-in/confirm-identity'

/** Emails a link to the new address and a notice to the old one. Nothing changes until the link is followed. */
export async function requestNewEmail(
  app: App,
  session: Session,
  wanted: { email: string; password: string },
  client: Client,
): Promise<Result<null, TooMany | { code: 'wrong_password' }>> {
  const checked = await checkOwnPassword(app, session, wanted.password, client)
  if (!checked.ok) return checked
  await mailLink(
    app,
    { purpose: 'new_email', email: wanted.email, accountId: session.accountId, next: '/account' },
    client,
  )
  await transact(app.db, (tx) => queueAccountMail(app, tx, { kind: 'email_changing', email: session.email }))
  return ok(null)
}

/**
 * Follows the link: the account gets the new address, and the bookings made with it. Both addresses get an email. The
 * account's password is required: otherwise a stranger could enter this address for their own account, and would get
 * its bookings if its owner followed the link.
 */
export async function confirmNewEmail(
  app: App,
  { token, password }: { token: string; password: string },
  client: Client,
): Promise<Result<null, LinkError | TooMany | { code: 'wrong_password' }>> {
  const now = app.now()
  const found = await findLink(app.db, hashToken(token), now)
  const owner = found?.accountId ? await findAccount(app.db, found.accountId) : undefined
  if (found?.purpose !== 'new_email' || !owner) {
    const tried = await limitByNetwork(app, 'link', client)
    return tried.ok ? err({ code: 'link_over' }) : tried
  }
  const passwordOwner = { accountId: owner.id, email: owner.email, sessionId: null }
  const checked = await checkOwnPassword(app, passwordOwner, password, client)
  if (!checked.ok) return checked
  const changed = await transact(app.db, async (tx) => {
    const link = await useLink(tx, ['new_email'], hashToken(token), now)
    const account = link?.accountId ? await findAccount(tx, link.accountId) : undefined
    if (!link || !account || account.suspendedAt || (await findAccountByEmail(tx, link.email))) return false
    await updateAccount(tx, account.id, { email: link.email, updatedAt: now })
    await app.claimBookings(tx, account.id, link.email)
    await endLinks(tx, 'new_email', { accountId: account.id }, now)
    await endLinks(tx, 'reset', { email: account.email }, now)
    await recordAuditEvent(
      tx,
      accountEvent(app, accountActor(account.id, client), 'account.email_changed', account.id, {
        before: { email: account.email },
        after: { email: link.email },
      }),
    )
    for (const email of [account.email, link.email]) await queueAccountMail(app, tx, { kind: 'email_changed', email })
    return true
  }).catch((error: unknown) => {
    if (isEmailTaken(error)) return false // Another link to this address was followed at the same moment.
    throw error
  })
  return changed ? ok(null) : err({ code: 'link_over' })
}
