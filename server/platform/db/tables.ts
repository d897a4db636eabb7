/** Kysely's types of all tables. `migrations/` define them; this file follows. */
import type { ColumnType, Generated } from 'kysely'
import type { BookingStatus } from '#domain/bookings/booking'
import type { Side } from '#domain/bookings/after-session'
import type { CancelActor, CancelPolicy, RefundPercent } from '#domain/bookings/refunds/refund-rule'
import type { CalendarProblem, EventToCheck } from '#domain/mentors/busy-calendar'
import type { ProfileTranslation, RightToEarn } from '#domain/mentors/content'
import type { MentorActor, MentorStatus } from '#domain/mentors/mentor-status'
import type { MinorUnits } from '#domain/payments/money'
import type { AccountTables } from '#server/platform/db/tables/account-tables'
import type { AfterSessionTables } from '#server/platform/db/tables/after-session-tables'
import type { ChangeTables } from '#server/platform/db/tables/change-tables'
import type { CohortTables } from '#server/platform/db/tables/cohort-tables'
import type { DiscountTables } from '#server/platform/db/tables/discount-tables'
import type { Fixed } from '#server/platform/db/column'
import type { MentorTables } from '#server/platform/db/tables/mentor-tables'
import type { PackageTables } from '#server/platform/db/tables/package-tables'
import type { PayoutTables } from '#server/platform/db/tables/payout-tables'
import type { TaxDocumentTables } from '#server/platform/db/tables/tax-document-tables'
import type { WebhookTables } from '#server/platform/db/tables/webhook-tables'

