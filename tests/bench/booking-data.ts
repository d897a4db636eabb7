/**
 * Generated bookings, written by one statement per table, for a thousand mentors or more without other bookings: one hour a day
 * each, spread over the days around now. The first ten thousand are spread like a million. Triggers and foreign keys are off,
 * which needs a superuser; other constraints are checked.
 */
import { sql, type RawBuilder } from 'kysely'
import { DAY_MS } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'

const LEAST_MENTORS = 1_000
const DAYS = 1_000 // A mentor has at most one booking per day.

export type Made = {
  until: number
  /** When the holds expired; null: the bookings are paid. Each hold has an open checkout in the sandbox. */
  expired: Date | null
  /** Made three days before each session begins, and entered in the ledger, instead of all at once. */
  spread?: boolean
  /** All of them ended three days ago or earlier, instead of half in the future. */
  past?: boolean
}

/** Bookings numbered from 1. At most a hundred thousand expired holds, all of future sessions. */
export async function makeBookings(
  db: Db,
  now: Date,
  { until, expired, spread = false, past = false }: Made,
): Promise<void> {
  const mentorCount = Math.max(LEAST_MENTORS, Math.ceil(until / DAYS))
  const firstDay = expired ? 30 : past ? -DAYS - 3 : -DAYS / 2
  const first = new Date(now.getTime() + firstDay * DAY_MS)
  await db.transaction().execute(async (tx) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(tx)
    await run(sql`set local session_replication_role = replica`)
    await run(sql`set local work_mem = '256MB'`)
    await run(mentors(now, mentorCount))
    await run(sessions(mentorCount))
    await run(sql`
      create temp table made on commit drop as
      select n, md5('booking ' || n)::uuid as id, md5('other ' || n % ${sql.lit(mentorCount)})::uuid as mentor_id,
        md5('session ' || n % ${sql.lit(mentorCount)})::uuid as session_type_id, upper(lpad(to_hex(n), 8, '0')) as code,
        date_trunc('hour', ${first}::timestamptz)
          + make_interval(days => (n / ${sql.lit(mentorCount)} * 617) % ${sql.lit(DAYS)}) as starts_at
      from generate_series(1, ${sql.lit(until)}) as n`)
    await run(bookings(now, expired, spread))
    await run(sql`
      insert into claims (booking_id, mentor_id, during)
      select id, mentor_id, tstzrange(starts_at, starts_at + interval '1 hour') from made`)
    if (expired) await run(paymentSessions(now, expired))
    if (spread) await run(charges)
  })
  for (const table of ['bookings', 'claims', 'mentors', ...(spread ? ['ledger'] : [])])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

const mentors = (now: Date, count: number) => sql`
  insert into mentors (id, slug, name, role, experience, location, languages, price_pence, currency, time_zone, status,
    created_at)
  select md5('other ' || n)::uuid, 'other-' || n, 'Other ' || n, 'Analyst', 5, 'Kolkata, India', '{en}', 4500, 'GBP',
    'Asia/Kolkata', 'accepted', ${now}::timestamptz
  from generate_series(0, ${sql.lit(count - 1)}) as n`

const sessions = (count: number) => sql`
  insert into session_types (id, mentor_id, position, title, minutes, price_pence)
  select md5('session ' || n)::uuid, md5('other ' || n)::uuid, 0, 'An hour', 60, null
  from generate_series(0, ${sql.lit(count - 1)}) as n`

const charges = sql`
  insert into ledger (id, booking_id, kind, amount_pence, currency, service_id, created_at)
  select md5(kind || id)::uuid, id, kind, amount, 'GBP', payment_intent, created_at
  from made join bookings using (id), (values ('charge', 4500), ('fee', 675)) as entry (kind, amount)
  where payment_intent is not null`

const bookings = (now: Date, expired: Date | null, spread: boolean) => sql`
  insert into bookings (id, reference, secret_hash, mentor_id, session_type_id, session_title, starts_at, minutes,
    mentor_time_zone, price_pence, currency, mentee_name, mentee_email, mentee_phone, mentee_time_zone, topic,
    terms_version, terms_accepted_at, status, pay_before, hold_expires_at, checkout_id, checkout_url, paid_at,
    paid_amount_pence, payment_intent, created_at)
  select id, 'B-' || left(code, 4) || '-' || right(code, 4), md5('secret ' || n), mentor_id, session_type_id, 'An hour',
    starts_at, 60, 'Asia/Kolkata', 4500, 'GBP', 'Grace Hopper', 'buyer-' || n || '@example.com', '+44 7700 900123',
    'Europe/London', '', '2026-11', ${now}::timestamptz, ${spread ? sql`case when starts_at < ${now}::timestamptz then 'completed' else 'confirmed' end` : sql.lit(expired ? 'held' : 'confirmed')},
    ${expired ?? now}::timestamptz, ${expired ?? now}::timestamptz + interval '4 minutes', 'cs_test_' || md5('session ' || n),
    'http://127.0.0.1/' || n, ${expired ? null : now}::timestamptz, ${expired ? null : 4500}::int,
    ${sql.lit(expired ? null : 'pi_')} || n, ${spread ? sql`starts_at - interval '3 days'` : sql`${expired ?? now}::timestamptz - interval '31 minutes'`}
  from made`

const paymentSessions = (now: Date, expired: Date) => sql`
  insert into sandbox_stripe.checkout_sessions (id, status, amount_total, currency, line_items, client_reference_id,
    customer_email, metadata, payment_metadata, success_url, created_at, expires_at)
  select 'cs_test_' || md5('session ' || n), 'open', 4500, 'gbp',
    '[{"name": "An hour", "description": null, "quantity": 1, "unit_amount": 4500}]'::jsonb, id::text,
    'buyer-' || n || '@example.com', '{}', '{}', 'http://127.0.0.1/success', ${now}::timestamptz - interval '1 hour',
    ${expired}::timestamptz
  from made`
