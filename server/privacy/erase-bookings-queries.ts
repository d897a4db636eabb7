/** SQL that takes people out of bookings. Money and times stay: what is left is an accounting row. */
import { sql } from 'kysely'
import * as m from '#messages/privacy'
import { eraseRedeemers } from '#server/discounts/redemptions-queries'
import { emptyAuditEvents } from '#server/accounts/audit-queries'
import { HELD } from '#server/bookings/queries'
import type { Db } from '#server/platform/db/connect'
import { inEnglish } from '#server/platform/language/language'

/** Erases the mentee of these bookings, and what the two wrote to each other. A second call changes nothing. */
export async function eraseMenteeRows(tx: Db, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const erased = await tx
    .updateTable('bookings')
    .set({
      menteeName: inEnglish(m.erasedName),
      // Undeliverable: `.invalid` never resolves (RFC 2606 §2). One for each booking, so that limits by address do not
      // count people together who left.
      menteeEmail: sql<string>`'erased-' || id || '@erased.invalid'`,
      menteePhone: '',
      menteeTimeZone: 'UTC',
      topic: '',
      cancelMessage: '',
      accountId: null,
      browserHash: null,
      network: null,
      farNetwork: null,
      checkoutUrl: null,
      secretHash: sql<string>`'erased ' || id`,
      linkVersion: sql<number>`link_version + 1`,
      erasedAt: now,
    })
    .where('id', 'in', ids)
    .where('erasedAt', 'is', null)
    .returning('id')
    .execute()
  const bookingIds = erased.map(({ id }) => id)
  if (bookingIds.length === 0) return
  await eraseRedeemers(tx, bookingIds)
  await tx.deleteFrom('bookingMessages').where('bookingId', 'in', bookingIds).execute()
  // Empty and not null: that someone else has paid stays known.
  await tx
    .updateTable('paymentRequests')
    .set({ emailedTo: sql`'{}'`, payerEmail: sql`case when payer_email is not null then '' end` })
    .where('bookingId', 'in', bookingIds)
    .execute()
  await tx
    .deleteFrom('outbox')
    .where('about', '=', 'booking')
    .where('subject', 'in', bookingIds)
    .where('kind', 'in', ['payment_request', 'payment_request_ended'])
    .where('recipient', '<>', 'mentee')
    .execute()
  await tx.deleteFrom('nextSteps').where('bookingId', 'in', bookingIds).execute()
  await tx.deleteFrom('mentorFeedback').where('bookingId', 'in', bookingIds).execute()
  await tx.updateTable('completions').set({ note: '' }).where('bookingId', 'in', bookingIds).execute()
  await tx.updateTable('noShows').set({ contest: '' }).where('bookingId', 'in', bookingIds).execute()
  await tx
    .updateTable('problems')
    .set({ text: inEnglish(m.erasedText), answer: '' })
    .where('bookingId', 'in', bookingIds)
    .execute()
  await tx
    .updateTable('feedback')
    .set({ author: inEnglish(m.erasedAuthor) })
    .where('bookingId', 'in', bookingIds)
    .execute()
  await emptyAuditEvents(tx, 'bookings', bookingIds)
}

/** Erases what a mentor wrote into their bookings. Notes and next steps stay, which are their mentees'. */
export async function eraseWordsOfMentor(tx: Db, mentorId: string): Promise<void> {
  const bookings = tx.selectFrom('bookings').select('id').where('mentorId', '=', mentorId)
  await tx.deleteFrom('bookingMessages').where('writer', '=', 'mentor').where('bookingId', 'in', bookings).execute()
  await tx
    .updateTable('bookings')
    .set({ cancelMessage: '' })
    .where('mentorId', '=', mentorId)
    .where('cancelMessage', '<>', '')
    .execute()
  await tx
    .updateTable('problems')
    .set({ text: inEnglish(m.erasedText) })
    .where('side', '=', 'mentor')
    .where('bookingId', 'in', bookings)
    .execute()
  await tx
    .updateTable('noShows')
    .set({ contest: '' })
    .where('absent', '=', 'mentor') // Who is said to be absent contests.
    .where('bookingId', 'in', bookings)
    .execute()
  await tx
    .updateTable('feedback')
    .set({ answer: null, answeredAt: null })
    .where('mentorId', '=', mentorId)
    .where('answer', 'is not', null)
    .execute()
}

