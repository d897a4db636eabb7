/** Kysely's types of the tables about becoming a mentor. `migrations/` define them; this file follows. */
import type { ColumnType, Generated } from 'kysely'
import type { AddressCheck, CheckKind, Covered } from '#domain/mentors/checks'
import type { MentorContent, MentorField } from '#domain/mentors/content'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import type { Fixed } from '#server/platform/db/column'

export interface MentorTables {
  mentorDrafts: {
    accountId: Fixed<string>
    fields: ColumnType<Record<string, string>, string, string>
    portrait: string | null
    version: Generated<number>
    savedAt: Date
  }
  mentorSubmissions: {
    id: Fixed<string>
    mentorId: Fixed<string>
    content: ColumnType<MentorContent, string, string>
    before: ColumnType<MentorContent | null, string | null, string | null>
    version: Generated<number>
    submittedAt: Fixed<Date>
    changedAt: Date
    decision: SubmissionDecision | null
    decidedAt: Date | null
    decidedBy: string | null
    message: Generated<string>
    requests: ColumnType<FieldRequests, string | undefined, string>
  }
  mentorChecks: {
    mentorId: Fixed<string>
    kind: Fixed<CheckKind>
    covers: ColumnType<Covered, string, string>
    address: string | null
    provenAt: Date | null
    note: Generated<string>
    checkedAt: Date | null
    checkedBy: string | null
  }
  mentorCheckCodes: {
    id: string
    mentorId: Fixed<string>
    kind: Fixed<AddressCheck>
    address: string
    covers: ColumnType<Covered, string, string>
    codeHash: string | null
    tries: Generated<number>
    createdAt: Date
    expiresAt: Date
  }
  mentorDocuments: {
    id: Fixed<string>
    mentorId: Fixed<string>
    format: Fixed<'pdf' | 'webp'>
    bytes: Fixed<number>
    addedAt: Fixed<Date>
    storedAt: Date | null
    removedAt: Date | null
  }
  previousSlugs: { slug: Fixed<string>; mentorId: string }
  importedDocuments: {
    collection: Fixed<string>
    id: Fixed<string>
    hash: string
    fields: ColumnType<Record<string, unknown> | null, string, string | null>
    mentorId: string | null
    importedAt: Fixed<Date>
    changedAt: Date
  }
  importedMentors: {
    mentorId: Fixed<string>
    statusBefore: MentorStatus
    email: string | null
    content: ColumnType<MentorContent, string, string>
    pictureHash: string | null
    claimedAt: Generated<Date | null>
  }
  claimLinks: {
    id: Fixed<string>
    mentorId: Fixed<string>
    email: Fixed<string | null>
    tokenHash: string | null
    createdAt: Fixed<Date>
    expiresAt: Fixed<Date>
    endedAt: Generated<Date | null>
  }
  unnamedPictures: { key: Fixed<string>; createdAt: Fixed<Date> }
}

export type SubmissionDecision = 'accepted' | 'rejected' | 'changes_requested' | 'withdrawn'

/** What an admin asks to be changed, by field. */
export type FieldRequests = Partial<Record<MentorField, string>>

export type MentorMailKind =
  | 'received'
  | 'accepted'
  | 'rejected'
  | 'changes_requested'
  | 'withdrawn'
  | 'paused'
  | 'resumed'
  | 'suspended'
  | 'reinstated'
  | 'edit_accepted'
  | 'edit_rejected'
  | 'edit_changes_requested'
  | 'payee_changed'
  | 'tax_details_changed'
  | 'paid_out'
  | 'transferred'
  | 'transfer_reversed'
  | 'account_active'
  | 'account_needs'
  | 'account_rejected'
  | 'bank_payout_failed'
  | 'statement'
  | 'discount_agreement'

/**
 * `message`: the admin's, word for word. `reason`: why they were paused or suspended. `answerBy`: the promised day,
 * `YYYY-MM-DD`. `cancelled`: how many sessions were cancelled. `amountPence`, `currency`, `sessions`: what was paid out, and
 * for how many. Without a currency, it was in pounds. `due`, `dueBy`, `disabledReason`: what the payment service requires of their
 * account, until which day, and why it pays nothing out, by its own names. `reference`, `setOffPence`: of which booking money was
 * transferred or taken back, and what was owed of others and set off. `month`: of a statement, `YYYY-MM`. `codeId`: of the
 * discount code, or one of the batch.
 */
export type MentorMailFacts = {
  message?: string
  reason?: string
  requests?: FieldRequests
  answerBy?: string
  cancelled?: number
  amountPence?: number
  currency?: string
  sessions?: number
  reference?: string
  setOffPence?: number
  due?: string[]
  dueBy?: string
  disabledReason?: string
  month?: string
  codeId?: string
}
