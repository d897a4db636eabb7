/**
 * What the product stores about people and in their browsers, for /privacy. They are facts about this code, so they are also
 * shown below an operator's own text. `tests/privacy.test.ts` compares them with the tables, `tests/e2e/fixtures.ts` with what
 * journeys leave in a browser.
 */
import * as m from '#messages/privacy'

/**
 * Names without `__Host-`, with which they begin on a site over https. A name that ends in "." or "-" stands for
 * all that begin with it.
 */
export const BROWSER_FACTS: { name: string; holds: () => string; howLong: () => string }[] = [
  { name: 'zone', holds: m.zoneCookie, howLong: m.oneYear },
  { name: 'currency', holds: m.currencyCookie, howLong: m.oneYear },
  { name: 'language', holds: m.languageCookie, howLong: m.oneYear },
  { name: 'theme', holds: m.themeCookie, howLong: m.oneYear },
  { name: 'saved', holds: m.savedCookie, howLong: m.savedCookiePeriod },
  { name: 'recently-viewed', holds: m.recentlyViewed, howLong: m.recentlyViewedPeriod },
  { name: 'browser', holds: m.browserCookie, howLong: m.oneYear },
  { name: 'session', holds: m.sessionCookie, howLong: m.sessionCookiePeriod },
  { name: 'known', holds: m.knownCookie, howLong: m.knownCookiePeriod },
  { name: 'landfall.', holds: m.signInCookie, howLong: m.signInCookiePeriod },
  { name: 'booking-', holds: m.bookingCookie, howLong: m.bookingCookiePeriod },
  { name: 'react-router-scroll-positions', holds: m.scrollPositions, howLong: m.scrollPositionsPeriod },
  { name: 'application', holds: m.applicationDraft, howLong: m.applicationDraftPeriod },
  { name: 'typed-booking', holds: m.typedBooking, howLong: m.typedBookingPeriod },
  { name: 'booked-session', holds: m.bookedSession, howLong: m.bookedSessionPeriod },
  { name: 'admin-keys-off', holds: m.adminKeysOff, howLong: m.adminKeysOffPeriod },
  { name: 'no-automatic-redirects', holds: m.noRedirects, howLong: m.noRedirectsPeriod },
]

