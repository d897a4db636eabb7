/** SQL for the waitlist, whatever is waited for. */
import { sql, type Insertable, type SqlBool } from 'kysely'
import { DAY_MS } from '#domain/time/wall-time'
import { WAITING_DAYS, type WaitlistLine, type WaitlistTarget } from '#domain/waitlist'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

export type WaitlistEntry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
const monthOf = (now: Date) => now.toISOString().slice(0, 7)

/** Rows of those who wait for the same. */
function waitsFor(target: WaitlistLine) {
  if ('mentorId' in target) return sql<SqlBool>`mentor_id = ${target.mentorId}`
  if ('cohortId' in target) return sql<SqlBool>`cohort_id = ${target.cohortId}`
  return sql<SqlBool>`from_country = ${target.fromCountry} and to_country = ${target.toCountry}`
}

/** Confirmed entries that are not yet notified. */
export const isWaiting = (now: Date) => sql<SqlBool>`(confirmed_at is not null and told_at is null and case
  when intake is null then confirmed_at > ${daysBefore(now, WAITING_DAYS.waiting)} else intake >= ${monthOf(now)} end)`

/** `lock`: until the end of the transaction. */
export function findEntry(db: Db, id: string, { lock = false } = {}) {
  return db
    .selectFrom('waitingList')
    .select(['id', 'mentorId', 'cohortId', 'fromCountry', 'toCountry', 'intake', 'email', 'timeZone'])
    .select(['askedAt', 'confirmedAt', 'toldAt', 'round'])
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
}

/** What a request waits for. */
export function waitlistTarget({ mentorId, cohortId, fromCountry, toCountry, intake }: WaitlistEntry): WaitlistTarget {
  if (mentorId !== null) return { mentorId }
  if (cohortId !== null) return { cohortId }
  return { fromCountry: fromCountry!, toCountry: toCountry!, intake: intake! } // By a constraint of the table.
}

/** Serialises transactions that count, add or notify entries of the same target. */
export async function lockWaitlist(tx: Db, target: WaitlistLine): Promise<void> {
  const name = 'fromCountry' in target ? `${target.fromCountry} ${target.toCountry}` : Object.values(target)[0]
  await sql`select pg_advisory_xact_lock(hashtextextended(${`waiting ${name}`}, 0))`.execute(tx)
}

/** How many wait and have confirmed their address. */
export async function countWaiting(db: Db, target: WaitlistLine, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('waitingList')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(waitsFor(target))
    .where(isWaiting(now))
    .executeTakeFirstOrThrow()
  return count
}

/** Entries notified after `since` that have neither rejoined nor left. */
export async function countNotifiedSince(db: Db, target: WaitlistLine, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('waitingList')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(waitsFor(target))
    .where('toldAt', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** The columns that say what is waited for. */
const KEYS = ['mentorId', 'cohortId', 'fromCountry', 'toCountry'] as const

/**
 * Writes a request, or finds the one that this mailbox has for the same already. One that is not confirmed begins anew,
 * with what was typed now; one that is confirmed stays as it is, since anyone can type an address.
 */
export async function upsertEntry(
  tx: Db,
  target: WaitlistTarget,
  request: Omit<Insertable<Tables['waitingList']>, 'mentorId' | 'cohortId' | 'fromCountry' | 'toCountry' | 'intake'>,
  emailKey: string,
): Promise<{ id: string }> {
  const { email, timeZone, language, accountId, askedAt } = request
  const intake = 'intake' in target ? target.intake : null
  const written = await tx
    .insertInto('waitingList')
    .values({ ...request, ...target })
    .onConflict((known) =>
      known
        .columns([...KEYS.filter((key) => key in target), 'emailKey'])
        .doUpdateSet({ email, timeZone, language, accountId, askedAt, intake })
        .where('waitingList.confirmedAt', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return (
    written ??
    tx
      .selectFrom('waitingList')
      .select('id')
      .where(waitsFor(target))
      .where('emailKey', '=', emailKey)
      .executeTakeFirstOrThrow()
  )
}

export async function confirmEntry(tx: Db, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('waitingList')
    .set({ confirmedAt: at })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .execute()
}

export async function deleteEntry(db: Db, id: string): Promise<void> {
  await db.deleteFrom('waitingList').where('id', '=', id).execute()
}

/** Ended entries: unconfirmed, expired, for a cohort that can no longer be joined, or notified. */
const isEnded = (now: Date) => sql<SqlBool>`(
  (told_at <= ${daysBefore(now, WAITING_DAYS.notified)})
  or cohort_id in (select id from cohorts where status <> 'accepted' or starts_on <= ${now.toISOString().slice(0, 10)})
  or (confirmed_at is not null and told_at is null and not ${isWaiting(now)})
  or (confirmed_at is null and asked_at <= ${daysBefore(now, WAITING_DAYS.unconfirmed)}))`

export async function deleteEndedEntries(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('waitingList').where(isEnded(now)).execute()
}

/** Deletes what a mailbox had for the same and is over: asking again is a new request, with a link of its own. */
export async function deleteEndedEntry(tx: Db, target: WaitlistTarget, emailKey: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('waitingList')
    .where(waitsFor(target))
    .where('emailKey', '=', emailKey)
    .where((row) => row.or([row('toldAt', 'is not', null), isEnded(now)]))
    .execute()
}

/** Deletes all requests of a mailbox, in every spelling of its address. */
export async function deleteEntriesOfAddress(tx: Db, emailKey: string): Promise<void> {
  await tx.deleteFrom('waitingList').where('emailKey', '=', emailKey).execute()
}

/** Deletes all requests for a mentor who is erased. */
export async function deleteEntriesForMentor(tx: Db, mentorId: string): Promise<void> {
  await tx.deleteFrom('waitingList').where('mentorId', '=', mentorId).execute()
}

/** Deletes all requests for a seat in a cohort. */
export async function deleteEntriesForCohort(db: Db, cohortId: string): Promise<void> {
  await db.deleteFrom('waitingList').where('cohortId', '=', cohortId).execute()
}

/** Deletes the requests of those who have joined the cohort that they waited for, in every spelling of their address. */
export async function deleteEntriesOfMembers(db: Db): Promise<void> {
  await db
    .deleteFrom('waitingList')
    .where(
      sql<SqlBool>`exists (select from bookings where bookings.cohort_id = waiting_list.cohort_id
        and bookings.status = 'confirmed' and email_key(bookings.mentee_email::text) = waiting_list.email_key)`,
    )
    .execute()
}

/**
 * Marks the longest waiting as notified, and returns them in the order in which they signed up. Those whom
 * another process is telling or removing at this moment are left out.
 */
export async function markNotified(
  tx: Db,
  target: WaitlistLine,
  now: Date,
  limit: number,
): Promise<{ id: string; round: number }[]> {
  const waiting = await tx
    .selectFrom('waitingList')
    .select(['id', 'round'])
    .where(waitsFor(target))
    .where(isWaiting(now))
    .orderBy('confirmedAt')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const notified = waiting.map(({ id, round }) => ({ id, round: round + 1 }))
  if (notified.length > 0) {
    const ids = notified.map(({ id }) => id)
    await tx
      .updateTable('waitingList')
      .set({ toldAt: now, round: sql`round + 1` })
      .where('id', 'in', ids)
      .execute()
  }
  return notified
}

/** Lets a request wait on whose email of this round is not sent. */
export async function returnToWaitlist(db: Db, id: string, round: number): Promise<void> {
  await db.updateTable('waitingList').set({ toldAt: null }).where('id', '=', id).where('round', '=', round).execute()
}
