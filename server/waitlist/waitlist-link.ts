/**
 * The link in the emails of the waitlist, to a page with buttons. It is bound to the address that it was emailed to, so
 * that a link emailed to one spelling confirms no other.
 */
import { timingSafeEqual } from 'node:crypto'
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import { siteAddress } from '#server/platform/language/site-address'
import { findEntry, type WaitlistEntry } from '#server/waitlist/waitlist-queries'

/** An id and 43 letters of base64url. */
const LINK = /^([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.([\w-]{43})$/

const makeSecret = (app: Pick<App, 'secretFor'>, { id, email }: Pick<WaitlistEntry, 'id' | 'email'>) =>
  app.secretFor('waiting list', `${id} ${email.toLowerCase()}`)

export function waitlistLink(app: Pick<App, 'secretFor' | 'config'>, request: Pick<WaitlistEntry, 'id' | 'email'>) {
  return `${siteAddress(app)}/waiting?link=${request.id}.${makeSecret(app, request)}`
}

/** The request that a link opens. Undefined: it was deleted, or never was. */
export async function openWaitlistLink(
  app: Pick<App, 'secretFor'>,
  db: Db,
  link: string,
  { lock = false } = {},
): Promise<WaitlistEntry | undefined> {
  const [, id, secret] = LINK.exec(link) ?? []
  if (!id || !secret) return undefined
  const request = await findEntry(db, id, { lock })
  if (!request) return undefined
  const [given, expected] = [Buffer.from(secret), Buffer.from(makeSecret(app, request))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? request : undefined
}
