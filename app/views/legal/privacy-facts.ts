/**
 * What the product stores about people and in their browsers, for /privacy. They are facts about this code, so they are also
 * shown below an operator's own text. `tests/privacy.test.ts` compares them with the tables, `tests/e2e/fixtures.ts` with what
 * journeys leave in a browser.
 */

/**
 * Names without `__Host-`, with which they begin on a site over https. A name that ends in "." or "-" stands for
 * all that begin with it.
 */
export const BROWSER_FACTS: { name: string; holds: string; howLong: string }[] = [
  { name: 'zone', holds: 'Your time zone, so that times are shown in it', howLong: 'One year' },
  {
    name: 'currency',
    holds: 'The currency for approximate prices, if you chose one',
    howLong: 'One year',
  },
  { name: 'theme', holds: 'Day or night, if you chose one', howLong: 'One year' },
  {
    name: 'saved',
    holds: 'The mentors that you saved while signed out',
    howLong: 'One year, or until you sign in: then they are kept in your account',
  },
  {
    name: 'recently-viewed',
    holds: 'The last six mentors whose pages you looked at. Only this browser knows of them',
    howLong: 'Until you clear them or sign out',
  },
  {
    name: 'browser',
    holds:
      'A random secret, so that this browser finds the time that it holds and what you typed. It doesn’t identify you',
    howLong: 'One year',
  },
  {
    name: 'session',
    holds: 'That you are signed in',
    howLong: 'Until you sign out; at most 30 days, for admins 8 hours',
  },
  {
    name: 'known',
    holds:
      'That you signed in with this browser before, so that your password is looked at first. It doesn’t identify you',
    howLong: '90 days',
  },
  {
    name: 'landfall.',
    holds: 'The state of a sign-in by code, passkey or Google',
    howLong: 'Ten minutes at most',
  },
  {
    name: 'booking-',
    holds: 'That this browser opened the link to a booking or a seat in a cohort, so that its page opens again',
    howLong: 'Until 90 days after the session or the cohort',
  },
  {
    name: 'react-router-scroll-positions',
    holds: 'Your scroll position on a page, so that going back returns to it',
    howLong: 'Until the tab is closed',
  },
  {
    name: 'application',
    holds: 'What you typed into an application as a mentor and could not be saved in your account yet',
    howLong: 'Until it is saved or sent, or you sign out',
  },
  {
    name: 'typed-booking',
    holds: 'What you typed to book a session, so that it is there again when you come back to it',
    howLong: 'Until it is booked, you sign out or the tab is closed',
  },
  {
    name: 'booked-session',
    holds: 'A link to the session you booked in this visit, for the home page',
    howLong: 'Until the session has ended, you sign out or the tab is closed',
  },
  {
    name: 'admin-keys-off',
    holds: 'That an admin turned off keyboard shortcuts',
    howLong: 'Until they turn them on',
  },
  {
    name: 'no-automatic-redirects',
    holds: 'That you turned off automatic redirects',
    howLong: 'Until you turn them on again',
  },
]

const AS_ACCOUNT = 'Until 7 days after you close your account'
const AS_NAME = 'As long as the booking has your details'
const AS_BOOKING = 'As long as the booking that it belongs to'

