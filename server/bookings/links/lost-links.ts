/** Emails an address the links to its bookings. They are looked up when the email is rendered. */
import { ok, type Result } from '#domain/result'
import type { Client } from '#domain/accounts/client'
import { canMailLink, limitByNetwork, limitBySubject, type TooMany } from '#server/accounts/sign-in/attempts'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'

const BROWSER = { max: 10, minutes: 60 }

/** `reference`: only of this booking; null: of all. */
type LostLinks = { email: string; reference: string | null }

/** Returns the same, in the same time, whether or not the address has bookings. */
export async function requestLinks(
  app: App,
  { email, reference }: LostLinks,
  client: Client,
): Promise<Result<null, TooMany>> {
  const tried = await limitByNetwork(app, 'booking_links', client)
  if (!tried.ok) return tried
  const again = await limitBySubject(app, 'booking_links', client.browser, BROWSER)
  if (!again.ok) return again
  // The response does not say that the address has reached its limit: that would reveal that others request its links.
  if (!(await canMailLink(app, 'booking links', email, client))) return ok(null)
  await transact(app.db, (tx) =>
    queueMail(app, tx, { about: 'booking_links', kind: 'booking_links', recipient: email, facts: { reference } }),
  )
  return ok(null)
}
