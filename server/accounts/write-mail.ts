/** Delivers the mails that `sign-in/links.ts` queued. A mail is written on delivery, from what is true then. */
import type { App } from '#server/context'
import type { AccountMail } from './mails.tsx'
import { findAccountByEmail } from '#server/accounts/queries'
import {
  keepNewestMailed,
  findUnsentAccountMail,
  markAccountMailSent,
  setLinkToken,
} from '#server/accounts/sign-in/links-queries'
import { listSignInMethods } from '#server/accounts/sign-in-methods'
import { hashToken, newToken } from '#server/accounts/sign-in/links'

/** The page of each link. An admin's link is printed, never mailed. */
const PAGES = { sign_up: '/verify-email', new_email: '/verify-email', reset: '/set-password' } as const

/**
 * Sends a queued mail, once. The token of its link is made here and exists only in the mail: a retry after a crash
 * makes another one, and only the last works. Of several requests for a new password only the newest link is mailed and
 * works. Several sign-up links may work side by side, because each has its own password.
 */
export async function deliverAccountMail(app: App, mailId: string): Promise<void> {
  const mail = await findUnsentAccountMail(app.db, mailId)
  if (!mail) return
  const { email, purpose, linkId } = mail
  const account = await findAccountByEmail(app.db, email)
  // Not the name typed at sign-up: a stranger may have typed it, and it would stand in somebody else's mail.
  const envelope = { id: mail.id, to: { name: account?.name ?? '', address: email }, date: mail.createdAt }
  const { accountLetter } = await import('./mails.tsx') // Late: programs that Node runs itself cannot load JSX.
  const send = (about: AccountMail) => app.mailer.send(envelope, (sender) => accountLetter(about, sender))
  const { PUBLIC_URL } = app.config
  if (mail.kind !== 'link') {
    // A warning about attempts needs an account. Other mails may go to an address that an account has just given up.
    const toNobody = !account && mail.kind.endsWith('_attempts')
    const ways = mail.kind === 'password_changed' ? await listSignInMethods(app, email) : null
    const others = ways ? { passkeys: ways.passkeys.length, google: ways.google } : undefined
    const resetUrl = `${PUBLIC_URL}/forgot-password`
    if (!toNobody) await send({ kind: mail.kind, resetUrl, others })
  } else if (
    linkId &&
    purpose &&
    purpose !== 'admin' &&
    mail.usedAt === null &&
    mail.expiresAt &&
    mail.expiresAt > app.now()
  ) {
    if (purpose !== 'reset' && account) {
      await send({
        kind: 'has_account',
        resetUrl: `${PUBLIC_URL}/forgot-password`,
        url: `${PUBLIC_URL}/sign-in`,
      })
    } else if (purpose !== 'reset' || account) {
      const token = newToken()
      await setLinkToken(app.db, linkId, hashToken(token))
      const link = { id: linkId, purpose, email }
      if (purpose !== 'reset' || (await keepNewestMailed(app.db, link, app.now()))) {
        const url = `${PUBLIC_URL}${PAGES[purpose]}?token=${token}`
        await send({ kind: purpose, url })
      }
    }
  }
  await markAccountMailSent(app.db, mail.id, app.now())
}
