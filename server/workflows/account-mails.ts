/** Sends what `links.ts` queued. A mail is written when it is sent, from what is true then. */
import type { App } from '#server/context'
import { findAccountByEmail } from '#server/db/accounts'
import { findUnsentAccountMail, markAccountMailSent, setLinkToken } from '#server/db/links'
import { hashToken, newToken } from '#server/workflows/links'

/** Pages that follow a link. An admin's is printed, never mailed. */
const PAGES = { sign_up: '/verify-email', new_email: '/verify-email', reset: '/set-password' } as const

/**
 * Sends a queued mail. The token of its link is made here and is nowhere but in the mail: a repeat after a crash carries
 * another one, and only the last one opens anything.
 */
export async function deliverAccountMail(app: App, mailId: string): Promise<void> {
  const mail = await findUnsentAccountMail(app.db, mailId)
  if (!mail) return
  const { email, purpose, link_id: linkId } = mail
  const account = await findAccountByEmail(app.db, email)
  // Not the name of a sign-up: anybody may have typed it, and it would be their words in somebody else's mail.
  const letter = { id: mail.id, to: { name: account?.name ?? '', address: email }, date: mail.created_at }
  const { PUBLIC_URL } = app.config
  if (mail.kind !== 'link') {
    // Whose address it was before a change is told by the mail that says so, and has no account by then.
    const toNobody = !account && mail.kind === 'sign_in_attempts'
    if (!toNobody)
      await app.mailer.sendAboutAccount({ ...letter, kind: mail.kind, resetUrl: `${PUBLIC_URL}/forgot-password` })
  } else if (
    linkId &&
    purpose &&
    purpose !== 'admin' &&
    mail.used_at === null &&
    mail.expires_at &&
    mail.expires_at > app.now()
  ) {
    if (purpose !== 'reset' && account) {
      await app.mailer.sendAboutAccount({
        ...letter,
        kind: 'has_account',
        resetUrl: `${PUBLIC_URL}/forgot-password`,
        url: `${PUBLIC_URL}/sign-in`,
      })
    } else if (purpose !== 'reset' || account) {
      const token = newToken()
      await setLinkToken(app.db, linkId, hashToken(token))
      await app.mailer.sendAboutAccount({
        ...letter,
        kind: purpose,
        url: `${PUBLIC_URL}${PAGES[purpose]}?token=${token}`,
      })
    }
  }
  await markAccountMailSent(app.db, mail.id, app.now())
}
