/** Mails a link to claim a record. */
import { hashToken, newToken } from '#server/accounts/sign-in/links'
import type { App } from '#server/context'
import { findUnmailedLink, markLinkMailed, setClaimToken } from '#server/mentors/claim/claim-links-queries'

/**
 * Sends the mail of a link, unless it was sent or can no longer be followed. The token is made here and is nowhere but in
 * the mail. Its Message-ID is the link's id.
 */
export async function deliverClaimMail(app: App, linkId: string): Promise<void> {
  const link = await findUnmailedLink(app.db, linkId, app.now())
  if (!link?.email) return
  const { claimLetter } = await import('./mails.tsx') // Late: programs that Node runs itself cannot load JSX.
  const token = newToken()
  await setClaimToken(app.db, link.id, hashToken(token))
  const envelope = { id: link.id, to: { name: link.name, address: link.email }, date: link.createdAt }
  const url = `${app.config.PUBLIC_URL}/claim?token=${token}`
  await app.mailer.send(envelope, (sender) => claimLetter({ url }, sender))
  await markLinkMailed(app.db, link.id, app.now())
}
