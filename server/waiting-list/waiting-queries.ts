/** SQL for the waiting list. */
import { sql, type Insertable } from 'kysely'
import { WAITING_DAYS } from '#domain/waiting-list'
import { DAY_MS } from '#domain/time/wall-time'
import type { Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'

export type WaitingRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** A request with its mentor. `lock`: until the end of the transaction. */
export function findRequest(db: Db, id: string, { lock = false } = {}) {
  return db
    .selectFrom('waitingList')
    .innerJoin('mentors', 'mentors.id', 'mentorId')
    .select([
      'waitingList.id',
      'mentorId',
      'email',
      'waitingList.timeZone',
      'askedAt',
      'confirmedAt',
      'toldAt',
      'round',
    ])
    .select(['mentors.name as mentorName', 'mentors.slug as mentorSlug', 'mentors.status as mentorStatus'])
    .select(['mentors.location as mentorLocation', 'mentors.timeZone as mentorHomeZone'])
    .where('waitingList.id', '=', id)
    .$if(lock, (query) => query.forUpdate('waitingList'))
    .executeTakeFirst()
}

/** Lets one transaction at a time count who waits for a mentor and add one. */
export async function lockWaitingList(tx: Db, mentorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`waiting ${mentorId}`}, 0))`.execute(tx)
}

/** How many wait for a mentor and have confirmed their address. */
export async function countWaiting(db: Db, mentorId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('waitingList')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('mentorId', '=', mentorId)
    .where('confirmedAt', '>', daysBefore(now, WAITING_DAYS.waiting))
    .where('toldAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Writes a request, or finds the one that this mailbox has with the mentor already. One that is not confirmed begins anew,
 * with what was typed now; one that is confirmed stays as it is, since anybody can type an address.
 */
export async function upsertRequest(
  tx: Db,
  request: Insertable<Tables['waitingList']>,
  emailKey: string,
): Promise<{ id: string }> {
  const { email, timeZone, accountId, askedAt } = request
  const written = await tx
    .insertInto('waitingList')
    .values(request)
    .onConflict((known) =>
      known
        .columns(['mentorId', 'emailKey'])
        .doUpdateSet({ email, timeZone, accountId, askedAt })
        .where('waitingList.confirmedAt', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return (
    written ??
    tx
      .selectFrom('waitingList')
      .select('id')
      .where('mentorId', '=', request.mentorId)
      .where('emailKey', '=', emailKey)
      .executeTakeFirstOrThrow()
  )
}

export async function confirmRequest(tx: Db, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('waitingList')
    .set({ confirmedAt: at })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .execute()
}

export async function deleteRequest(db: Db, id: string): Promise<void> {
  await db.deleteFrom('waitingList').where('id', '=', id).execute()
}

/** Requests that came to their end: not confirmed, in vain, or told. */
const isEnded = (now: Date) => sql<boolean>`(
  (told_at <= ${daysBefore(now, WAITING_DAYS.told)})
  or (told_at is null and confirmed_at <= ${daysBefore(now, WAITING_DAYS.waiting)})
  or (confirmed_at is null and asked_at <= ${daysBefore(now, WAITING_DAYS.unconfirmed)}))`

export async function deleteEndedRequests(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('waitingList').where(isEnded(now)).execute()
}

/** Deletes what a mailbox had with this mentor and is over: asking again is a new request, with a link of its own. */
export async function deleteOver(tx: Db, mentorId: string, emailKey: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('waitingList')
    .where('mentorId', '=', mentorId)
    .where('emailKey', '=', emailKey)
    .where((row) => row.or([row('toldAt', 'is not', null), isEnded(now)]))
    .execute()
}

/** Deletes all requests of a mailbox, in every spelling of its address. */
export async function deleteRequestsOfAddress(tx: Db, emailKey: string): Promise<void> {
  await tx.deleteFrom('waitingList').where('emailKey', '=', emailKey).execute()
}

/** Deletes all requests for a mentor who is erased. */
export async function deleteRequestsForMentor(tx: Db, mentorId: string): Promise<void> {
  await tx.deleteFrom('waitingList').where('mentorId', '=', mentorId).execute()
}

/** Mentors for whom somebody waits and whose listing has a free time, those waited for longest first. */
export function listAwaited(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('waitingList')
    .innerJoin('listings', 'listings.mentorId', 'waitingList.mentorId')
    .innerJoin('mentors', 'mentors.id', 'waitingList.mentorId')
    .select(['mentors.id', 'mentors.slug'])
    .where('listed', '=', true)
    .where('freeAt', 'is not', null)
    .where('confirmedAt', '>', daysBefore(now, WAITING_DAYS.waiting))
    .where('toldAt', 'is', null)
    .groupBy(['mentors.id', 'mentors.slug'])
    .orderBy(sql`min(confirmed_at)`)
    .limit(limit)
    .execute()
}

/**
 * Marks those who wait for a mentor longest as told, and returns them in the order in which they signed up. Those whom
 * another process is telling or removing at this moment are left out.
 */
export async function markTold(
  tx: Db,
  mentorId: string,
  now: Date,
  limit: number,
): Promise<{ id: string; round: number }[]> {
  const waiting = await tx
    .selectFrom('waitingList')
    .select(['id', 'round'])
    .where('mentorId', '=', mentorId)
    .where('confirmedAt', '>', daysBefore(now, WAITING_DAYS.waiting))
    .where('toldAt', 'is', null)
    .orderBy('confirmedAt')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const told = waiting.map(({ id, round }) => ({ id, round: round + 1 }))
  if (told.length > 0) {
    const ids = told.map(({ id }) => id)
    await tx
      .updateTable('waitingList')
      .set({ toldAt: now, round: sql`round + 1` })
      .where('id', 'in', ids)
      .execute()
  }
  return told
}

/** Lets a request wait on whose mail of this round is not sent. */
export async function waitOn(db: Db, id: string, round: number): Promise<void> {
  await db.updateTable('waitingList').set({ toldAt: null }).where('id', '=', id).where('round', '=', round).execute()
}
