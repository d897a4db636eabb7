/** SQL for the other times that a mentor proposes for a session. */
import { sql } from 'kysely'
import type { ProposalStatus } from '#domain/bookings/move-rule'
import type { Db } from '#server/platform/db/connect'

export type Proposal = {
  id: string
  createdAt: Date
  answerBy: Date
  status: ProposalStatus
  endedAt: Date | null
  times: Date[]
}

/** A booking's proposals, the first one first, with the offered times in order. */
export async function listProposals(db: Db, bookingId: string): Promise<Proposal[]> {
  const rows = await db
    .selectFrom('moveProposals')
    .innerJoin('proposedTimes', 'proposedTimes.proposalId', 'moveProposals.id')
    .select(['id', 'createdAt', 'answerBy', 'status', 'endedAt', 'startsAt'])
    .where('bookingId', '=', bookingId)
    .orderBy('createdAt')
    .orderBy('id')
    .orderBy('startsAt')
    .execute()
  const proposals = new Map<string, Proposal>()
  for (const { startsAt, ...row } of rows) {
    const known = proposals.get(row.id)
    if (known) known.times.push(startsAt)
    else proposals.set(row.id, { ...row, times: [startsAt] })
  }
  return [...proposals.values()]
}

export const findOpenProposal = (db: Db, bookingId: string) =>
  db
    .selectFrom('moveProposals')
    .select(['id', 'answerBy'])
    .where('bookingId', '=', bookingId)
    .where('status', '=', 'open')
    .executeTakeFirst()

/** Call with the booking locked: one proposal is open at a time. */
export async function insertProposal(
  tx: Db,
  proposal: { id: string; bookingId: string; createdAt: Date; answerBy: Date },
  times: Date[],
): Promise<void> {
  await tx
    .insertInto('moveProposals')
    .values({ ...proposal, endedAt: null })
    .execute()
  const offered = times.map((startsAt) => ({ proposalId: proposal.id, startsAt }))
  await tx.insertInto('proposedTimes').values(offered).execute()
}

/** Ends the open proposal of a booking. False when there is none. Call with the booking locked. */
export async function endProposal(
  tx: Db,
  bookingId: string,
  status: Exclude<ProposalStatus, 'open'>,
  at: Date,
): Promise<boolean> {
  const ended = await tx
    .updateTable('moveProposals')
    .set({ status, endedAt: at })
    .where('bookingId', '=', bookingId)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Bookings whose open proposal is past its deadline, the longest overdue first. */
export const listUnansweredProposals = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('moveProposals')
    .select(['id', 'bookingId'])
    .where('status', '=', 'open')
    .where('answerBy', '<=', now)
    .orderBy('answerBy')
    .limit(limit)
    .execute()

/** Which of these ranges of a mentor's time are claimed, apart from a booking's own claim. By their place in the list. */
export async function listClaimed(db: Db, mentorId: string, ranges: string[], except: string): Promise<Set<number>> {
  const { rows } = await sql<{ place: number }>`
    select place::int as place from unnest(${ranges}::text[]) with ordinality as wanted (during, place)
    where exists (
      select from claims where claims.mentor_id = ${mentorId}::uuid and booking_id <> ${except}::uuid
        and claims.during && wanted.during::tstzrange)`.execute(db)
  return new Set(rows.map(({ place }) => place - 1))
}
