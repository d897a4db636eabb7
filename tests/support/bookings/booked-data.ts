/**
 * Paid sessions at the stages of a booking, with their two people and two admins, written into a data folder before a product
 * starts on it, since only the product opens its embedded database. The payment service knows none of the payments.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { clockChanges, DAY_MS, minutesAfter } from '#domain/time/wall-time'
import { formatRange } from '#server/bookings/claims-queries'
import type { Db } from '#server/platform/db/connect'
import { enterByKey, openDataFolder, writePerson } from '../accounts/written-people.ts'
import { makeBookingRow } from './booking-row.ts'

/** Each with an account that is signed in. Of the mentors one is in Bengaluru. */
const PEOPLE = {
  grace: { name: 'Grace Hopper', role: 'member', mentor: null },
  arjun: { name: 'Arjun Mehta', role: 'member', mentor: 'arjun-mehta' },
  june: { name: 'June Park', role: 'admin', mentor: null },
  omar: { name: 'Omar Haddad', role: 'admin', mentor: null },
} as const
type BookedPerson = keyof typeof PEOPLE

/** The mentee's zone, whose clocks are about to change when the product starts. */
const MENTEE_ZONE = 'Europe/London'

/** Minutes from the product's start until each session begins. They take an hour. */
const SESSIONS = { begun: -20, begunToo: -20, over: -180, ahead: 2 * 1_440 } as const
export type BookedSessionName = keyof typeof SESSIONS

/** `own`: of `settleOwnSession`. */
export const referenceOf = (session: BookedSessionName | 'own'): string =>
  `B-${createHash('sha256')
    .update(session)
    .digest('hex')
    .slice(0, 8)
    .toUpperCase()
    .replace(/^(.{4})/, '$1-')}`

/** Puts the product's time four days before clocks in `MENTEE_ZONE` change, and gives both instants. */
export async function settleBookedSessions(data: string): Promise<{ now: Date; clockChange: Date }> {
  const db = await openDataFolder(data)
  const real = new Date()
  const soon = new Date(real.getTime() + 5 * DAY_MS)
  const clockChange = clockChanges(MENTEE_ZONE, soon, new Date(real.getTime() + 370 * DAY_MS))[0]!.at
  const now = new Date(clockChange.getTime() - 4 * DAY_MS)
  await sql`update sandbox_clock.moved set milliseconds = ${now.getTime() - real.getTime()}`.execute(db)
  const ids = new Map<string, string>()
  for (const [who, person] of Object.entries(PEOPLE) as [BookedPerson, (typeof PEOPLE)[BookedPerson]][]) {
    const written = { ...person, key: makeSessionKey(who), email: `${who}@example.com`, hasConfirmedIdentity: true }
    ids.set(who, (await writePerson(db, written, now)).accountId)
  }
  const accountId = ids.get('grace')!
  for (const [name, minutes] of Object.entries(SESSIONS))
    await insertSession(db, { reference: referenceOf(name as BookedSessionName), accountId, now, minutes })
  await db.destroy()
  return { now, clockChange }
}

/** A session in three days that an admin has booked, beside those of `settleBookedSessions`, at whose time it is now. */
export async function settleOwnSession(data: string, now: Date): Promise<void> {
  const db = await openDataFolder(data)
  const { id: accountId } = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', 'june@example.com')
    .executeTakeFirstOrThrow()
  await insertSession(db, { reference: referenceOf('own'), accountId, now, minutes: 3 * 1_440 })
  await db.destroy()
}

type Booked = { reference: string; accountId: string; now: Date; minutes: number }

/** A session with Arjun that was paid two days ago. */
async function insertSession(db: Db, { reference, accountId, now, minutes: ahead }: Booked): Promise<void> {
  const mentor = await db
    .selectFrom('mentors')
    .select(['id', 'timeZone'])
    .where('slug', '=', PEOPLE.arjun.mentor)
    .executeTakeFirstOrThrow()
  const type = await db
    .selectFrom('sessionTypes')
    .select(['id', 'title'])
    .where('mentorId', '=', mentor.id)
    .executeTakeFirstOrThrow()
  const paidAt = minutesAfter(now, -2 * 1_440)
  const paymentIntent = `pi_${randomUUID()}`
  const booking = makeBookingRow(paidAt, {
    id: randomUUID(),
    reference,
    mentorId: mentor.id,
    sessionTypeId: type.id,
    sessionTitle: type.title,
    startsAt: minutesAfter(now, ahead),
    mentorTimeZone: mentor.timeZone,
    accountId,
    menteePhone: '+44 7700 900100',
    menteeTimeZone: MENTEE_ZONE,
    topic: 'First weeks',
    status: 'confirmed',
    paymentIntent,
  })
  await db.insertInto('bookings').values(booking).execute()
  const during = formatRange({ startsAt: minutesAfter(now, ahead), minutes: 60, bufferBefore: 0, bufferAfter: 0 })
  if (ahead > 0) await db.insertInto('claims').values({ bookingId: booking.id, mentorId: mentor.id, during }).execute()
  const entry = { bookingId: booking.id, currency: 'GBP', serviceId: paymentIntent, createdAt: paidAt }
  await db
    .insertInto('ledger')
    .values({ id: randomUUID(), ...entry, kind: 'charge', amountPence: booking.pricePence })
    .execute()
}

const makeSessionKey = (who: BookedPerson) => `booked ${who}`

/** Signs a browser in as one of them. */
export const enterAs = (page: Page, who: BookedPerson): Promise<void> => enterByKey(page, makeSessionKey(who))
