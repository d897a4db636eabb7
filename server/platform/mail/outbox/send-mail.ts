/** Sends what `queue-mail.ts` queued, tries again what failed, and gives up what cannot be sent. */
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import type { MailAbout } from '#server/platform/db/tables'
import { inLanguage, toOfferedLanguage } from '#server/platform/language/language'
import { deliveryFailure, type DeliveryFailure } from '#server/platform/mail/delivery-failure'
import { versionSent } from '#server/platform/mail/outbox/queue-mail'
import { batchCalls } from '#server/platform/mail/outbox/batch-calls'
import {
  endMail,
  findDueMails,
  listDueMails,
  markMailsSent,
  postponeDueMails,
  postponeMail,
  type MailLanguage,
} from '#server/platform/mail/outbox/outbox-queries'
import { raiseConcern } from '#server/platform/concerns-queries'
import type { DropReason } from '#words/drop-reasons'
import type { Recipient, EmailContent, Sender } from '../email.tsx'

export type WaitingMail = NonNullable<ReturnType<Awaited<ReturnType<typeof findDueMails>>['get']>>

/** `dropped`: why there is nothing to say any more. */
type Written = { to: Recipient; email: (sender: Sender) => EmailContent } | { dropped: DropReason }

/** Decides what an email says, from what is true when it is sent. Called again for each attempt. */
export type RenderMail = (app: App, mail: WaitingMail) => Promise<Written>

/** `renderers` run in the language of an email's recipient. */
export type MailWriting = {
  renderers: Record<MailAbout, RenderMail>
  language: MailLanguage
}

const DAY_MINUTES = 1_440
/** Maximum that one round of the minute's job queues. The rest is due in the next. */
const ROUND = 2_000

type Sending = { id: string; at: Date }
type Batches = {
  findDue: (mail: Sending) => Promise<Map<string, WaitingMail>>
  markSent: (mail: Sending) => Promise<void>
}
const batchesOf = new WeakMap<Db, Batches>()

/** The emails that a process sends at once are read by one statement, and marked as sent by another. */
function batchesFor(db: Db, language: MailLanguage): Batches {
  const inBatches = <Results>(run: (ids: string[], at: Date) => Promise<Results>) =>
    batchCalls((mails: Sending[]) => {
      const ids = mails.map(({ id }) => id)
      return run(ids, mails.at(-1)!.at)
    })
  const known = batchesOf.get(db) ?? {
    findDue: inBatches((ids, at) => findDueMails(db, ids, at, language)),
    markSent: inBatches((ids, at) => markMailsSent(db, ids, at)),
  }
  batchesOf.set(db, known)
  return known
}

/**
 * Sends an email whose time has come, unless its reason is gone. Its Message-ID is the row's id, so a repeat after a crash is
 * the same email. A failure is noted in the row and does not fail the job: attempts go by the product's clock.
 */
export async function sendMail(app: App, { renderers, language }: MailWriting, mailId: string): Promise<void> {
  const { findDue, markSent } = batchesFor(app.db, language)
  const mail = (await findDue({ id: mailId, at: app.now() })).get(mailId)
  if (!mail) return
  try {
    const spoken = toOfferedLanguage(mail.language, app.config.LANGUAGES)
    const dropped = await inLanguage(spoken, () => renderAndSend(app, renderers[mail.about], mail))
    if (dropped) {
      await endMail(app.db, mail.id, { state: 'dropped', at: app.now(), reason: dropped })
      return
    }
  } catch (error) {
    app.log.warn('email not sent', { mailId: mail.id, count: mail.attempts + 1, error })
    return failed(app, mail, deliveryFailure(error))
  }
  await markSent({ id: mail.id, at: app.now() })
}

/** Why there is nothing to send; null if the mail server has accepted the email. */
async function renderAndSend(app: App, render: RenderMail, mail: WaitingMail): Promise<DropReason | null> {
  const written = await render(app, { ...mail, version: versionSent(mail.version) })
  if ('dropped' in written) return written.dropped
  await app.mailer.send({ id: mail.id, to: written.to, date: mail.createdAt }, written.email)
  return null
}

/** Queues the emails whose time has come: those that failed before, and those whose job was lost. */
export async function queueDueMails(app: Pick<App, 'db' | 'now' | 'queue'>): Promise<void> {
  const due = await listDueMails(app.db, app.now(), ROUND)
  if (due.length === 0) return
  await transact(app.db, async (tx) => {
    for (const { id } of due) await app.queue(tx, 'send-mail', { mailId: id })
  })
}

/**
 * A refused address or letter is given up at once, anything else a day after the email was queued: then a person must look.
 * While the server is away its emails wait together, and one a minute finds out whether it is back.
 */
async function failed(app: App, mail: WaitingMail, { blame, isFinal, code }: DeliveryFailure): Promise<void> {
  const now = app.now()
  if (isFinal || now >= minutesAfter(mail.createdAt, DAY_MINUTES)) return giveUp(app, mail, code)
  await postponeMail(app.db, mail.id, { at: minutesAfter(now, waitMinutes(blame, mail.attempts)), reason: code })
  if (blame === 'server') await postponeDueMails(app.db, now)
}

/**
 * Minutes until the next attempt. Two for the server's failures, so that nothing waits long once it is back; the others
 * that wait are due a minute earlier, so that an email which only looks as if the server were away holds up none of them.
 */
function waitMinutes(blame: DeliveryFailure['blame'], attempts: number): number {
  return blame === 'server' ? 2 : Math.min(2 ** attempts, 60)
}

async function giveUp(app: App, mail: WaitingMail, reason: string): Promise<void> {
  const at = app.now()
  await transact(app.db, async (tx) => {
    if (!(await endMail(tx, mail.id, { state: 'given_up', at, reason }))) return
    const bookingId = mail.about === 'booking' ? mail.subject : null
    await raiseConcern(tx, { kind: 'mail_not_sent', subject: mail.id, bookingId, at })
  })
}
