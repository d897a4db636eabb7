/** Writes the email with a link to claim a record. */
import { hashToken, newToken } from '#server/accounts/sign-in/links'
import type { RenderMail } from '#server/platform/mail/outbox/send-mail'
import { siteAddress } from '#server/platform/language/site-address'
import { findLinkToMail, setClaimToken } from '#server/mentors/claim/claim-links-queries'

/** The token is made here and is nowhere but in the mail: another attempt makes another one, and only the last works. */
export const renderClaimMail: RenderMail = async (app, { subject }) => {
  const link = await findLinkToMail(app.db, subject, app.now())
  if (!link?.email) return { dropped: 'link_over' }
  const { claimEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  const token = newToken()
  await setClaimToken(app.db, link.id, hashToken(token))
  const url = `${siteAddress(app)}/claim?token=${token}`
  return { to: { name: link.name, address: link.email }, email: (sender) => claimEmail({ url }, sender) }
}
