/** SQL for the brief of a session. Never the mentee's email address. */
import type { Db } from '#server/platform/db/connect'

type Briefed = { id: string; mentorId: string; sessionTypeId: string; accountId: string | null; startsAt: Date }

/** What the mentee takes away from a session of this type, in the mentor's words; empty where it is not said. */
export async function findTakeaway(db: Db, { sessionTypeId }: Briefed): Promise<string> {
  const found = await db
    .selectFrom('sessionTypes')
    .select('leaveWith')
    .where('id', '=', sessionTypeId)
    .executeTakeFirst()
  return found?.leaveWith ?? ''
}

/** Where the mentee is moving to, if they have an account and said so: an ISO 3166-1 code. */
export async function findDestination(db: Db, { accountId }: Briefed): Promise<string | null> {
  if (!accountId) return null
  const found = await db.selectFrom('accounts').select('destination').where('id', '=', accountId).executeTakeFirst()
  return found?.destination ?? null
}

const MAX_EARLIER = 10

/** Earlier sessions of the two that took place or may have, the latest first. */
export const listEarlierSessions = (db: Db, { id, mentorId, startsAt }: Briefed) =>
  db
    .selectFrom('bookings as earlier')
    .innerJoin('bookings as booking', 'booking.emailKey', 'earlier.emailKey')
    .select(['earlier.reference', 'earlier.sessionTitle', 'earlier.startsAt'])
    .where('booking.id', '=', id)
    .where('earlier.mentorId', '=', mentorId)
    .where('earlier.status', 'in', ['confirmed', 'completed'])
    .where('earlier.startsAt', '<', startsAt)
    .orderBy('earlier.startsAt', 'desc')
    .limit(MAX_EARLIER)
    .execute()
