/** Kysely's types of the tables about cohorts. `migrations/` define them; this file follows. Dates are YYYY-MM-DD. */
import type { ColumnType, Generated } from 'kysely'
import type { CohortStatus } from '#domain/cohorts/cohort-status'
import type { MinorUnits } from '#domain/payments/money'
import type { Fixed } from '#server/platform/db/column'

/** Drivers disagree about what they make of a date, so it is read as text. */
type DateColumn = ColumnType<never, string, string>

export interface CohortTables {
  cohorts: {
    id: Fixed<string>
    slug: string
    accountId: Fixed<string>
    status: CohortStatus
    statusSince: Date
    version: Generated<number>
    changedAt: Date
    decidedBy: Generated<string | null>
    message: Generated<string>
    title: string
    subtitle: string
    mentorName: string
    startsOn: DateColumn
    endsOn: DateColumn
    seats: number
    commitment: string
    audience: string
    fromCountry: string | null
    toCountry: string | null
    welcome: string
    coreSkills: string[]
    interviewPrep: string[]
    skillsGain: string[]
    progress: string
    picture: string | null
    pricePence: Generated<MinorUnits>
    currency: Generated<string>
    createdAt: Fixed<Date>
  }
  cohortSessions: {
    cohortId: Fixed<string>
    position: Fixed<number>
    topic: Fixed<string>
    date: ColumnType<never, string, never>
    details: Fixed<string>
  }
  cohortTasks: {
    cohortId: Fixed<string>
    position: Fixed<number>
    title: Fixed<string>
    description: Fixed<string>
    due: ColumnType<never, string, never>
  }
  cohortResources: { cohortId: Fixed<string>; position: Fixed<number>; title: Fixed<string>; url: Fixed<string> }
  cohortDrafts: {
    accountId: Fixed<string>
    fields: ColumnType<Record<string, string>, string, string>
    picture: string | null
    version: Generated<number>
    savedAt: Date
  }
  cohortTicks: { bookingId: Fixed<string>; position: Fixed<number>; tickedAt: Fixed<Date> }
  cohortQuestions: {
    id: Fixed<string>
    cohortId: Fixed<string>
    bookingId: Fixed<string>
    question: string
    askedAt: Fixed<Date>
    answer: Generated<string | null>
    answeredAt: Generated<Date | null>
  }
  cohortPublishing: { onlyRow: Generated<boolean>; published: boolean; changedAt: Date }
}

export type CohortMailKind = 'received' | 'accepted' | 'rejected' | 'changes_requested'
