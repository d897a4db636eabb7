/** Kysely's types of the tables about what happens around a session. `migrations/` define them; this file follows. */
import type { Generated } from 'kysely'
import type { Side } from '#domain/bookings/after-session'
import type { MinorUnits } from '#domain/payments/money'
import type { Fixed } from '#server/platform/db/column'

export interface AfterSessionTables {
  arrivals: { bookingId: Fixed<string>; side: Fixed<Side>; at: Fixed<Date> }
  noShows: {
    bookingId: Fixed<string>
    absent: Fixed<Side>
    reportedAt: Fixed<Date>
    contestedAt: Date | null
    contest: Generated<string>
    outcome: 'absent' | 'present' | null
    decidedAt: Date | null
    decidedBy: string | null
  }
  completions: {
    bookingId: Fixed<string>
    completedAt: Fixed<Date>
    completedBy: Fixed<Side | 'product'>
    note: Generated<string>
    notedAt: Date | null
  }
  /** `dueOn`: YYYY-MM-DD. */
  nextSteps: { bookingId: Fixed<string>; position: number; text: string; dueOn: string | null }
  problems: {
    id: Fixed<string>
    bookingId: Fixed<string>
    side: Fixed<Side>
    text: string
    reportedAt: Fixed<Date>
    resolvedAt: Date | null
    resolvedBy: string | null
    refundPence: MinorUnits | null
    answer: Generated<string>
  }
  mentorFeedback: { bookingId: Fixed<string>; text: string; createdAt: Fixed<Date> }
}
