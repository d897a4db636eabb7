/**
 * Bounces: what other mail servers write back when they cannot deliver an email after all (RFC 3464). The operator's mailbox
 * for `BOUNCE_ADDRESS` passes each to `npm run bounces`.
 */
import PostalMime, { type Email } from 'postal-mime'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { markMailBounced } from '#server/platform/mail/outbox/outbox-queries'
import { raiseConcern } from '#server/platform/concerns-queries'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/**
 * `marked`: the email is bounced now, and a concern says so. `known`: it was before. `not_ours`: no email of the outbox is named.
 * `no_bounce`: an answer by a person or a program, or a server that still tries.
 */
export type BounceOutcome = 'marked' | 'known' | 'not_ours' | 'no_bounce'

/** Reads a received email, and marks the email of ours that it says was not delivered. */
export async function receiveBounce(app: Pick<App, 'db' | 'now'>, raw: Uint8Array): Promise<BounceOutcome> {
  // Parts stay text: the bounced email inside it is not taken for this one.
  const email = await PostalMime.parse(raw, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' })
  const status = failedStatus(email)
  if (!status) return 'no_bounce'
  const mailId = mailIdIn(email)
  if (!mailId) return 'not_ours'
  const at = app.now()
  return transact(app.db, async (tx) => {
    const mail = await markMailBounced(tx, mailId, { at, reason: status })
    if (!mail) return 'not_ours'
    if (mail.wasBounced) return 'known'
    const bookingId = mail.about === 'booking' ? mail.subject : null
    await raiseConcern(tx, { kind: 'mail_bounced', subject: mailId, bookingId, at })
    return 'marked'
  })
}

/** The status of a report of failure, such as "5.1.1". Null for one of delay or success, and for an email that is no report. */
function failedStatus(email: Email): string | null {
  const report = findPart(email, 'message/delivery-status')
  if (!report || !/^action:\s*failed\b/im.test(report)) return null
  return /^status:\s*(\d\.\d{1,3}\.\d{1,3})\b/im.exec(report)?.[1] ?? '5.0.0'
}

/** From the address that it came to, or from the Message-ID of the email or its headers that it returns. */
function mailIdIn(email: Email): string | undefined {
  const addressed = new RegExp(`\\+(${UUID})@`, 'i')
  const to = email.headers.filter(({ key }) => ['to', 'delivered-to', 'x-original-to'].includes(key))
  const returned = findPart(email, 'message/rfc822') ?? findPart(email, 'text/rfc822-headers') ?? ''
  return (
    to.map(({ value }) => addressed.exec(value)?.[1]).find((id) => id !== undefined) ??
    new RegExp(`^message-id:\\s*<(${UUID})@`, 'im').exec(returned)?.[1]
  )?.toLowerCase()
}

function findPart({ attachments }: Email, type: string): string | undefined {
  const part = attachments.find(({ mimeType }) => mimeType === type)?.content
  return typeof part === 'string' ? part : undefined
}
