/**
 * SQL for all personal data of an account. Every table is listed here or in `WITHOUT_PERSONAL_DATA`, and every column of a table
 * here is given, or left out with a reason. A test compares both with the database, so that no new table or column is
 * forgotten.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '#server/platform/db/connect'

export type Person = { accountId: string; email: string }

type About = {
  /** Which rows are the person's. */
  of: (person: Person) => RawBuilder<SqlBool>
  /** Columns; rows are ordered by the first. */
  given: string[]
  /** Column → why it is not given. */
  leftOut: Record<string, string>
}

const SECRET = 'A secret: anyone who has it could act in your name'
const SAME = 'The same for every row: it is you'
const OURS = 'A number of ours that says nothing of you'
const EMPTY = 'Never filled'
const ANSWERS = 'What mentors said to a code; your answers are given with the audit log'
const AT_READING = 'What the product notes while it reads a calendar'
const AT_SENDING = 'What the product notes while it sends an email'
const AT_WORK = 'What the product notes while it works on a payment'

const ofAccount = ({ accountId }: Person) => sql<SqlBool>`account_id = ${accountId}`
const ofBookings = ({ accountId }: Person) =>
  sql<SqlBool>`booking_id in (select id from bookings where account_id = ${accountId})`
/** The packages that they bought. */
const ofPackages = ({ accountId }: Person) =>
  sql<SqlBool>`id in (select id from bookings where account_id = ${accountId})`
/** What is about both people of a booking. */
const ofBothSides = ({ accountId }: Person) =>
  sql<SqlBool>`booking_id in (select bookings.id from bookings join mentors on mentors.id = mentor_id
    where ${accountId} in (bookings.account_id, mentors.account_id))`
/** What one of a booking's two people did. */
const ofSide = ({ accountId }: Person) =>
  sql<SqlBool>`booking_id in (select bookings.id from bookings join mentors on mentors.id = mentor_id
    where ${accountId} = case side when 'mentee' then bookings.account_id else mentors.account_id end)`
const ofMentor = ({ accountId }: Person) =>
  sql<SqlBool>`mentor_id in (select id from mentors where account_id = ${accountId})`

const ofTransfer = ({ accountId }: Person) =>
  sql<SqlBool>`transfer_id in (select transfers.id from transfers join mentors on mentors.id = mentor_id
    where mentors.account_id = ${accountId})`

const ofCohort = ({ accountId }: Person) =>
  sql<SqlBool>`cohort_id in (select id from cohorts where account_id = ${accountId})`

/** Those that went to the person, on either side of a booking, or that wait to go there. */
const ofMails = ({ accountId, email }: Person) => sql<SqlBool>`(
  (about = 'account' and recipient = ${email})
  or subject in (select id from links where account_id = ${accountId} or email = ${email})
  or (recipient = 'mentee' and subject in (select id from bookings where account_id = ${accountId}))
  or (recipient = 'mentor' and subject in (
    select b.id from bookings b join mentors m on m.id = b.mentor_id where m.account_id = ${accountId}))
  or (about = 'digest' and subject = ${accountId})
  or subject in (select id from waiting_list where account_id = ${accountId} or email = ${email})
  or subject in (select id from mentors where account_id = ${accountId})
  or subject in (select id from cohorts where account_id = ${accountId})
  or subject in (select c.id from claim_links c join mentors m on m.id = c.mentor_id where m.account_id = ${accountId})
  or subject in (select c.id from mentor_check_codes c join mentors m on m.id = c.mentor_id where m.account_id = ${accountId}))`

const words = (names: string) => names.split(' ')