/** `tables`: the tables of the database that hold it. */
export const PERSONAL_FACTS: { about: string; kept: string; howLong: string; tables: string[] }[] = [
  {
    about: 'Bookings',
    kept: 'Name, email, phone, subject, session, time zone, price, the terms you accepted, the network it came from',
    howLong:
      'Who you are: with an account as long as that; without one 180 days after your last session, or until you erase it on the page of the booking or seat; 7 days if you never paid. The phone 90 days after the session, which the mentor sees from 24 hours before it; the network for a day, of a free session until a week after it. Time and price stay',
    tables: ['bookings', 'seats'],
  },
  {
    about: 'Bookings that an app made for you',
    kept: 'API responses for bookings made by an app, so that a retried request gets the same response',
    howLong: 'One day',
    tables: ['idempotency_keys'],
  },
  {
    about: 'Payments',
    kept: 'Amounts paid and returned and the payment provider’s numbers for them. Never your card',
    howLong: AS_BOOKING,
    tables: ['ledger', 'refunds', 'disputes'],
  },
  {
    about: 'Emails to you',
    kept: 'Which were sent, about what and when; of those about your account the address, of those about a mentor’s record what an admin wrote',
    howLong: 'Those about bookings as long as the booking, all others 30 days',
    tables: ['outbox'],
  },
  {
    about: 'Changes of a booking',
    kept: 'Where a session was moved from and to, and the other times that its mentor proposed',
    howLong: AS_BOOKING,
    tables: ['booking_moves', 'move_proposals', 'proposed_times'],
  },
  {
    about: 'Messages about a booking',
    kept: 'What you and the other side wrote to each other, also when a mentor cancelled, and when it was emailed',
    howLong: AS_NAME,
    tables: ['booking_messages'],
  },
  {
    about: 'Sessions that took place, or did not',
    kept: 'Check-ins, reports of no-shows and problems, what was decided, the mentor’s note and next steps',
    howLong: AS_BOOKING,
    tables: ['arrivals', 'no_shows', 'completions', 'next_steps', 'problems'],
  },
  {
    about: 'Feedback',
    kept: 'Rating, words and the name they are signed with; the mentor’s answer, and what the mentor wrote to the mentee alone',
    howLong: AS_BOOKING,
    tables: ['feedback', 'mentor_feedback'],
  },
  {
    about: 'Waiting for a free time, for a free seat in a cohort, or for a cohort',
    kept: 'Your address, the mentor or the cohort, or the countries that you leave and go to and the month; your time zone, and when you joined, confirmed and were notified. Mentors and people who propose cohorts see only how many are waiting',
    howLong:
      'Until you leave the waitlist; 7 days if you don’t confirm it or after we notified you; for a mentor or a seat 180 days at most, and for a seat until the cohort begins; for a cohort for your move until its month has ended',
    tables: ['waiting_list'],
  },
  {
    about: 'Your account',
    kept: 'Name, email, picture, time zone and destination, if you gave them',
    howLong: AS_ACCOUNT,
    tables: ['accounts'],
  },
  {
    about: 'How you sign in',
    kept: 'Your password as a hash, your passkeys’ public keys, the secret of your second step, whether you use Google',
    howLong: AS_ACCOUNT,
    tables: ['credentials', 'second_factors', 'passkeys'],
  },
  {
    about: 'API keys that an admin created',
    kept: 'Who made it and when, what it may do and when it was last used; of the key a hash',
    howLong: 'As long as the site runs; who made it, as long as their account',
    tables: ['api_keys'],
  },
  {
    about: 'Mentors you saved',
    kept: 'Which mentors, and when. The mentor isn’t notified',
    howLong: 'Until you remove them or your account is deleted',
    tables: ['saved_mentors'],
  },
  {
    about: 'Where you are signed in',
    kept: 'The browser’s own description of itself and when it was last here',
    howLong: 'Until you sign out; at most 30 days',
    tables: ['sessions'],
  },
  {
    about: 'Links in emails about your account',
    kept: 'The purpose of the link and the address it was sent to',
    howLong: 'A day after they end',
    tables: ['links'],
  },
  {
    about: 'A mentor’s record',
    kept: 'What the mentor’s page shows, their moves, sessions, hours, travel and meeting link',
    howLong: 'As long as the mentor takes part',
    tables: ['mentors', 'moves', 'session_types', 'mentor_topics', 'date_overrides', 'travel_zones', 'previous_slugs'],
  },
  {
    about: 'Views of a mentor’s page',
    kept: 'A number for each day, and nothing about the visitors',
    howLong: 'As long as the mentor takes part',
    tables: ['mentor_views'],
  },
  {
    about: 'Applications of mentors',
    kept: 'What was typed and not sent, what was sent for review, the decision, and why',
    howLong: 'A draft until it is sent; the rest as long as the mentor’s record',
    tables: ['mentor_drafts', 'mentor_submissions'],
  },
  {
    about: 'Cohorts that people propose',
    kept: 'What was typed and not sent, what was proposed, the decision, and why',
    howLong: 'A draft until it is sent; the rest until the proposer leaves',
    tables: ['cohorts', 'cohort_sessions', 'cohort_tasks', 'cohort_resources', 'cohort_drafts'],
  },
  {
    about: 'What members of cohorts do',
    kept: 'Tasks they ticked, and their questions to the mentor with the answers, which the whole cohort sees without their name',
    howLong: 'As long as who you are is kept with the seat',
    tables: ['cohort_ticks', 'cohort_questions'],
  },
  {
    about: 'Checks of mentors',
    kept: 'What was checked, how, when and by whom; of an address only its first letter and its host; a code on its way to an address',
    howLong: 'As long as the mentor’s record; a code half an hour',
    tables: ['mentor_checks', 'mentor_check_codes'],
  },
  {
    about: 'Documents that mentors give for a check',
    kept: 'The document. Only admins open it, and each opening is recorded',
    howLong: 'Until you remove it; at most until 30 days after the decision',
    tables: ['mentor_documents'],
  },
  {
    about: 'What mentors are paid',
    kept: 'Amounts, the sessions that they are for, and whom and which bank account they go to, encrypted',
    howLong: 'As long as tax law requires; bank details, as long as the mentor takes part',
    tables: ['payees', 'payouts', 'payout_lines'],
  },
  {
    about: 'A mentor’s other calendars',
    kept: 'Name and secret address of up to three, the address encrypted; when the mentor is busy, never with what or whom; start and time zone of up to 20 events that could not be read',
    howLong: 'Until the mentor removes the calendar; busy times until the calendar is read again',
    tables: ['busy_calendars', 'busy_times'],
  },
  {
    about: 'Data from the previous system',
    kept: 'Documents about mentors, cohorts, bookings and feedback as they were there, and links by which mentors claim theirs',
    howLong:
      'Documents two years, links 30 days after they end; what a mentor’s record began as, as long as the record',
    tables: ['imported_documents', 'imported_mentors', 'claim_links'],
  },
  {
    about: 'Apps of this site’s operator',
    kept: 'If the operator uses webhooks: numbers, time, price and state of a booking, never who booked it; numbers and the address of the profile of a mentor who was accepted, and numbers and sums of payouts',
    howLong: 'Here 30 days; there, as the operator says',
    tables: [],
  },
  {
    about: 'What happened to accounts',
    kept: 'Who signed in or changed what, when, and the network it came from',
    howLong: 'As long as the site runs; the network is cut short after 7 days',
    tables: ['audit_log'],
  },
  {
    about: 'What you typed when you had been signed out',
    kept: 'The form, so that nothing is lost. No passwords',
    howLong: 'One day',
    tables: ['drafts'],
  },
  {
    about: 'Sign-in attempts',
    kept: 'Counts under hashes of addresses and networks',
    howLong: 'One hour at most',
    tables: ['attempts'],
  },
  {
    about: 'Unfinished sign-ins',
    kept: 'What a code, a passkey or Google is compared with',
    howLong: 'A day after it ends',
    tables: ['verifications'],
  },
]
