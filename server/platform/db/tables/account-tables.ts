/** Kysely's types of the account tables. `migrations/` define them; this file follows. */
import type { ApiScope } from '#domain/accounts/api-keys'
import type { ColumnType, Generated } from 'kysely'
import type { Role } from '#domain/accounts/account'
import type { Fixed } from '#server/platform/db/column'

export type ErasureKind = 'account_closed' | 'account_reopened' | 'booking_erased'

export interface AccountTables {
  pictures: { key: Fixed<string>; createdAt: Fixed<Date> }
  savedMentors: { accountId: Fixed<string>; mentorId: Fixed<string>; savedAt: Fixed<Date> }
  unwrittenErasures: { kind: Fixed<ErasureKind>; subjectId: Fixed<string>; at: Fixed<Date> }
  accounts: {
    id: Fixed<string>
    name: string
    email: string
    emailVerified: boolean
    picture: string | null
    role: Generated<'member' | 'admin'>
    timeZone: string | null
    destination: string | null
    /** Chosen last, of `messages/languages.ts`; null: none yet. */
    language: Generated<string | null>
    secondFactor: Generated<boolean>
    suspendedAt: Date | null
    calendarVersion: Generated<number>
    /** Closed by its owner. `suspendedAt` is then the same instant. */
    closedAt: Generated<Date | null>
    createdAt: Fixed<Date>
    updatedAt: Date
  }
  sessions: {
    id: Fixed<string>
    accountId: Fixed<string>
    token: string
    role: Role
    userAgent: string | null
    createdAt: Fixed<Date>
    updatedAt: Date
    expiresAt: Date
    provenAt: Date | null
  }
  credentials: {
    id: Fixed<string>
    accountId: Fixed<string>
    provider: Fixed<'credential' | 'google'>
    providerAccount: string
    password: string | null
    scope: string | null
    createdAt: Fixed<Date>
    updatedAt: Date
  }
  verifications: { id: Fixed<string>; value: Fixed<string>; expiresAt: Date }
  secondFactors: { accountId: Fixed<string>; verified: boolean }
  passkeys: {
    id: Fixed<string>
    accountId: Fixed<string>
    name: string | null
    credentialId: Fixed<string>
    backedUp: boolean
    createdAt: Fixed<Date | null>
  }
  links: {
    id: Fixed<string>
    purpose: Fixed<LinkPurpose>
    email: Fixed<string>
    accountId: Fixed<string | null>
    name: string | null
    passwordHash: string | null
    next: Generated<string>
    tokenHash: string | null
    createdAt: Fixed<Date>
    expiresAt: Fixed<Date>
    usedAt: Date | null
  }
  apiKeys: {
    id: Fixed<string>
    name: Fixed<string>
    keyHash: Fixed<string>
    scopes: Fixed<ApiScope[]>
    createdBy: Fixed<string | null>
    createdAt: Fixed<Date>
    lastUsedAt: Date | null
    revokedAt: Date | null
  }
  attempts: { key: string; count: number; until: Date }
  drafts: {
    browserHash: Fixed<string>
    path: Fixed<string>
    fields: ColumnType<Record<string, string>, string, string>
    createdAt: Date
  }
  auditLog: {
    id: ColumnType<number, never, never>
    at: Fixed<Date>
    actorId: Fixed<string | null>
    actor: Fixed<'account' | 'visitor' | 'product' | 'operator'>
    action: Fixed<string>
    subject: Fixed<string>
    subjectId: Fixed<string>
    before: ColumnType<unknown, string | null, never>
    after: ColumnType<unknown, string | null, never>
    address: string | null
  }
}

export type LinkPurpose = 'sign_up' | 'reset' | 'new_email' | 'admin' | 'reopen'
export type AccountMailKind =
  | 'link'
  | 'password_changed'
  | 'email_changing'
  | 'email_changed'
  | 'sign_in_attempts'
  | 'sign_in_changed'
  | 'became_admin'
  | 'code_attempts'
  | 'password_attempts'
