/** Writes the emails that `sign-in/links.ts` queued, when they are sent, from what is true then. */
import type { App } from '#server/context'
import type { AccountMail } from './mails.tsx'
import type { AccountMailKind } from '#server/platform/db/tables/account-tables'
import type { WaitingMail, RenderMail } from '#server/platform/mail/outbox/send-mail'
import { siteAddress } from '#server/platform/language/site-address'
import { findAccountByEmail } from '#server/accounts/queries'
import { findLinkToMail, keepNewestMailed, setLinkToken } from '#server/accounts/sign-in/links-queries'
import { listSignInMethods } from '#server/accounts/sign-in-methods'
import { hashToken, newToken } from '#server/accounts/sign-in/links'
import type { DropReason } from '#words/drop-reasons'

/** The page of each link. An admin's link is printed, never emailed. */
const PAGES = {
  sign_up: '/verify-email',
  new_email: '/verify-email',
  reset: '/set-password',
  reopen: '/reopen',
} as const

type Described = AccountMail | { dropped: DropReason }
type Link = NonNullable<Awaited<ReturnType<typeof findLinkToMail>>>
type Account = Awaited<ReturnType<typeof findAccountByEmail>>

export const renderAccountMail: RenderMail = async (app, mail) => {
  const link = mail.kind === 'link' ? await findLinkToMail(app.db, mail.subject, app.now()) : null
  if (link === undefined) return { dropped: 'link_over' }
  const address = link?.email ?? mail.recipient
  const account = await findAccountByEmail(app.db, address)
  const described = link ? await describeLink(app, link, account) : await describeNews(app, mail, account)
  if ('dropped' in described) return described
  // Not the name typed at sign-up: a stranger may have typed it, and it would appear in another person's email.
  const to = { name: account?.name ?? '', address }
  const { accountEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  return { to, email: (sender) => accountEmail(described, sender) }
}

const resetPage = (app: App) => `${siteAddress(app)}/forgot-password`

async function describeNews(app: App, { kind, recipient }: WaitingMail, account: Account): Promise<Described> {
  // A warning about attempts needs an account. Other emails may go to an address that an account has just given up.
  if (!account && kind.endsWith('_attempts')) return { dropped: 'no_account' }
  const ways = kind === 'password_changed' ? await listSignInMethods(app, recipient) : null
  const others = ways ? { passkeys: ways.passkeys.length, google: ways.google } : undefined
  return { kind: kind as Exclude<AccountMailKind, 'link'>, resetUrl: resetPage(app), others }
}

/**
 * The token of a link is made here and exists only in the mail: another attempt makes another one, and only the last
 * works. Of several requests for a new password only the newest link is emailed and works. Several sign-up links may work
 * side by side, because each has its own password.
 */
async function describeLink(app: App, { id, purpose, email }: Link, account: Account): Promise<Described> {
  if (purpose === 'admin') return { dropped: 'link_printed' }
  if (purpose !== 'reset' && purpose !== 'reopen' && account) {
    return { kind: 'has_account', resetUrl: resetPage(app), url: `${siteAddress(app)}/sign-in` }
  }
  if (purpose === 'reset' && !account) return { dropped: 'no_account' }
  const token = newToken()
  await setLinkToken(app.db, id, hashToken(token))
  if (purpose === 'reset' && !(await keepNewestMailed(app.db, { id, purpose, email }, app.now()))) {
    return { dropped: 'newer_link' }
  }
  return { kind: purpose, url: `${siteAddress(app)}${PAGES[purpose]}?token=${token}`, resetUrl: resetPage(app) }
}