export const ABOUT: Record<string, About> = {
  accounts: {
    of: ({ accountId }) => sql`id = ${accountId}`,
    given: words(
      'created_at id name email email_verified picture role time_zone destination language second_factor suspended_at closed_at updated_at',
    ),
    leftOut: { calendar_version: OURS },
  },
  credentials: {
    of: ofAccount,
    given: words('created_at provider provider_account scope updated_at'),
    leftOut: {
      id: OURS,
      account_id: SAME,
      password: SECRET,
      access_token: EMPTY,
      refresh_token: EMPTY,
      id_token: EMPTY,
      access_token_expires_at: EMPTY,
      refresh_token_expires_at: EMPTY,
    },
  },
  second_factors: {
    of: ofAccount,
    given: words('verified failures locked_until'),
    leftOut: { id: OURS, account_id: SAME, secret: SECRET, backup_codes: SECRET },
  },
  passkeys: {
    of: ofAccount,
    given: words('created_at name device_type backed_up transports aaguid'),
    leftOut: { id: OURS, account_id: SAME, public_key: SECRET, credential_id: SECRET, counter: OURS },
  },
  api_keys: {
    of: ({ accountId }) => sql`created_by = ${accountId}`,
    given: words('created_at name scopes last_used_at revoked_at'),
    leftOut: { id: OURS, key_hash: SECRET, created_by: SAME },
  },
  saved_mentors: { of: ofAccount, given: words('saved_at mentor_id'), leftOut: { account_id: SAME } },
  sessions: {
    of: ofAccount,
    given: words('created_at user_agent role updated_at expires_at proven_at'),
    leftOut: { id: OURS, account_id: SAME, token: SECRET, address: EMPTY },
  },
  links: {
    of: ({ accountId, email }) => sql`(account_id = ${accountId} or email = ${email})`,
    given: words('created_at purpose email name next expires_at used_at'),
    leftOut: { id: OURS, account_id: SAME, password_hash: SECRET, token_hash: SECRET },
  },
  bookings: {
    of: ofAccount,
    given: words(
      'created_at id reference mentor_id session_type_id cohort_id package_id session_title starts_at minutes mentor_time_zone price_pence discount_pence currency mentee_name mentee_email mentee_phone mentee_time_zone topic language terms_version terms_accepted_at early_start_asked_at status pay_before hold_expires_at checkout_id payment_intent paid_amount_pence paid_at network far_network cancel_policy refund_ceiling cancelled_at cancelled_by cancel_message',
    ),
    leftOut: {
      revision: OURS,
      link_version: SECRET,
      address_corrections: OURS,
      fee_percent: 'What the operator keeps of the mentor’s price',
      account_id: SAME,
      secret_hash: SECRET,
      browser_hash: SECRET,
      checkout_url: SECRET,
      buffer_before: 'The mentor’s own pause before the session',
      buffer_after: 'The mentor’s own pause after the session',
      orphan_since: AT_WORK,
      processing_since: AT_WORK,
      expire_failed_at: AT_WORK,
      next_check_at: AT_WORK,
      email_key: SAME,
      moved_from: AT_WORK,
      page_asked_at: AT_WORK,
      erased_at: EMPTY,
    },
  },
  payment_requests: {
    of: ofBookings,
    given: words('created_at booking_id emailed_to emailed_at emails_sent released_at'),
    leftOut: { token_hash: SECRET, payer_email: 'Another person’s' },
  },
  idempotency_keys: {
    of: ofBookings,
    given: words('created_at booking_id'),
    leftOut: { key_hash: SECRET, request_hash: SECRET, response: 'What is given with the booking' },
  },
  seats: {
    of: ofBookings,
    given: words('booking_id cohort_id number'),
    leftOut: { seats: 'Given with the cohort’s page' },
  },
  discount_codes: {
    of: (person) => sql`(created_by = ${person.accountId} or ${ofMentor(person)})`,
    given: [
      ...words('created_at id code batch mentor_id percent amount currency mentor_ids applies_to session_type_ids'),
      ...words('cohort_ids valid_from valid_until max_redemptions max_per_person borne_by redeemed disabled_at'),
    ],
    leftOut: {
      created_by: 'Another person’s, where it is not you',
      agreed_mentor_ids: ANSWERS,
      declined_mentor_ids: ANSWERS,
    },
  },
  discount_redemptions: {
    of: ofBookings,
    given: words('created_at booking_id code_id discount currency borne_by released_at'),
    leftOut: { person: SAME, holder: OURS },
  },
  packages: { of: ofPackages, given: words('id mentor_id session_type_id sessions'), leftOut: {} },
  credits: {
    of: (person) => sql`package_id in (select id from packages where ${ofPackages(person)})`,
    given: words('number package_id share booking_id earned_at refunded_at'),
    leftOut: { fee: 'What the operator keeps of the mentor’s price' },
  },
  ledger: {
    of: ofBookings,
    given: words('created_at booking_id kind amount_pence currency service_id'),
    leftOut: { id: OURS },
  },
  refunds: {
    of: ofBookings,
    given: words('created_at booking_id amount_pence currency reason status payment_intent service_id updated_at'),
    leftOut: { id: OURS, key: SECRET, refusals: AT_WORK, replaces: OURS },
  },
  disputes: {
    of: ofBookings,
    given: words('created_at id booking_id amount_pence currency status payment_intent updated_at'),
    leftOut: {},
  },
  outbox: {
    of: ofMails,
    given: words('created_at about subject kind recipient version facts language state state_since reason'),
    leftOut: { id: OURS, secret: SECRET, next_at: AT_SENDING, attempts: AT_SENDING },
  },
  waiting_list: {
    of: ({ accountId, email }) => sql`(account_id = ${accountId} or email = ${email})`,
    given: words(
      'asked_at mentor_id cohort_id from_country to_country intake email time_zone language confirmed_at told_at',
    ),
    leftOut: { id: OURS, email_key: SAME, account_id: SAME, round: AT_SENDING },
  },
  arrivals: { of: ofSide, given: words('at booking_id side'), leftOut: {} },
  no_shows: {
    of: ofBothSides,
    given: words('reported_at booking_id absent contested_at contest outcome decided_at'),
    leftOut: { decided_by: 'Another person’s' },
  },
  completions: {
    of: ofBothSides,
    given: words('completed_at booking_id completed_by note noted_at'),
    leftOut: {},
  },
  next_steps: { of: ofBothSides, given: words('position booking_id text due_on'), leftOut: {} },
  problems: {
    of: ofSide,
    given: words('reported_at booking_id side text resolved_at refund_pence answer'),
    leftOut: { id: OURS, resolved_by: 'Another person’s' },
  },
  mentor_feedback: { of: ofBothSides, given: words('created_at booking_id text'), leftOut: {} },
  booking_moves: {
    of: ofBothSides,
    given: words('moved_at booking_id moved_by from_at from_zone to_at counts'),
    leftOut: { revision: OURS },
  },
  move_proposals: {
    of: ofBothSides,
    given: words('created_at id booking_id answer_by status ended_at'),
    leftOut: {},
  },
  proposed_times: {
    of: (person) => sql`proposal_id in (select id from move_proposals where ${ofBothSides(person)})`,
    given: words('starts_at proposal_id'),
    leftOut: {},
  },
  booking_messages: {
    of: ofBothSides,
    given: words('created_at booking_id writer body mail_queued_at'),
    leftOut: { id: OURS, mailed_as: OURS },
  },
  feedback: {
    of: ofBookings,
    given: words('created_at booking_id mentor_id rating text author published_at answer answered_at hidden_at'),
    leftOut: { id: OURS },
  },
  mentors: {
    of: ofAccount,
    given: words(
      'created_at id slug name role experience location languages other_languages university education linkedin price_pence currency about why_mentor help_with portrait time_zone weekly_starts buffer_before buffer_after notice_hours horizon_days day_cap week_cap free_week_cap status created_by company phone specialization qualification hours_per_week right_to_earn status_since status_reason paused_by meeting_url accepts_payment_links cancel_policy texts_language detected_language translations',
    ),
    leftOut: { account_id: SAME, erased_at: EMPTY },
  },
  moves: {
    of: ofMentor,
    given: words(
      'position from_city from_country to_city to_country purpose year institution from_longitude from_latitude to_longitude to_latitude looked_up',
    ),
    leftOut: { mentor_id: SAME },
  },
  session_types: {
    of: ofMentor,
    given: words('position id title minutes description price_pence leave_with touches_visas'),
    leftOut: { mentor_id: SAME },
  },
  session_packages: {
    of: ofMentor,
    given: words('sessions session_type_id price_pence currency'),
    leftOut: { mentor_id: SAME },
  },
  mentor_drafts: {
    of: ofAccount,
    given: words('saved_at fields portrait'),
    leftOut: { account_id: SAME, version: OURS },
  },
  mentor_submissions: {
    of: ofMentor,
    given: words('submitted_at id content before changed_at decision decided_at message requests'),
    leftOut: { mentor_id: SAME, version: OURS, decided_by: 'Another person’s' },
  },
  cohorts: {
    of: ofAccount,
    given: words(
      'created_at id slug status status_since changed_at message title subtitle mentor_name starts_on ends_on seats commitment audience from_country to_country welcome core_skills interview_prep skills_gain progress picture price_pence currency',
    ),
    leftOut: { account_id: SAME, version: OURS, decided_by: 'Another person’s' },
  },
  cohort_ticks: { of: ofBookings, given: words('ticked_at booking_id position'), leftOut: {} },
  cohort_questions: {
    of: ofBookings,
    given: words('asked_at id cohort_id booking_id question answer answered_at'),
    leftOut: {},
  },
  cohort_sessions: { of: ofCohort, given: words('position cohort_id topic date details'), leftOut: {} },
  cohort_tasks: { of: ofCohort, given: words('position cohort_id title description due'), leftOut: {} },
  cohort_resources: { of: ofCohort, given: words('position cohort_id title url'), leftOut: {} },
  cohort_drafts: {
    of: ofAccount,
    given: words('saved_at fields picture'),
    leftOut: { account_id: SAME, version: OURS },
  },
  imported_documents: {
    of: ofMentor,
    given: words('imported_at collection id fields changed_at'),
    leftOut: { mentor_id: SAME, hash: OURS },
  },
  imported_mentors: {
    of: ofMentor,
    given: words('claimed_at status_before email content'),
    leftOut: { mentor_id: SAME, picture_hash: OURS },
  },
  claim_links: {
    of: ofMentor,
    given: words('created_at email expires_at ended_at'),
    leftOut: { id: OURS, mentor_id: SAME, token_hash: SECRET },
  },
  mentor_checks: {
    of: ofMentor,
    given: words('kind covers address proven_at note checked_at'),
    leftOut: { mentor_id: SAME, checked_by: 'Another person’s' },
  },
  mentor_check_codes: {
    of: ofMentor,
    given: words('created_at kind address covers tries expires_at'),
    leftOut: { id: OURS, mentor_id: SAME, code_hash: SECRET },
  },
  mentor_documents: {
    of: ofMentor,
    given: words('added_at format bytes stored_at removed_at'),
    leftOut: { id: OURS, mentor_id: SAME },
  },
  payees: {
    of: ofMentor,
    given: words('changed_at'),
    leftOut: { mentor_id: SAME, sealed: 'Encrypted; the page of your money on the desk shows it' },
  },
  tax_details: {
    of: ofMentor,
    given: words('changed_at'),
    leftOut: { mentor_id: SAME, sealed: 'Encrypted; what is in it is given' },
  },
  payouts: {
    of: ofMentor,
    given: words('id batch_id amount_pence currency'),
    leftOut: { mentor_id: SAME, sealed_payee: 'Encrypted; the page of your money on the desk shows it' },
  },
  payout_lines: {
    of: ({ accountId }) => sql`payout_id in (select payouts.id from payouts join mentors on mentors.id = mentor_id
        where account_id = ${accountId})`,
    given: words('payout_id booking_id number kept_pence fee_pence amount_pence'),
    leftOut: {},
  },
  connected_accounts: {
    of: ofMentor,
    given: [
      ...words('created_at account_id country transfers payouts_enabled details_submitted due due_by'),
      ...words('disabled_reason deauthorized_at read_at'),
    ],
    leftOut: { mentor_id: SAME },
  },
  transfers: {
    of: ofMentor,
    given: words('created_at id booking_id number account_id amount currency status service_id sent_at'),
    leftOut: { mentor_id: SAME, payment_intent: 'The buyer’s', refusals: AT_WORK, refusal: AT_WORK },
  },
  transfer_lines: {
    of: ofTransfer,
    given: words('transfer_id booking_id kept fee amount'),
    leftOut: {},
  },
  transfer_reversals: {
    of: ofTransfer,
    given: words('created_at transfer_id booking_id kept fee amount currency status service_id sent_at'),
    leftOut: { id: OURS, number: OURS, refusal: AT_WORK },
  },
  tax_documents: {
    of: (person) => sql`(${ofBookings(person)} or ${ofMentor(person)})`,
    given: [
      ...words('issued_at kind seller year number booking_id currency gross vat vat_percent seller_details'),
      ...words('period supplied_at'),
    ],
    leftOut: { id: OURS, mentor_id: 'Given with the booking, or you', ledger_entry: OURS, corrects: OURS },
  },
  fee_lines: {
    of: ({
      accountId,
    }) => sql`document_id in (select tax_documents.id from tax_documents join mentors on mentors.id = mentor_id
        where account_id = ${accountId})`,
    given: words('document_id booking_id fee'),
    leftOut: {},
  },
  mentor_statements: {
    of: ofMentor,
    given: words('month time_zone starts_at ends_at issued_at'),
    leftOut: { mentor_id: SAME },
  },
  previous_slugs: { of: ofMentor, given: words('slug'), leftOut: { mentor_id: SAME } },
  mentor_topics: { of: ofMentor, given: words('topic'), leftOut: { mentor_id: SAME } },
  date_overrides: { of: ofMentor, given: words('date starts'), leftOut: { mentor_id: SAME } },
  mentor_views: { of: ofMentor, given: words('date views'), leftOut: { mentor_id: SAME } },
  travel_zones: {
    of: ofMentor,
    given: words('first_date last_date time_zone starts_follow'),
    leftOut: { id: OURS, mentor_id: SAME },
  },
  busy_calendars: {
    of: ofMentor,
    given: words('created_at name host next_at read_at problem events_to_check'),
    leftOut: {
      id: OURS,
      mentor_id: SAME,
      position: OURS,
      sealed_address: SECRET,
      address_hash: SECRET,
      ending: 'A part of the secret address',
      failures: AT_READING,
      etag: AT_READING,
      last_modified: AT_READING,
      content_hash: AT_READING,
      expanded_at: AT_READING,
      time_zone: AT_READING,
    },
  },
  busy_times: { of: ofMentor, given: words('during'), leftOut: { calendar_id: OURS, mentor_id: SAME } },
  audit_log: {
    of: ({ accountId }) => sql`(actor_id = ${accountId} or (subject = 'accounts' and subject_id = ${accountId})
        or (subject = 'mentors' and subject_id in (select id::text from mentors where account_id = ${accountId}))
        or (subject = 'cohorts' and subject_id in (select id::text from cohorts where account_id = ${accountId})))`,
    given: words('at actor action subject subject_id before after address'),
    leftOut: { id: OURS, actor_id: 'Another person’s, where it is not you' },
  },
}

