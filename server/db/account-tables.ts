/** Kysely's types of the account tables. `migrations/` define them; this file follows. */
import type { ColumnType, Generated } from 'kysely'
import type { Role } from '#domain/accounts/account'
import type { Fixed } from '#server/db/column'

export interface AccountTables {
  accounts: {
    id: Fixed<string>
    name: string
    email: string
    email_verified: boolean
    picture: string | null
    role: Generated<'member' | 'admin'>
    time_zone: string | null
    destination: string | null
    second_factor: Generated<boolean>
    suspended_at: Date | null
    created_at: Fixed<Date>
    updated_at: Date
  }
  sessions: {
    id: Fixed<string>
    account_id: Fixed<string>
    token: string
    role: Role
    user_agent: string | null
    created_at: Fixed<Date>
    updated_at: Date
    expires_at: Date
    proven_at: Date | null
  }
  credentials: {
    id: Fixed<string>
    account_id: Fixed<string>
    provider: Fixed<'credential' | 'google'>
    provider_account: string
    password: string | null
    scope: string | null
    created_at: Fixed<Date>
    updated_at: Date
  }
  verifications: { id: Fixed<string>; value: Fixed<string>; expires_at: Date }
  second_factors: { account_id: Fixed<string>; verified: boolean }
  passkeys: {
    id: Fixed<string>
    account_id: Fixed<string>
    name: string | null
    credential_id: Fixed<string>
    backed_up: boolean
    created_at: Fixed<Date | null>
  }
  links: {
    id: Fixed<string>
    purpose: Fixed<LinkPurpose>
    email: Fixed<string>
    account_id: Fixed<string | null>
    name: string | null
    password_hash: string | null
    next: Generated<string>
    token_hash: string | null
    created_at: Fixed<Date>
    expires_at: Fixed<Date>
    used_at: Date | null
  }
  account_mails: {
    id: Fixed<string>
    kind: Fixed<AccountMailKind>
    email: Fixed<string>
    link_id: Fixed<string | null>
    facts: ColumnType<Record<string, string>, string | undefined, never>
    created_at: Fixed<Date>
    sent_at: Date | null
  }
  attempts: { key: string; count: number; until: Date }
  drafts: {
    browser_hash: Fixed<string>
    path: Fixed<string>
    fields: ColumnType<Record<string, string>, string, string>
    created_at: Date
  }
  audit_log: {
    id: ColumnType<number, never, never>
    at: Fixed<Date>
    actor_id: Fixed<string | null>
    actor: Fixed<'account' | 'visitor' | 'product' | 'operator'>
    action: Fixed<string>
    subject: Fixed<string>
    subject_id: Fixed<string>
    before: ColumnType<unknown, string | null, never>
    after: ColumnType<unknown, string | null, never>
    address: string | null
  }
}

export type LinkPurpose = 'sign_up' | 'reset' | 'new_email' | 'admin'
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