/** `tables`: the tables of the database that hold it. */
export const PERSONAL_FACTS: { about: () => string; kept: () => string; howLong: () => string; tables: string[] }[] = [
  {
    about: m.bookings,
    kept: m.bookingsKept,
    howLong: m.bookingsPeriod,
    tables: ['bookings', 'seats'],
  },
  {
    about: m.appBookings,
    kept: m.appBookingsKept,
    howLong: m.oneDay,
    tables: ['idempotency_keys'],
  },
  {
    about: m.payments,
    kept: m.paymentsKept,
    howLong: m.asBooking,
    tables: ['ledger', 'refunds', 'disputes'],
  },
  {
    about: m.discountCodes,
    kept: m.discountCodesKept,
    howLong: m.asBooking,
    tables: ['discount_codes', 'discount_redemptions'],
  },
  {
    about: m.otherPayer,
    kept: m.otherPayerKept,
    howLong: m.asBooking,
    tables: ['payment_requests'],
  },
  {
    about: m.packages,
    kept: m.packagesKept,
    howLong: m.asBooking,
    tables: ['packages', 'credits'],
  },
  {
    about: m.emails,
    kept: m.emailsKept,
    howLong: m.emailsPeriod,
    tables: ['outbox'],
  },
  {
    about: m.bookingChanges,
    kept: m.bookingChangesKept,
    howLong: m.asBooking,
    tables: ['booking_moves', 'move_proposals', 'proposed_times'],
  },
  {
    about: m.bookingMessages,
    kept: m.bookingMessagesKept,
    howLong: m.asName,
    tables: ['booking_messages'],
  },
  {
    about: m.sessions,
    kept: m.sessionsKept,
    howLong: m.asBooking,
    tables: ['arrivals', 'no_shows', 'completions', 'next_steps', 'problems'],
  },
  {
    about: m.feedback,
    kept: m.feedbackKept,
    howLong: m.asBooking,
    tables: ['feedback', 'mentor_feedback'],
  },
  {
    about: m.waitlist,
    kept: m.waitlistKept,
    howLong: m.waitlistPeriod,
    tables: ['waiting_list'],
  },
  {
    about: m.account,
    kept: m.accountKept,
    howLong: m.asAccount,
    tables: ['accounts'],
  },
  {
    about: m.signIn,
    kept: m.signInKept,
    howLong: m.asAccount,
    tables: ['credentials', 'second_factors', 'passkeys'],
  },
  {
    about: m.apiKeys,
    kept: m.apiKeysKept,
    howLong: m.apiKeysPeriod,
    tables: ['api_keys'],
  },
  {
    about: m.savedMentors,
    kept: m.savedMentorsKept,
    howLong: m.savedMentorsPeriod,
    tables: ['saved_mentors'],
  },
  {
    about: m.signedIn,
    kept: m.signedInKept,
    howLong: m.signedInPeriod,
    tables: ['sessions'],
  },
  {
    about: m.emailLinks,
    kept: m.emailLinksKept,
    howLong: m.emailLinksPeriod,
    tables: ['links'],
  },
  {
    about: m.mentorRecord,
    kept: m.mentorRecordKept,
    howLong: m.asMentor,
    tables: [
      'mentors',
      'moves',
      'session_types',
      'session_packages',
      'mentor_topics',
      'date_overrides',
      'travel_zones',
      'previous_slugs',
    ],
  },
  {
    about: m.mentorViews,
    kept: m.mentorViewsKept,
    howLong: m.asMentor,
    tables: ['mentor_views'],
  },
  {
    about: m.applications,
    kept: m.applicationsKept,
    howLong: m.applicationsPeriod,
    tables: ['mentor_drafts', 'mentor_submissions'],
  },
  {
    about: m.cohorts,
    kept: m.cohortsKept,
    howLong: m.cohortsPeriod,
    tables: ['cohorts', 'cohort_sessions', 'cohort_tasks', 'cohort_resources', 'cohort_drafts'],
  },
  {
    about: m.cohortMembers,
    kept: m.cohortMembersKept,
    howLong: m.cohortMembersPeriod,
    tables: ['cohort_ticks', 'cohort_questions'],
  },
  {
    about: m.mentorChecks,
    kept: m.mentorChecksKept,
    howLong: m.mentorChecksPeriod,
    tables: ['mentor_checks', 'mentor_check_codes'],
  },
  {
    about: m.mentorDocuments,
    kept: m.mentorDocumentsKept,
    howLong: m.mentorDocumentsPeriod,
    tables: ['mentor_documents'],
  },
  {
    about: m.payouts,
    kept: m.payoutsKept,
    howLong: m.payoutsPeriod,
    tables: 'payees payouts payout_lines connected_accounts transfers transfer_lines transfer_reversals'.split(' '),
  },
  {
    about: m.taxDocuments,
    kept: m.taxDocumentsKept,
    howLong: m.taxDocumentsPeriod,
    tables: ['tax_documents', 'fee_lines', 'mentor_statements'],
  },
  {
    about: m.taxDetails,
    kept: m.taxDetailsKept,
    howLong: m.taxDetailsPeriod,
    tables: ['tax_details'],
  },
  {
    about: m.calendars,
    kept: m.calendarsKept,
    howLong: m.calendarsPeriod,
    tables: ['busy_calendars', 'busy_times'],
  },
  {
    about: m.previousSystem,
    kept: m.previousSystemKept,
    howLong: m.previousSystemPeriod,
    tables: ['imported_documents', 'imported_mentors', 'claim_links'],
  },
  {
    about: m.operatorApps,
    kept: m.operatorAppsKept,
    howLong: m.operatorAppsPeriod,
    tables: [],
  },
  {
    about: m.accountEvents,
    kept: m.accountEventsKept,
    howLong: m.accountEventsPeriod,
    tables: ['audit_log'],
  },
  {
    about: m.drafts,
    kept: m.draftsKept,
    howLong: m.oneDay,
    tables: ['drafts'],
  },
  {
    about: m.signInAttempts,
    kept: m.signInAttemptsKept,
    howLong: m.signInAttemptsPeriod,
    tables: ['attempts'],
  },
  {
    about: m.unfinishedSignIns,
    kept: m.unfinishedSignInsKept,
    howLong: m.unfinishedSignInsPeriod,
    tables: ['verifications'],
  },
]
