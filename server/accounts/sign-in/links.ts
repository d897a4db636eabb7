/** Links in mails: requested, emailed, followed once. Nothing here reveals whether an address has an account. */
import type { Client } from '#domain/accounts/client'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { LINK_MINUTES } from '#domain/accounts/account'
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import type { AccountMailKind, LinkPurpose } from '#server/platform/db/tables/account-tables'
import { transact, type Db } from '#server/platform/db/connect'
import { findLink, insertLink } from '#server/accounts/sign-in/links-queries'
import { canMailLink } from '#server/accounts/sign-in/attempts'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'

type LinkRequest = {
  purpose: LinkPurpose
  email: string
  accountId?: string
  name?: string
  passwordHash?: string
  next?: string
}

/** `link_over`: the link was used, is too old, or never existed. */
export type LinkError = { code: 'link_over' }

/**
 * Writes a link and queues the email that carries it. It does the same for every address: what the email says, and
 * whether it is sent at all, is decided on delivery. Beyond `ATTEMPTS.mails` nothing is written.
 */
export async function mailLink(app: App, request: LinkRequest, client: Client): Promise<void> {
  if (!(await canMailLink(app, request.purpose, request.email, client))) return
  const id = randomUUID()
  await transact(app.db, async (tx) => {
    await insertLink(tx, newLink(request, id, app.now()))
    await queueAccountMail(app, tx, { kind: 'link', email: request.email, linkId: id })
  })
}

/** Queues an email about an account. Call it in the transaction that makes the change. */
export async function queueAccountMail(
  app: Pick<App, 'queue' | 'now'>,
  tx: Db,
  mail: { kind: AccountMailKind; email: string; linkId?: string; facts?: Record<string, string> },
): Promise<void> {
  const { kind, email, linkId, facts = {} } = mail
  const to = linkId ? { subject: linkId, recipient: 'address', version: 1 } : { recipient: email }
  await queueMail(app, tx, { about: 'account', kind, ...to, facts })
}

/**
 * What a link is for; null if it cannot be followed. Reading does not use it up, because email scanners open links too.
 * The name typed at sign-up is left out: a stranger may have typed it, and the owner of the address would read their
 * words.
 */
export async function readLink(
  app: Pick<App, 'db' | 'now'>,
  token: string,
): Promise<{ purpose: LinkPurpose; email: string } | null> {
  const link = await findLink(app.db, hashToken(token), app.now())
  return link ? { purpose: link.purpose, email: link.email } : null
}

export function newLink(request: LinkRequest, id: string, now: Date) {
  return {
    id,
    purpose: request.purpose,
    email: request.email,
    accountId: request.accountId ?? null,
    name: request.name ?? null,
    passwordHash: request.passwordHash ?? null,
    next: request.next ?? '/',
    tokenHash: null,
    createdAt: now,
    expiresAt: minutesAfter(now, LINK_MINUTES[request.purpose]),
    usedAt: null,
  }
}

/** The token of a link: 192 random bits as 32 characters. Only its hash is stored. */
export const newToken = () => randomBytes(24).toString('base64url')

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
