/**
 * Sessions of demo mentors that were held and paid for, and an admin, written into a data folder before a product starts on
 * it, since only the product opens its embedded database.
 */
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { minutesAfter } from '#domain/time/wall-time'
import { writeSessionCookie } from '#server/accounts/auth/session-cookie'
import { connect } from '#server/db/connect'
import { AUTH_SECRET } from '../product/processes.ts'

/** Two mentors, and the admin who pays them. */
const PEOPLE = { ada: 'farai-moyo', mary: 'sujata-gurung', june: null } as const
type PayoutPerson = keyof typeof PEOPLE

const tokenOf = (who: PayoutPerson) => createHash('sha256').update(`payouts ${who}`).digest('base64url')

/** Gives each mentor `SESSIONS` that are due, of £45.00 less a fee of £4.50. They proved who they are a moment ago. */
export async function settlePayoutData(data: string): Promise<void> {
  const { db } = await connect(`file:${join(data, 'pglite')}`)
  const now = new Date()
  for (const [who, slug] of Object.entries(PEOPLE) as [PayoutPerson, string | null][]) {
    const id = randomUUID()
    const account = { id, name: slug ?? 'June Park', email: `${who}@example.com`, emailVerified: true, picture: null }
    const role = slug === null ? ('admin' as const) : ('member' as const)
    await db
      .insertInto('accounts')
      .values({ ...account, role, createdAt: now, updatedAt: now })
      .execute()
    const session = { id: randomUUID(), accountId: id, token: tokenOf(who), createdAt: now, updatedAt: now }
    await db
      .insertInto('sessions')
      .values({
        ...session,
        role: slug === null ? 'admin' : 'mentor',
        provenAt: now,
        expiresAt: minutesAfter(now, 360),
      })
      .execute()
    if (slug === null) continue
    const mentor = await db
      .updateTable('mentors')
      .set({ accountId: id })
      .where('slug', '=', slug)
      .returning('id')
      .executeTakeFirstOrThrow()
    const held = await db
      .selectFrom('bookings')
      .select('id')
      .where('mentorId', '=', mentor.id)
      .where('status', '=', 'completed')
      .where('startsAt', '<', minutesAfter(now, -5 * 1_440))
      .orderBy('startsAt', 'desc')
      .limit(SESSIONS)
      .execute()
    for (const { id: bookingId } of held) {
      const entry = { bookingId, currency: 'GBP', serviceId: `pi_${randomUUID()}`, createdAt: now }
      await db
        .insertInto('ledger')
        .values([
          { id: randomUUID(), ...entry, kind: 'charge', amountPence: 4500 },
          { id: randomUUID(), ...entry, kind: 'fee', amountPence: 450 },
        ])
        .execute()
    }
  }
  await db.destroy()
}

const SESSIONS = 3

/** Signs a browser in as one of them, without the pages for it. */
export async function enterAs(page: Page, who: PayoutPerson): Promise<void> {
  const { origin } = new URL((await page.request.get('/robots.txt')).url())
  const header = writeSessionCookie(tokenOf(who), { secret: AUTH_SECRET, secure: false, seconds: 21_600 })
  const [pair = ''] = header.split(';')
  const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
  await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
}
