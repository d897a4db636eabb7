/** An email a day to every admin that says what waits for them; none when nothing does. */
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { listAdmins, readWaiting, type Waiting } from '#server/accounts/admin-digest/digest-queries'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'

export const isNothing = ({ submissions, concerns }: Waiting): boolean => !submissions && concerns.length === 0

/** Queues the digest of this day, in UTC, once for each admin. */
export async function queueDigests(app: Pick<App, 'db' | 'now' | 'queue'>): Promise<void> {
  if (isNothing(await readWaiting(app.db))) return
  const version = app.now().toISOString().slice(0, 10)
  const admins = await listAdmins(app.db)
  await transact(app.db, async (tx) => {
    for (const { id } of admins) {
      await queueMail(app, tx, { about: 'digest', subject: id, kind: 'digest', recipient: 'admin', version })
    }
  })
}