export interface Tables
  extends
    AccountTables,
    AfterSessionTables,
    ChangeTables,
    CohortTables,
    DiscountTables,
    MentorTables,
    PackageTables,
    PayoutTables,
    TaxDocumentTables,
    WebhookTables {
  installation: { onlyRow: Generated<boolean>; mode: 'demo' | 'live' | 'rehearsal'; createdAt: Fixed<Date> }
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
    otherLanguages: Generated<string[]>
    university: Generated<string>
    education: Generated<string>
    linkedin: Generated<string>
    pricePence: MinorUnits
    currency: string
    about: Generated<string>
    whyMentor: Generated<string>
    helpWith: Generated<string[]>
    portrait: string | null
    timeZone: string
    /** Written as JSON text, since a driver would send an array as a PostgreSQL array. */
    weeklyStarts: ColumnType<string[][], string | undefined, string>
    bufferBefore: Generated<number>
    bufferAfter: Generated<number>
    noticeHours: Generated<number>
    horizonDays: Generated<number>
    dayCap: Generated<number | null>
    weekCap: Generated<number | null>
    freeWeekCap: Generated<number | null>
    meetingUrl: Generated<string | null>
    /** Whether mentees may send someone else a link to pay. */
    acceptsPaymentLinks: Generated<boolean>
    status: MentorStatus
    createdBy: Generated<string>
    accountId: Generated<string | null>
    createdAt: Fixed<Date>
    company: Generated<string>
    phone: Generated<string>
    specialization: Generated<string>
    qualification: Generated<string>
    hoursPerWeek: Generated<number | null>
    rightToEarn: Generated<RightToEarn | null>
    /** Null: since `createdAt`. */
    statusSince: Generated<Date | null>
    statusReason: Generated<string>
    pausedBy: Generated<MentorActor | null>
    cancelPolicy: Generated<CancelPolicy>
    erasedAt: Generated<Date | null>
    /** ISO 639-1; null: as detected. */
    textsLanguage: Generated<string | null>
    detectedLanguage: Generated<string | null>
    translations: ColumnType<ProfileTranslation[], string | undefined, string>
  }
  moves: {
    mentorId: Fixed<string>
    position: number
    fromCity: string
    fromCountry: string
    toCity: string
    toCountry: string
    purpose: 'study' | 'work' | 'family' | 'other'
    year: number
    institution: Generated<string>
    /** Degrees; null: unknown. */
    fromLongitude: Generated<number | null>
    fromLatitude: Generated<number | null>
    toLongitude: Generated<number | null>
    toLatitude: Generated<number | null>
    lookedUp: Generated<boolean>
  }
  sessionTypes: {
    id: Fixed<string>
    mentorId: Fixed<string>
    position: number
    title: string
    minutes: number
    description: Generated<string>
    pricePence: MinorUnits | null
    leaveWith: Generated<string>
    touchesVisas: Generated<boolean>
  }
  topics: { code: Fixed<string>; topicGroup: string; label: string; position: number; retired: Generated<boolean> }
  mentorTopics: { mentorId: Fixed<string>; topic: string }
  listings: {
    mentorId: Fixed<string>
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
    pricePence: MinorUnits
    priceCurrency: Generated<string>
    minutes: number[]
    rating: number | null
    ratingCount: number
    createdAt: Date
    freeAt: Date | null
    recheckAt: Date
  }
  listingVersion: { onlyRow: Generated<boolean>; version: number }
  siteSettings: {
    name: Fixed<string>
    value: ColumnType<Record<string, string> | null, string | null, string | null>
    version: Generated<number>
    changedAt: Date
    changedBy: string | null
  }
  exchangeRates: {
    onlyRow: Generated<boolean>
    source: string
    publishedOn: string
    perPound: ColumnType<Record<string, number>, string, string>
    fetchedAt: Date
  }
  pageVersion: { onlyRow: Generated<boolean>; version: number }
  staleListings: { id: ColumnType<number, never, never>; mentorId: Fixed<string> }
  bookings: {
    id: Fixed<string>
    reference: Fixed<string>
    secretHash: string
    /** Null: a seat in a cohort, or a package. */
    mentorId: Fixed<string | null>
    /** Null: a seat in a cohort, or a package. */
    sessionTypeId: Fixed<string | null>
    /** Null: a session with a mentor, a package, or a seat in a cohort that was erased. */
    cohortId: Generated<string | null>
    /** Of a package, its own id; of a session that was booked from one, the package's. */
    packageId: Generated<string | null>
    sessionTitle: Fixed<string>
    startsAt: Date
    minutes: Fixed<number>
    mentorTimeZone: string
    /** What the buyer pays: the list price is this and `discountPence`. */
    pricePence: Fixed<MinorUnits>
    /** What a discount code took off. */
    discountPence: ColumnType<MinorUnits, MinorUnits | undefined, never>
    currency: Fixed<string>
    menteeName: string
    menteeEmail: string
    menteePhone: string
    menteeTimeZone: string
    topic: string
    /** Of the page or the API client that booked. */
    language: Generated<string>
    termsVersion: Fixed<string>
    termsAcceptedAt: Fixed<Date>
    status: BookingStatus
    payBefore: Date
    holdExpiresAt: Date
    checkoutId: string | null
    checkoutUrl: string | null
    paymentIntent: string | null
    paidAmountPence: MinorUnits | null
    paidAt: Date | null
    orphanSince: Date | null
    bufferBefore: Generated<number>
    bufferAfter: Generated<number>
    browserHash: string | null
    network: string | null
    farNetwork: string | null
    /** Computed from `menteeEmail`. */
    emailKey: ColumnType<string, never, never>
    earlyStartAskedAt: Date | null
    processingSince: Date | null
    expireFailedAt: Date | null
    nextCheckAt: Date | null
    movedFrom: string | null
    pageAskedAt: Date | null
    accountId: Generated<string | null>
    cancelPolicy: Generated<CancelPolicy>
    feePercent: Generated<number | null>
    refundCeiling: Generated<RefundPercent>
    revision: Generated<number>
    linkVersion: Generated<number>
    cancelledAt: Generated<Date | null>
    cancelledBy: Generated<CancelActor | null>
    cancelMessage: Generated<string>
    addressCorrections: Generated<number>
    /** When the personal data was erased. */
    erasedAt: Generated<Date | null>
    createdAt: Fixed<Date>
  }
  dateOverrides: { mentorId: Fixed<string>; date: string; starts: string[] }
  mentorViews: { mentorId: Fixed<string>; date: Fixed<string>; views: number }
  travelZones: {
    id: Fixed<string>
    mentorId: Fixed<string>
    firstDate: string
    lastDate: string
    timeZone: string
    startsFollow: boolean
  }
  busyCalendars: {
    id: Fixed<string>
    mentorId: Fixed<string>
    position: Fixed<number>
    name: string
    sealedAddress: Fixed<string>
    addressHash: Fixed<string>
    host: Fixed<string>
    ending: Fixed<string>
    createdAt: Fixed<Date>
    nextAt: Date
    readAt: Date
    failures: Generated<number>
    problem: CalendarProblem | null
    etag: string | null
    lastModified: string | null
    contentHash: string | null
    expandedAt: Date
    timeZone: string
    /** JSON. */
    eventsToCheck: ColumnType<EventToCheck[], string | undefined, string>
  }
  /** The taken seats of cohorts. `seats`: how many the cohort has. */
  seats: { bookingId: Fixed<string>; cohortId: Fixed<string>; number: Fixed<number>; seats: Fixed<number> }
  /** `during`: a multirange of instants. */
  busyTimes: { calendarId: Fixed<string>; mentorId: Fixed<string>; during: string }
  claims: {
    bookingId: Fixed<string>
    mentorId: Fixed<string>
    during: Fixed<string>
    holder: ColumnType<string, string | undefined, never>
  }
  /** `response`: of a checkout that was held, without its secret. Written as JSON text. */
  idempotencyKeys: {
    keyHash: Fixed<string>
    requestHash: Fixed<string>
    bookingId: string | null
    response: ColumnType<unknown, null, string | null>
    createdAt: Fixed<Date>
  }
  paymentEvents: {
    id: Fixed<string>
    type: Fixed<string>
    checkoutId: Fixed<string | null>
    objectId: Fixed<string | null>
    paymentIntent: Fixed<string | null>
    account: Fixed<string | null>
    receivedAt: Fixed<Date>
    attempts: Generated<number>
    nextAttemptAt: Date | null
    processedAt: Date | null
    gaveUpAt: Date | null
  }
  refunds: {
    id: Fixed<string>
    bookingId: Fixed<string>
    paymentIntent: Fixed<string>
    amountPence: Fixed<MinorUnits>
    currency: Fixed<string>
    reason: Fixed<RefundReason>
    key: Fixed<string>
    status: 'queued' | 'pending' | 'succeeded' | 'failed' | 'withdrawn'
    serviceId: string | null
    refusals: Generated<number>
    replaces: Generated<string | null>
    createdAt: Fixed<Date>
    updatedAt: Date
  }
  disputes: {
    id: Fixed<string>
    bookingId: Fixed<string>
    paymentIntent: Fixed<string>
    amountPence: MinorUnits
    currency: string
    status: string
    createdAt: Fixed<Date>
    updatedAt: Date
  }
  reconciliations: { scope: Fixed<'recent' | 'whole'>; doneUntil: Date | null; runningSince: Date | null }
  ledger: {
    id: Fixed<string>
    bookingId: Fixed<string>
    kind: Fixed<
      'charge' | 'refund' | 'reversal' | 'fee' | 'contribution' | 'deferred' | 'transfer' | 'transfer_reversal'
    >
    amountPence: Fixed<number>
    currency: Fixed<string>
    serviceId: Fixed<string>
    createdAt: Fixed<Date>
  }
  concerns: {
    id: Fixed<string>
    kind: Fixed<ConcernKind>
    subject: Fixed<string>
    bookingId: Fixed<string | null>
    createdAt: Fixed<Date>
    resolvedAt: Date | null
    what: Generated<string>
    repair: Generated<string>
  }
  outbox: {
    id: Fixed<string>
    about: Fixed<MailAbout>
    subject: Fixed<string>
    kind: Fixed<string>
    recipient: Fixed<string>
    version: Fixed<string>
    facts: ColumnType<Record<string, unknown>, string | undefined, never>
    secret: Generated<string | null>
    /** Of the request that caused it. */
    language: Generated<string>
    createdAt: Fixed<Date>
    state: Generated<'waiting' | 'sent' | 'dropped' | 'given_up' | 'bounced'>
    stateSince: Date
    nextAt: Date
    attempts: Generated<number>
    reason: Generated<string | null>
  }
  feedback: {
    id: Fixed<string>
    bookingId: Fixed<string>
    mentorId: Fixed<string>
    rating: number
    text: string
    author: string
    publishedAt: Date | null
    answer: Generated<string | null>
    answeredAt: Generated<Date | null>
    hiddenAt: Generated<Date | null>
    createdAt: Fixed<Date>
  }
}

