/** Sends what `links.ts` queued. A mail is written when it is sent, from what is true then. */
import type { App } from '#server/context'
import { accountLetter, type AccountMail } from './mails.tsx'
import { findAccountByEmail } from '#server/accounts/queries'
import {
  keepNewestMailed,
  findUnsentAccountMail,
  markAccountMailSent,
  setLinkToken,
} from '#server/accounts/sign-in/links-queries'
import { listSignInMethods } from '#server/accounts/sign-in-methods'
import { hashToken, newToken } from '#server/accounts/sign-in/links'

/** Pages that follow a link. An admin's is printed, never mailed. */
const PAGES = { sign_up: '/verify-email', new_email: '/verify-email', reset: '/set-password' } as const

/**
 * Sends a queued mail. The token of its link is made here and is nowhere but in the mail: a repeat after a crash carries
 * another one, and only the last one opens anything. Of several requests to set a new password the newest counts: an older
 * one that comes to be sent after it is not. Links of sign-ups stay beside each other, since each has a password of its own.
 */
export async function deliverAccountMail(app: App, mailId: string): Promise<void> {
  const mail = await findUnsentAccountMail(app.db, mailId)
  if (!mail) return
  const { email, purpose, link_id: linkId } = mail
  const account = await findAccountByEmail(app.db, email)
  // Not the name of a sign-up: anybody may have typed it, and it would be their words in somebody else's mail.
  const envelope = { id: mail.id, to: { name: account?.name ?? '', address: email }, date: mail.created_at }
  const send = (about: AccountMail) => app.mailer.send(envelope, (sender) => accountLetter(about, sender))
  const { PUBLIC_URL } = app.config
  if (mail.kind !== 'link') {
    // Whose address it was before a change is told by the mail that says so, and has no account by then.
    const toNobody = !account && mail.kind.endsWith('_attempts')
    const ways = mail.kind === 'password_changed' ? await listSignInMethods(app, email) : null
    const others = ways ? { passkeys: ways.passkeys.length, google: ways.google } : undefined
    const resetUrl = `${PUBLIC_URL}/forgot-password`
    if (!toNobody) await send({ kind: mail.kind, resetUrl, others })
  } else if (
    linkId &&
    purpose &&
    purpose !== 'admin' &&
    mail.used_at === null &&
    mail.expires_at &&
    mail.expires_at > app.now()
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
