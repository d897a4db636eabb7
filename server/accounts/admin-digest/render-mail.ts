/** Writes the daily email to an admin, from what waits when it is sent. */
import { findAccount } from '#server/accounts/queries'
import { isNothing } from '#server/accounts/admin-digest/digest'
import { readWaiting } from '#server/accounts/admin-digest/digest-queries'
import type { RenderMail } from '#server/platform/mail/outbox/send-mail'

export const writeDigest: RenderMail = async (app, { subject }) => {
  const admin = await findAccount(app.db, subject)
  if (admin?.role !== 'admin' || admin.suspendedAt) return { dropped: 'not_admin' }
  const waiting = await readWaiting(app.db)
  if (isNothing(waiting)) return { dropped: 'nothing_waits' }
  const { digestEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  const link = `${app.config.PUBLIC_URL}/admin-dashboard`
  return {
    to: { name: admin.name, address: admin.email },
    email: (sender) => digestEmail({ ...waiting, link }, sender),
  }
}
