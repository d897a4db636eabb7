/** SQL for concerns: what the program cannot decide and a person must look at. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'
import type { ConcernKind } from '#server/platform/db/tables'

type Concern = {
  kind: ConcernKind
  /** Id of what it is about, such as a refund, a dispute or an event. */
  subject: string
  bookingId: string | null
  at: Date
  /** True reopens a concern that was resolved. */
  again?: boolean
  /** What happened and what would put it right, in words, where the kind does not say it. */
  words?: { what: string; repair: string }
}

/** Raises a concern, once for each kind and subject. */
export async function raiseConcern(
  db: Db,
  { kind, subject, bookingId, at, again = false, words }: Concern,
): Promise<void> {
  await db
    .insertInto('concerns')
    .values({ id: randomUUID(), kind, subject, bookingId, createdAt: at, resolvedAt: null, ...words })
    .onConflict((raised) => {
      const same = raised.columns(['kind', 'subject'])
      return again || words ? same.doUpdateSet({ ...words, ...(again && { resolvedAt: null }) }) : same.doNothing()
    })
    .execute()
}

export async function resolveConcern(
  db: Db,
  { kind, subject, at }: { kind: ConcernKind; subject: string; at: Date },
): Promise<void> {
  await db
    .updateTable('concerns')
    .set({ resolvedAt: at })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('resolvedAt', 'is', null)
    .execute()
}

const lockOpen = (tx: Db) =>
  tx
    .selectFrom('concerns')
    .select(['id', 'kind', 'subject', 'bookingId', 'what'])
    .where('resolvedAt', 'is', null)
    .forUpdate()

export type LockedConcern = NonNullable<Awaited<ReturnType<typeof lockOpenConcern>>>

/** A concern that is open, locked until the transaction ends: of two admins who decide about it, one is first. */
export const lockOpenConcern = (tx: Db, id: string) => lockOpen(tx).where('id', '=', id).executeTakeFirst()

/** The same, all of one booking. */
export const lockOpenConcerns = (tx: Db, bookingId: string) =>
  lockOpen(tx).where('bookingId', '=', bookingId).orderBy('id').execute()

/** Resolves mismatches raised since `since` that a comparison no longer found, so that no one looks for what is repaired. */
export async function resolveGoneMismatches(
  db: Db,
  { found, since, at }: { found: string[]; since: Date; at: Date },
): Promise<void> {
  await db
    .updateTable('concerns')
    .set({ resolvedAt: at })
    .where('kind', '=', 'mismatch')
    .where('resolvedAt', 'is', null)
    .where('createdAt', '>=', since)
    .where(sql<boolean>`not (subject = any(${found}::text[]))`)
    .execute()
}

/** The id that a subject is, where it is one of ours; null for any other text, which PostgreSQL would refuse to compare. */
const SUBJECT_ID = sql<string>`(case when concerns.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then concerns.subject::uuid end)`

export type OpenConcern = Awaited<ReturnType<typeof listOpenConcerns>>[number]

/** Open concerns, the oldest first, with the booking, refund, dispute, event, email or mentor who left that each is about. */
export function listOpenConcerns(db: Db, limit: number) {
  return db
    .selectFrom('concerns')
    .leftJoin('bookings', 'bookings.id', 'concerns.bookingId')
    .leftJoin('packages', 'packages.id', 'bookings.id')
    .leftJoin('mentors', (join) =>
      join.on((row) => row('mentors.id', '=', row.fn.coalesce('bookings.mentorId', 'packages.mentorId'))),
    )
    .leftJoin('cohorts', 'cohorts.id', 'bookings.cohortId')
    .leftJoin('refunds', (join) =>
      join.on('refunds.id', '=', SUBJECT_ID).on('concerns.kind', 'in', ['refund_made', 'refund_failed']),
    )
    .leftJoin('transfers', (join) =>
      join.on('transfers.id', '=', SUBJECT_ID).on('concerns.kind', '=', 'transfer_failed'),
    )
    .leftJoin('disputes', (join) =>
      join.onRef('disputes.id', '=', 'concerns.subject').on('concerns.kind', '=', 'dispute'),
    )
    .leftJoin('paymentEvents', (join) =>
      join.onRef('paymentEvents.id', '=', 'concerns.subject').on('concerns.kind', '=', 'event_failed'),
    )
    .leftJoin('outbox', (join) =>
      join.on('outbox.id', '=', SUBJECT_ID).on('concerns.kind', 'in', ['mail_not_sent', 'mail_bounced']),
    )
    .leftJoin('mentors as leavers', (join) =>
      join.on('leavers.id', '=', SUBJECT_ID).on('concerns.kind', '=', 'payout_impossible'),
    )
    .leftJoin('accounts as leaverAccounts', 'leaverAccounts.id', 'leavers.accountId')
    .select([
      'concerns.id',
      'concerns.kind',
      'concerns.subject',
      'concerns.createdAt',
      'concerns.what',
      'concerns.repair',
      'reference',
      'bookings.accountId',
      'menteeEmail',
      'mentors.accountId as mentorAccountId',
      'cohorts.accountId as leaderAccountId',
      'sessionTitle',
      'packages.sessions as packageSessions',
      'cohorts.slug as cohortSlug',
      'menteeName',
      'mentors.name as mentorName',
      'startsAt',
      'mentorTimeZone',
      'bookings.status as bookingStatus',
      'bookings.paidAt',
      'paidAmountPence',
      'bookings.currency',
      'refunds.amountPence as refundPence',
      'refunds.currency as refundCurrency',
      'refunds.reason as refundReason',
      'refunds.status as refundStatus',
      'transfers.amount as transferPence',
      'transfers.currency as transferCurrency',
      'transfers.refusal as transferRefusal',
      'disputes.amountPence as disputed',
      'disputes.currency as disputeCurrency',
      'disputes.status as disputeStatus',
      'paymentEvents.type as eventType',
      'outbox.about as mailAbout',
      'outbox.kind as mailKind',
      'outbox.recipient as mailRecipient',
      'outbox.state as mailState',
      'outbox.reason as mailReason',
      'leavers.name as leaverName',
      'leaverAccounts.email as leaverEmail',
    ])
    .where('concerns.resolvedAt', 'is', null)
    .orderBy('concerns.createdAt')
    .orderBy('concerns.id')
    .limit(limit)
    .execute()
}

/** How many concerns are open, by kind. */
export async function countOpenConcerns(db: Db): Promise<Map<ConcernKind, number>> {
  const rows = await db
    .selectFrom('concerns')
    .select(['kind', sql<number>`count(*)::int`.as('count')])
    .where('resolvedAt', 'is', null)
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}