/** Confirmed sessions, seats and packages of an account that begin or end after this instant, soonest first. */
export function listComingOfAccount(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('bookings')
    .leftJoin('packages', 'packages.id', 'bookings.id')
    .leftJoin('mentors', (join) =>
      join.on((row) => row('mentors.id', '=', row.fn.coalesce('bookings.mentorId', 'packages.mentorId'))),
    )
    .leftJoin('cohorts', 'cohorts.id', 'cohortId')
    .selectAll('bookings')
    .select(sql<string>`coalesce(mentors.name, cohorts.mentor_name, '')`.as('mentorName'))
    .where('bookings.accountId', '=', accountId)
    .where('bookings.status', '=', 'confirmed')
    .where('startsAt', '>', now)
    .orderBy('startsAt')
    .execute()
}

/** Unpaid holds of an account. */
export function listHoldsOfAccount(db: Db, accountId: string) {
  return db.selectFrom('bookings').select('id').where('accountId', '=', accountId).where('status', '=', HELD).execute()
}

const isOpen = sql<boolean>`(status in ('held', 'confirmed')
  or exists (select from problems where booking_id = bookings.id and resolved_at is null))`

/** Whether a booking is still needed: held, not settled, or with a problem that an admin has not decided about. */
export async function isOpenBooking(tx: Db, id: string): Promise<boolean> {
  const found = await tx.selectFrom('bookings').select(isOpen.as('open')).where('id', '=', id).executeTakeFirst()
  return found?.open ?? false
}

/** An account's bookings, as a mentee. `open`: see `isOpenBooking`. */
export function lockBookingsOfAccount(tx: Db, accountId: string) {
  return tx
    .selectFrom('bookings')
    .select(['id', isOpen.as('open')])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Whether a confirmed session of this mentor is not settled yet. */
export async function hasOpenSessions(tx: Db, mentorId: string): Promise<boolean> {
  const open = await tx
    .selectFrom('bookings')
    .select('id')
    .where('mentorId', '=', mentorId)
    .where(isOpen)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Locks bookings that lapsed unpaid and were made before this instant, oldest first. Those locked elsewhere are left out. */
export async function lockOldUnpaid(tx: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'expired')
    .where('paidAt', 'is', null)
    .where('erasedAt', 'is', null)
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks bookings of guests whose last session, by their address, began before this instant. */
export async function lockOldOfGuests(tx: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('bookings')
    .select('id')
    .where('accountId', 'is', null)
    .where('erasedAt', 'is', null)
    .where('startsAt', '<', before)
    .where(sql<boolean>`not ${isOpen}`)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('bookings as later')
            .select('later.id')
            .whereRef('later.menteeEmail', '=', 'bookings.menteeEmail')
            .where('later.accountId', 'is', null)
            .where('later.startsAt', '>=', before)
            .where((other) =>
              other.or([other('later.status', '<>', 'expired'), other('later.paidAt', 'is not', null)]),
            ),
        ),
      ),
    )
    .orderBy('startsAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/** Erases the phone numbers of sessions that began before this instant. Returns how many. */
export async function erasePhones(db: Db, before: Date, limit: number): Promise<number> {
  const old = db
    .selectFrom('bookings')
    .select('id')
    .where('menteePhone', '<>', '')
    .where('startsAt', '<', before)
    .where('status', '<>', 'held')
    .orderBy('startsAt')
    .limit(limit)
  const erased = await db
    .updateTable('bookings')
    .set({ menteePhone: '' })
    .where('id', 'in', old)
    .returning('id')
    .execute()
  return erased.length
}
