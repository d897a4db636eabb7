/**
 * The outbox: every email of the product is a row here, written in the transaction of the change it reports. An area says what it
 * is about and, when it is sent, writes the letter (`server/mail-renderers.ts`). Decision 0008.
 */
import { randomUUID } from 'node:crypto'
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import type { MailAbout } from '#server/platform/db/tables'
import { findMail, insertMail } from '#server/platform/mail/outbox/outbox-queries'
import { currentLanguage } from '../../../../messages/runtime.ts'

type NewMail = {
  about: MailAbout
  /** The id of what it is about. Absent: nothing that has an id. */
  subject?: string
  kind: string
  /** A role that the writer knows the address of, or the address itself. */
  recipient: string
  /** Version of the reported change: each is sent once. Absent: each call queues an email of its own. */
  version?: string | number
  facts?: Record<string, unknown>
  /** What the mail's link carries. It is stored only until the email is sent. */
  secret?: string | null
}

/**
 * Queues an email in the caller's transaction. Does nothing when the recipient already has an email of this kind and version
 * about the subject.
 */
export async function queueMail(app: Pick<App, 'now' | 'queue'>, tx: Db, mail: NewMail): Promise<void> {
  const { about, kind, recipient, facts = {}, secret = null } = mail
  const id = randomUUID()
  const [now, subject, version] = [app.now(), mail.subject ?? id, String(mail.version ?? id)]
  const times = { createdAt: now, stateSince: now, nextAt: now }
  const words = { facts: JSON.stringify(facts), language: currentLanguage() }
  const row = { id, about, subject, kind, recipient, version, ...words, secret, ...times }
  if (await insertMail(tx, row)) await app.queue(tx, 'send-mail', { mailId: id })
}

/** The version that an email reports, without the number of the sending: "3" of "3/2". */
export const versionSent = (version: string): string => version.split('/')[0]!

/** Whether an email can be sent again: those whose link needed a secret cannot, since it is stored nowhere. */
export const canSendAgain = ({ about, kind, state }: { about: MailAbout; kind: string; state: string }): boolean =>
  state !== 'waiting' && (about === 'booking' || about === 'mentor') && kind !== 'confirm_address'

/**
 * Queues an email once more, as an email of its own, since mailboxes hide a second one with the same Message-ID.
 *
 * @param sending Which sending of it this is, from 2. Requested twice, it is queued once.
 * @returns false if that was queued before, or the email cannot be sent again.
 */
export async function queueMailAgain(
  app: Pick<App, 'now' | 'queue'>,
  tx: Db,
  { id, sending }: { id: string; sending: number },
): Promise<boolean> {
  const sent = await findMail(tx, id)
  if (!sent || !canSendAgain(sent)) return false
  const { about, subject, kind, recipient, facts, language } = sent
  const version = `${versionSent(sent.version)}/${sending}`
  const [now, again] = [app.now(), randomUUID()]
  const times = { createdAt: now, stateSince: now, nextAt: now }
  const words = { facts: JSON.stringify(facts), language }
  const row = { id: again, about, subject, kind, recipient, version, ...words, ...times }
  if (!(await insertMail(tx, row))) return false
  await app.queue(tx, 'send-mail', { mailId: again })
  return true
}
