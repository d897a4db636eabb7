/**
 * Demo mentors with accounts, written into a data folder before a product starts on it, since only the product opens its
 * embedded database. Each journey has a mentor of its own.
 */
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { writeSessionCookie } from '#server/accounts/auth/session-cookie'
import { connect } from '#server/platform/db/connect'
import { AUTH_SECRET } from '../product/processes.ts'

const MENTORS = [
  'maria-jose-rangel',
  'diego-salazar',
  'rafael-santos',
  'noor-haddad',
  'farhana-akter',
  'zoe-van-der-merwe',
  'lukasz-wisniewski',
  'tunde-adeyemi',
  'diego-fuentes',
  'sanne-de-vries',
  'sujata-gurung',
  'olena-kovalenko',
  'farai-moyo',
  'harpreet-gill',
  'jomar-villanueva',
] as const
export type DemoMentor = (typeof MENTORS)[number]

const makeToken = (slug: DemoMentor) => createHash('sha256').update(slug).digest('base64url')

/** `now`: the product's time at its start. */
export async function settleDemoMentors(data: string, now = new Date()): Promise<void> {
  const { db } = await connect(`file:${join(data, 'pglite')}`)
  for (const slug of MENTORS) {
    const id = randomUUID()
    const { name } = await db.selectFrom('mentors').select('name').where('slug', '=', slug).executeTakeFirstOrThrow()
    const account = { id, name, email: `${slug}@example.com`, emailVerified: true, picture: null }
    await db
      .insertInto('accounts')
      .values({ ...account, role: 'member', createdAt: now, updatedAt: now })
      .execute()
    await db
      .insertInto('sessions')
      .values({
        id: randomUUID(),
        accountId: id,
        token: makeToken(slug),
        role: 'mentor',
        createdAt: now,
        updatedAt: now,
        expiresAt: new Date(now.getTime() + 30 * 86_400_000),
      })
      .execute()
    await db.updateTable('mentors').set({ accountId: id }).where('slug', '=', slug).execute()
  }
  await db.destroy()
}

/** Signs a browser in as a demo mentor, without the pages for it. */
export async function enterAsMentor(page: Page, slug: DemoMentor): Promise<void> {
  const { origin } = new URL((await page.request.get('/robots.txt')).url())
  const header = writeSessionCookie(makeToken(slug), { secret: AUTH_SECRET, secure: false, seconds: 86_400 })
  const [pair = ''] = header.split(';')
  const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
  await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
}
