/**
 * The outbox: every mail of the product is a row here, written in the transaction of what it tells. An area says what it
 * is about and, when it is sent, writes the letter (`server/mail-writers.ts`). Decision 0030.
 */
import { randomUUID } from 'node:crypto'
import type { App } from '#server/context'
import type { Db } from '#server/db/connect'
import type { MailAbout } from '#server/db/tables'
import { insertMail } from '#server/mail/outbox/outbox-queries'

type NewMail = {
  about: MailAbout
  /** The id of what it is about. Absent: nothing that has an id. */
  subject?: string
  kind: string
  /** A role that the writer knows the address of, or the address itself. */
  recipient: string
  /** Of what it tells: each is told once. Absent: each call has a mail of its own. */
  version?: string | number
  facts?: Record<string, unknown>
  /** What the mail's link carries. It is stored only until the mail is sent. */
  secret?: string | null
}

/**
 * Queues a mail in the caller's transaction. Does nothing when the recipient already has a mail of this kind and version
 * about the subject.
 */
export async function queueMail(app: Pick<App, 'now' | 'queue'>, tx: Db, mail: NewMail): Promise<void> {
  const { about, kind, recipient, facts = {}, secret = null } = mail
  const id = randomUUID()
  const [now, subject, version] = [app.now(), mail.subject ?? id, String(mail.version ?? id)]
  const times = { createdAt: now, stateSince: now, nextAt: now }
  const row = { id, about, subject, kind, recipient, version, facts: JSON.stringify(facts), secret, ...times }
  if (await insertMail(tx, row)) await app.queue(tx, 'send-mail', { mailId: id })
}
