/** Kysely's types of the tables about changes of a booking, about others who pay for one, and about waiting for one. `migrations/` define them; this file follows. */
import type { ColumnType, Generated } from 'kysely'
import type { Side } from '#domain/bookings/after-session'
import type { Fixed } from '#server/platform/db/column'
import type { ProposalStatus } from '#domain/bookings/move-rule'

export interface ChangeTables {
  bookingMoves: {
    bookingId: Fixed<string>
    revision: Fixed<number>
    movedBy: Fixed<Side | 'admin'>
    counts: Fixed<boolean>
    fromAt: Fixed<Date>
    fromZone: Fixed<string>
    toAt: Fixed<Date>
    movedAt: Fixed<Date>
  }
  moveProposals: {
    id: Fixed<string>
    bookingId: Fixed<string>
    createdAt: Fixed<Date>
    answerBy: Fixed<Date>
    status: Generated<ProposalStatus>
    endedAt: Date | null
  }
  /** Sessions that someone else pays for by a link. */
  paymentRequests: {
    bookingId: Fixed<string>
    /** SHA-256 of the token in the payer's link. */
    tokenHash: Fixed<string>
    /** Whom the mentee had the link emailed to. */
    emailedTo: Generated<string[]>
    emailedAt: Generated<Date | null>
    emailsSent: Generated<number>
    /** When the mentee gave the time back. */
    releasedAt: Generated<Date | null>
    /** From the payment page. Null until someone other than the mentee has paid. */
    payerEmail: Generated<string | null>
    createdAt: Fixed<Date>
  }
  proposedTimes: { proposalId: Fixed<string>; startsAt: Fixed<Date> }
  bookingMessages: {
    id: Fixed<string>
    bookingId: Fixed<string>
    writer: Fixed<Side>
    body: Fixed<string>
    createdAt: Fixed<Date>
    mailedAs: number | null
    mailQueuedAt: Generated<Date | null>
  }
  waitingList: {
    id: Fixed<string>
    mentorId: ColumnType<string | null, string | undefined, never>
    cohortId: ColumnType<string | null, string | undefined, never>
    fromCountry: ColumnType<string | null, string | undefined, never>
    toCountry: ColumnType<string | null, string | undefined, never>
    intake: ColumnType<string | null, string | undefined, string | null>
    email: string
    emailKey: ColumnType<string, never, never>
    accountId: Generated<string | null>
    timeZone: Generated<string | null>
    /** Of the page. */
    language: Generated<string>
    askedAt: Date
    confirmedAt: Generated<Date | null>
    toldAt: Generated<Date | null>
    round: Generated<number>
  }
}
