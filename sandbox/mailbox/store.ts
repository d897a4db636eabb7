/** Stores and reads the emails of the sandbox. */
import { join } from 'node:path'
import type { ColumnType, Generated, Kysely } from 'kysely'
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import type { Db } from '#server/platform/db/connect'
import { migrateSandbox } from '../schema.ts'

export type Mailbox = { name: string; address: string }

/** `text` and `html` are empty when the email has no such part. `headers` has names in lower case. */
export type Mail = {
  id: number
  from: Mailbox
  to: Mailbox[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  receivedAt: Date
}

/** A file in an email. `method`: what a calendar part asks for, such as `REQUEST`. `text` is null unless its type is a text. */
export type MailAttachment = {
  name: string | null
  type: string
  method: string | null
  bytes: number
  text: string | null
}

/** An email with what only its own page needs. `previewHtml`: the HTML part with the mail's own images as `data:` URLs. */
type OpenedMail = Mail & { attachments: MailAttachment[]; previewHtml: string }

/** Read as a value, written as its JSON text: the two drivers serialise arrays differently. */
type Json<Value> = ColumnType<Value, string, string>

/** Every other type stays a broken image: the type is put into markup, and the sender chose it. */
const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

interface MailTables {
  mails: {
    id: Generated<number>
    sender: Json<Mailbox>
    recipients: Json<Mailbox[]>
    subject: string
    textPart: string
    htmlPart: string
    headers: Json<Record<string, string>>
    raw: Uint8Array
    receivedAt: Date
  }
}

export type MailDb = Kysely<MailTables>

/** The product's database, seen through the mailbox's own schema, which is created where needed. */
export async function openMailDb(db: Db): Promise<MailDb> {
  await migrateSandbox(db, 'sandbox_mail', join(import.meta.dirname, 'migrations'))
  return db.withSchema('sandbox_mail') as unknown as MailDb
}

/**
 * Parses and stores an email. `envelope` holds the addresses it was really sent to; hidden recipients are added to `to`.
 */
export async function storeMail(db: MailDb, raw: Uint8Array, envelope: { from: string; to: string[] }, now: Date) {
  const email = await PostalMime.parse(raw)
  const to = [...mailboxes(email.to), ...mailboxes(email.cc)]
  const hidden = envelope.to.filter((address) => !to.some((mailbox) => mailbox.address === address))
  await db
    .insertInto('mails')
    .values({
      sender: JSON.stringify(mailboxes(email.from && [email.from])[0] ?? { name: '', address: envelope.from }),
      recipients: JSON.stringify([...to, ...hidden.map((address) => ({ name: '', address }))]),
      subject: storable(email.subject),
      textPart: storable(email.text).replaceAll('\r\n', '\n').trimEnd(),
      htmlPart: storable(email.html),
      headers: JSON.stringify(readHeaders(email)),
      raw,
      receivedAt: now,
    })
    .execute()
}

/** Newest first. */
export async function listMails(db: MailDb, limit: number): Promise<Mail[]> {
  const rows = await mailQuery(db).orderBy('id', 'desc').limit(limit).execute()
  return rows.map(readRow)
}

export async function findMail(db: MailDb, id: number): Promise<OpenedMail | null> {
  const row = await mailQuery(db).select('raw').where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const { attachments } = await PostalMime.parse(row.raw)
  const mail = readRow(row)
  return { ...mail, attachments: attachments.map(readAttachment), previewHtml: withOwnImages(mail.html, attachments) }
}

function readAttachment({ filename, mimeType, method, content }: Attachment): MailAttachment {
  const bytes = Buffer.from(content as ArrayBuffer)
  const isText = mimeType.startsWith('text/') || mimeType === 'application/ics'
  return {
    name: filename,
    type: mimeType,
    method: method ?? null,
    bytes: bytes.length,
    text: isText ? bytes.toString('utf8') : null,
  }
}

/** Replaces references to the mail's own parts (`cid:`, RFC 2392), which no browser resolves. */
function withOwnImages(html: string, attachments: Attachment[]): string {
  const urls = new Map<string, string>()
  for (const { contentId, mimeType, content } of attachments) {
    if (!contentId || !IMAGE_TYPES.has(mimeType)) continue
    const base64 = Buffer.from(content as ArrayBuffer).toString('base64')
    urls.set(contentId.replaceAll(/^<|>$/g, ''), `data:${mimeType};base64,${base64}`)
  }
  return html.replaceAll(/cid:([^\s"'<>)]+)/g, (reference, id: string) => urls.get(id) ?? reference)
}

function mailQuery(db: MailDb) {
  return db
    .selectFrom('mails')
    .select(['id', 'sender', 'recipients', 'subject', 'textPart', 'htmlPart', 'headers', 'receivedAt'])
}

function readRow(row: Awaited<ReturnType<ReturnType<typeof mailQuery>['executeTakeFirstOrThrow']>>): Mail {
  return {
    id: row.id,
    from: row.sender,
    to: row.recipients,
    subject: row.subject,
    text: row.textPart,
    html: row.htmlPart,
    headers: row.headers,
    receivedAt: row.receivedAt,
  }
}

function mailboxes(addresses: Address[] | undefined): Mailbox[] {
  return (addresses ?? [])
    .flatMap((address) => address.group ?? [address])
    .map(({ name, address }) => ({ name: storable(name), address: storable(address) }))
}

function readHeaders(email: Email): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { key, value } of email.headers) {
    const earlier = headers[key]
    headers[key] = earlier === undefined ? storable(value) : `${earlier}, ${storable(value)}`
  }
  return headers
}

/** The database holds no NUL, and an email may hold anything. */
function storable(text: string | undefined): string {
  return (text ?? '').replaceAll('\0', '').toWellFormed()
}