/** Tables that hold nothing by which a person is known, or nothing that is not given above. Why, by name. */
export const WITHOUT_PERSONAL_DATA: Record<string, string> = {
  attempts: 'Counts under hashes, gone within the hour',
  claims: 'The minutes of bookings, which are given',
  cohort_publishing: 'Whether cohorts are shown',
  concerns: 'What an operator is to look at; the bookings and payments that it is about are given',
  discount_uses: 'Counts under hashes; the codes that were used are given',
  drafts: 'Kept for a browser that is not signed in, for a day',
  exchange_rates: 'What currencies are worth',
  installation: 'About this installation',
  kysely_migration: 'About this installation',
  listing_version: 'About the list of mentors',
  listings: 'Made of mentors’ records, which are given',
  pictures: 'Random keys of pictures; whose they are is given with accounts, mentors and drafts',
  page_version: 'When public pages changed',
  payout_batches: 'When transfers were made; the payouts in them are given',
  payment_events: 'Numbers of the payment service’s; the payments are given',
  site_settings: 'What admins set for the whole site',
  reconciliations: 'When the books were last compared',
  statements_start: 'Since when mentors get monthly statements',
  stale_listings: 'About the list of mentors',
  tax_document_series: 'The last number of each series of documents, which are given',
  topics: 'The topics there are',
  webhook_deliveries: 'What became of telling the operator’s own programs, for 30 days',
  webhook_endpoints: 'Webhook endpoints of the operator',
  webhook_events: 'Ids, times and states of bookings, mentors and payouts, which are given, for 30 days',
  unnamed_pictures: 'Numbers of pictures for the minutes in which they are stored',
  unwritten_erasures: 'Ids and times, until they are in the log of who was erased',
  verifications: 'Secrets of minutes',
}

/** Rows by table, with what is given of them. Names are the database's own: people have files with them. */
export async function readAbout(db: Db, person: Person): Promise<Record<string, Record<string, unknown>[]>> {
  const all: Record<string, Record<string, unknown>[]> = {}
  for (const [table, { of, given }] of Object.entries(ABOUT)) {
    const columns = sql.join(given.map((column) => selectColumn(table, column, person)))
    const { rows } = await sql<Record<string, unknown>>`
      select ${columns} from ${sql.table(table)} where ${of(person)} order by ${sql.ref(given[0]!)}
    `.execute(db.withoutPlugins())
    all[table] = rows
  }
  return all
}

/** Includes what others did to the account, but not from where they did it. */
const selectColumn = (table: string, column: string, { accountId }: Person) =>
  table === 'audit_log' && column === 'address'
    ? sql`case when actor_id = ${accountId} then address end as address`
    : sql.ref(column)
