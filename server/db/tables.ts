/** Kysely's types of all tables. `migrations/` define them; this file follows. */
import type { ColumnType, Generated } from 'kysely'
import type { BookingStatus } from '#domain/bookings/booking'
import type { MentorStatus } from '#domain/mentors/mentor'
import type { Pence } from '#domain/payments/money'
import type { AccountTables } from '#server/db/account-tables'
import type { Fixed } from '#server/db/column'

export interface Tables extends AccountTables {
  installation: { only_row: Generated<boolean>; mode: Fixed<'demo' | 'live'>; created_at: Fixed<Date> }
  mentors: {
    id: Fixed<string>
    slug: string
    name: string
    role: string
    experience: number
    location: string
    /** ISO 639-1 codes. */
    languages: string[]
    /** Languages without a code, as written. */
    other_languages: Generated<string[]>
    university: Generated<string>
    education: Generated<string>
    linkedin: Generated<string>
    price_pence: Pence
    currency: string
    about: Generated<string>
    why_mentor: Generated<string>
    help_with: Generated<string[]>
    portrait: string | null
    time_zone: string
    /** Written as JSON text, since a driver would send an array as a PostgreSQL array. */
    weekly_starts: ColumnType<string[][], string | undefined, string>
    buffer_before: Generated<number>
    buffer_after: Generated<number>
    notice_hours: Generated<number>
    horizon_days: Generated<number>
    day_cap: Generated<number | null>
    week_cap: Generated<number | null>
    free_week_cap: Generated<number | null>
    status: MentorStatus
    created_by: Generated<string>
    account_id: Generated<string | null>
    created_at: Fixed<Date>
  }
  moves: {
    mentor_id: Fixed<string>
    position: number
    from_city: string
    from_country: string
    to_city: string
    to_country: string
    purpose: 'study' | 'work' | 'family' | 'other'
    year: number
    institution: Generated<string>
    /** Degrees; null: unknown. */
    from_longitude: Generated<number | null>
    from_latitude: Generated<number | null>
    to_longitude: Generated<number | null>
    to_latitude: Generated<number | null>
    looked_up: Generated<boolean>
  }
  session_types: {
    id: Fixed<string>
    mentor_id: Fixed<string>
    position: number
    title: string
    minutes: number
    description: Generated<string>
    price_pence: Pence | null
  }
  topics: { code: string; topic_group: string; label: string; position: number }
  mentor_topics: { mentor_id: Fixed<string>; topic: string }
  listings: {
    mentor_id: Fixed<string>
    number: ColumnType<number, never, never>
    version: number
    listed: boolean
    name: string
    words: string
    destinations: string[]
    origins: string[]
    crossings: string[]
    languages: string[]
    topics: string[]
    location: string
    experience: number
    price_pence: Pence
    minutes: number[]
    rating: number | null
    rating_count: number
    created_at: Date
    free_at: Date | null
    recheck_at: Date
  }
  listing_version: { only_row: Generated<boolean>; version: number }
  stale_listings: { id: ColumnType<number, never, never>; mentor_id: Fixed<string> }
  bookings: {
    id: Fixed<string>
    reference: Fixed<string>
    secret_hash: string
    mentor_id: Fixed<string>
    session_type_id: Fixed<string>
    session_title: Fixed<string>
    starts_at: Date
    minutes: Fixed<number>
    mentor_time_zone: Fixed<string>
    price_pence: Fixed<Pence>
    currency: Fixed<string>
    mentee_name: string
    mentee_email: string
    mentee_phone: string
    mentee_time_zone: string
    topic: string
    terms_version: Fixed<string>
    terms_accepted_at: Fixed<Date>
    status: BookingStatus
    pay_before: Date
    hold_expires_at: Date
    checkout_id: string | null
    checkout_url: string | null
    payment_intent: string | null
    paid_amount_pence: Pence | null
    paid_at: Date | null
    orphan_since: Date | null
    buffer_before: Generated<number>
    buffer_after: Generated<number>
    browser_hash: string | null
    network: string | null
    far_network: string | null
    /** Computed from `mentee_email`. */
    email_key: ColumnType<string, never, never>
    early_start_asked_at: Date | null
    processing_since: Date | null
    expire_failed_at: Date | null
    next_check_at: Date | null
    moved_from: string | null
    page_asked_at: Date | null
    account_id: Generated<string | null>
    created_at: Fixed<Date>
  }
  date_overrides: { mentor_id: Fixed<string>; date: string; starts: string[] }
  travel_zones: {
    id: Fixed<string>
    mentor_id: Fixed<string>
    first_date: string
    last_date: string
    time_zone: string
    starts_follow: boolean
  }
  claims: {
    booking_id: Fixed<string>
    mentor_id: Fixed<string>
    during: Fixed<string>
    holder: ColumnType<string, string | undefined, never>
  }
  payment_events: {
    id: Fixed<string>
    type: Fixed<string>
    checkout_id: Fixed<string | null>
    object_id: Fixed<string | null>
    payment_intent: Fixed<string | null>
    received_at: Fixed<Date>
    attempts: Generated<number>
    next_attempt_at: Date | null
    processed_at: Date | null
    gave_up_at: Date | null
  }
  refunds: {
    id: Fixed<string>
    booking_id: Fixed<string>
    payment_intent: Fixed<string>
    amount_pence: Fixed<Pence>
    currency: Fixed<string>
    reason: Fixed<RefundReason>
    key: Fixed<string>
    status: 'queued' | 'pending' | 'succeeded' | 'failed' | 'withdrawn'
    service_id: string | null
    refusals: Generated<number>
    created_at: Fixed<Date>
    updated_at: Date
  }
  disputes: {
    id: Fixed<string>
    booking_id: Fixed<string>
    payment_intent: Fixed<string>
    amount_pence: Pence
    currency: string
    status: string
    created_at: Fixed<Date>
    updated_at: Date
  }
  reconciliations: { scope: Fixed<'recent' | 'whole'>; done_until: Date | null; running_since: Date | null }
  ledger: {
    id: Fixed<string>
    booking_id: Fixed<string>
    kind: Fixed<'charge' | 'refund' | 'reversal' | 'fee'>
    amount_pence: Fixed<number>
    currency: Fixed<string>
    service_id: Fixed<string>
    created_at: Fixed<Date>
  }
  concerns: {
    id: Fixed<string>
    kind: Fixed<ConcernKind>
    subject: Fixed<string>
    booking_id: Fixed<string | null>
    created_at: Fixed<Date>
    resolved_at: Date | null
  }
  mails: {
    id: Fixed<string>
    booking_id: Fixed<string>
    kind: Fixed<MailKind>
    version: Generated<number>
    secret: Generated<string | null>
    created_at: Fixed<Date>
    sent_at: Date | null
  }
  feedback: {
    id: Fixed<string>
    booking_id: Fixed<string>
    mentor_id: Fixed<string>
    rating: number
    text: string
    author: string
    published_at: Date | null
    created_at: Fixed<Date>
  }
}

export type RefundReason = 'slot_taken' | 'wrong_amount' | 'too_late' | 'at_service'
export type ConcernKind = 'event_failed' | 'refund_made' | 'refund_failed' | 'dispute' | 'mismatch'
export type MailKind = 'booking_confirmed' | 'payment_returned' | 'confirm_address'
