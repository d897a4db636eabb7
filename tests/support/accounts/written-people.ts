/**
 * People who are signed in, written into a database, or into a data folder before a product starts on it, since only the product opens
 * its embedded database.
 */
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { minutesAfter } from '#domain/time/wall-time'
import { writeSessionCookie } from '#server/accounts/auth/session-cookie'
import { connect, type Db } from '#server/platform/db/connect'
import { AUTH_SECRET } from '../product/processes.ts'

const DAYS = 30

export async function openDataFolder(data: string): Promise<Db> {
  return (await connect(`file:${join(data, 'pglite')}`)).db
}

/** `key`: by which a browser is signed in as them. `mentor`: the slug of their record. */
type WrittenPerson = {
  key: string
  name: string
  email: string
  role?: 'member' | 'admin'
  mentor?: string | null
  hasConfirmedIdentity?: boolean
}

export async function writePerson(
  db: Db,
  { key, name, email, role = 'member', mentor = null, hasConfirmedIdentity = false }: WrittenPerson,
  now: Date,
): Promise<{ accountId: string; sessionId: string }> {
  const [accountId, sessionId] = [randomUUID(), randomUUID()]
  const at = { createdAt: now, updatedAt: now }
  const account = { id: accountId, name, email, emailVerified: true, picture: null, role }
  await db
    .insertInto('accounts')
    .values({ ...account, ...at })
    .execute()
  const session = { id: sessionId, accountId, token: makeToken(key), role: mentor ? ('mentor' as const) : role }
  const provenAt = hasConfirmedIdentity ? now : null
  await db
    .insertInto('sessions')
    .values({ ...session, provenAt, expiresAt: minutesAfter(now, DAYS * 1_440), ...at })
    .execute()
  if (mentor) await db.updateTable('mentors').set({ accountId }).where('slug', '=', mentor).execute()
  return { accountId, sessionId }
}

const makeToken = (key: string) => createHash('sha256').update(key).digest('base64url')

/** The Cookie header of a browser that is signed in as one of them. `secure`: at a public address with https. */
export function makeCookie(key: string, secure = false): string {
  const header = writeSessionCookie(makeToken(key), { secret: AUTH_SECRET, secure, seconds: DAYS * 86_400 })
  return header.split(';')[0] ?? ''
}

/** Signs a browser in as one of them, without the pages for it. */
export async function enterByKey(page: Page, key: string): Promise<void> {
  const { origin } = new URL((await page.request.get('/robots.txt')).url())
  const pair = makeCookie(key)
  const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
  await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
}