export type RefundReason =
  | 'slot_taken'
  | 'wrong_amount'
  | 'too_late'
  | 'at_service'
  | 'mentor_left'
  | 'mentee_cancelled'
  | 'mentor_cancelled'
  | 'admin_cancelled'
  | 'move_unanswered'
  | 'mentor_absent'
  | 'problem'
  | 'admin_refunded'
  | 'code_used_up'

export type ConcernKind =
  | 'event_failed'
  | 'refund_made'
  | 'refund_failed'
  | 'transfer_failed'
  | 'dispute'
  | 'mismatch'
  | 'mail_not_sent'
  | 'mail_bounced'
  | 'no_show_contested'
  | 'problem_reported'
  | 'feedback_reported'
  | 'payout_impossible'
  | 'webhook_off'

/** Names the renderer in `server/mail-renderers.ts`. */
export type MailAbout =
  | 'account'
  | 'booking'
  | 'booking_links'
  | 'mentor'
  | 'check'
  | 'claim'
  | 'cohort'
  | 'cohort_interest'
  | 'digest'
  | 'seat_waiting'
  | 'waiting'

/** Which of a booking's two people. Emails to others who pay have `payer` in its place, or an address. */
export type MailRecipient = Side

export type MailKind =
  | 'booking_confirmed'
  | 'payment_returned'
  | 'confirm_address'
  | 'booking_cancelled'
  | 'reminder_day'
  | 'reminder_hour'
  | 'session_over'
  | 'refund_given'
  | 'package_ends'
  | PaymentRequestMail
  | AfterSessionMail
  | MoveMail

/** What is emailed about a link with which someone else pays. `server/bookings/payment-requests/` queues them. */
type PaymentRequestMail = 'payment_request' | 'payment_request_ended'

/** What is emailed about a session's time and messages. `server/bookings/session-moves/` writes them. */
export type MoveMail = 'session_moved' | 'times_proposed' | 'proposal_withdrawn' | 'message'

/** What is emailed once a session has begun. `server/bookings/after-session/` queues them. */
export type AfterSessionMail =
  | 'no_show_reported'
  | 'no_show_contested'
  | 'no_show_decided'
  | 'next_steps'
  | 'problem_resolved'
