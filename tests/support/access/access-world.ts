/** A product with a person of every role, and things to request: their own, other people's, and unknown ones. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { settlePeople, type People } from '../accounts/people.ts'
import { toMinorUnits } from '#domain/payments/money'
import { connect } from '#server/platform/db/connect'
import { mentorContent } from '../mentors/content.ts'
import { freePort } from '../http/free-port.ts'
import { startProduct } from '../product/processes.ts'
import { createScratchDatabase, query } from '../database/scratch-database.ts'
import { readTables } from '../database/tables.ts'

export type World = {
  /** The address at which the product listens. */
  url: string
  /** The Origin header of its own pages. */
  origin: string
  databaseUrl: string
  people: People
  /** A mentor who has not been reviewed yet, so that only admins may see them. */
  pending: { id: string; slug: string; name: string; submissionId: string }
  /** A cohort that the member proposed and that waits for review. */
  cohort: { id: string; slug: string }
  /** A session of the member with the mentor, paid and days ahead. */
  booking: { reference: string }
  /** A seat of the member in a cohort that the mentor proposed. Cohorts are not published. */
  seat: { reference: string; slug: string }
  bought: { reference: string }
  /** Every row that a request can change, by table. Tables that jobs and the clock change are left out. */
  content(): Promise<Record<string, unknown>>
  close(): Promise<void>
}

/** Jobs by the clock would change rows between two looks at them. Ends those, too, that have just become due. */
async function endRounds(url: string): Promise<void> {
  const rounds = (await query<{ name: string }>(url, 'delete from jobs.schedule returning name')).map(
    ({ name }) => name,
  )
  const names = [...rounds, '__pgboss__send-it'] // The latter queues the others.
  for (let left = 1; left > 0;) {
    const waiting = await query(url, `delete from jobs.job where name = any($1) and state < 'active' returning id`, [
      names,
    ])
    const running = await query(url, `select id from jobs.job where name = any($1) and state = 'active'`, [names])
    left = waiting.length + running.length
    if (left > 0) await pause(50)
  }
}

/** The public address of a product behind a proxy that ends TLS. */
export const HTTPS = 'https://landfall.test'

/** `env`: settings besides the demo's own. With an https address as `PUBLIC_URL`, cookies are those of a secure site. */
export async function openWorld(template: string, env: Record<string, string> = {}): Promise<World> {
  const database = await createScratchDatabase(template)
  // A product with a public address prints that one, not the port that it listens on.
  const port = env['PUBLIC_URL'] ? await freePort() : 0
  const product = await startProduct({
    env: { DATABASE_URL: database.url, PORT: String(port), ...env },
  })
  await endRounds(database.url)
  const people = await settlePeople(database.url, { secure: env['PUBLIC_URL']?.startsWith('https:') ?? false })
  const [id, submissionId] = [randomUUID(), randomUUID()]
  const pending = { id, slug: 'zebedee-quillfeather', name: 'Zebedee Quillfeather', submissionId }
  await query(
    database.url,
    `insert into mentors (id, slug, name, role, experience, location, languages, price_pence, currency, time_zone, status, created_at)
     values ($1, $2, $3, 'Cartographer', 5, 'Leeds, United Kingdom', '{en}', 4500, 'GBP', 'Europe/London', 'pending', $4)`,
    [pending.id, pending.slug, pending.name, new Date()],
  )
  const content = mentorContent({
    name: pending.name,
    role: 'Cartographer',
    company: '',
    experience: 5,
    location: 'Leeds, United Kingdom',
    languages: ['en'],
    education: '',
    price: toMinorUnits(4_500),
    moves: [],
    sessions: [],
  })
  await query(
    database.url,
    `insert into mentor_submissions (id, mentor_id, content, submitted_at, changed_at) values ($1, $2, $3, $4, $4)`,
    [submissionId, id, JSON.stringify(content), new Date()],
  )
  const cohort = { id: randomUUID(), slug: 'zebedees-crossing' }
  await query(
    database.url,
    `insert into cohorts (id, slug, account_id, status, status_since, changed_at, title, subtitle, mentor_name, starts_on,
       ends_on, seats, commitment, audience, welcome, core_skills, interview_prep, skills_gain, progress, created_at)
     values ($1, $2, $3, 'pending', $4, $4, 'Zebedee’s crossing', '', 'Zebedee', '2099-01-01', '2099-02-01', 12,
       '2 hours per week', 'Everybody', 'Welcome', '{}', '{}', '{Maps}', '', $4)`,
    [cohort.id, cohort.slug, people.member.accountId, new Date()],
  )
  const booking = await bookSession(database.url, people)
  const seat = await takeSeat(database.url, people)
  const bought = await buyPackage(database.url, people)
  const { db } = await connect(database.url, { connections: 2 })
  const changeable = async () => {
    const tables = Object.entries(await readTables(db))
    return Object.fromEntries(tables.filter(([name]) => !/^jobs\.|listing/.test(name)))
  }
  const close = async () => {
    await db.destroy()
    await product.stop()
    await database.drop()
  }
  const url = port ? `http://127.0.0.1:${port}` : product.url
  return {
    url,
    origin: env['PUBLIC_URL'] ?? url,
    databaseUrl: database.url,
    people,
    pending,
    cohort,
    booking,
    seat,
    bought,
    content: changeable,
    close,
  }
}

async function bookSession(databaseUrl: string, { member, mentor }: People): Promise<World['booking']> {
  const reference = 'B-2345-6789'
  const now = new Date()
  const startsAt = new Date(now.getTime() + 10 * 86_400_000)
  await query(
    databaseUrl,
    `insert into bookings (id, reference, secret_hash, mentor_id, session_type_id, session_title, starts_at, minutes,
       mentor_time_zone, price_pence, currency, mentee_name, mentee_email, mentee_phone, mentee_time_zone, topic,
       terms_version, terms_accepted_at, status, pay_before, hold_expires_at, paid_amount_pence, paid_at, created_at,
       account_id)
     select $1, $2, 'access world', mentor_id, id, title, $3, minutes, 'Europe/London', 4500, 'GBP', $4, $5, '07700 900000',
       'Asia/Kolkata', '', '2026-11', $6, 'confirmed', $6, $6, 4500, $6, $6, $7
     from session_types where mentor_id = $8 order by position limit 1`,
    [randomUUID(), reference, startsAt, member.name, member.email, now, member.accountId, mentor.mentorId],
  )
  return { reference }
}

async function takeSeat(databaseUrl: string, { member, mentor }: People): Promise<World['seat']> {
  const [id, slug, reference] = [randomUUID(), 'first-term-in-leeds', 'B-3456-7892']
  const now = new Date()
  await query(
    databaseUrl,
    `insert into cohorts (id, slug, account_id, status, status_since, changed_at, title, subtitle, mentor_name, starts_on,
       ends_on, seats, commitment, audience, welcome, core_skills, interview_prep, skills_gain, progress, created_at)
     values ($1, $2, $3, 'accepted', $4, $4, 'First term in Leeds', '', 'Mentor', '2099-01-01', '2099-02-01', 12,
       '2 hours per week', 'Everybody', 'Welcome', '{}', '{}', '{Maps}', '', $4)`,
    [id, slug, mentor.accountId, now],
  )
  await query(
    databaseUrl,
    `with taken as (insert into bookings (id, reference, secret_hash, cohort_id, session_title, starts_at, minutes,
       mentor_time_zone, price_pence, currency, mentee_name, mentee_email, mentee_phone, mentee_time_zone, topic,
       terms_version, terms_accepted_at, status, pay_before, hold_expires_at, created_at, account_id)
     values ($1, $2, 'access world seat', $3, 'First term in Leeds', '2099-01-01', 46080, 'UTC', 0, 'GBP', $4, $5, '', 'UTC',
       '', '2026-11', $6, 'confirmed', $6, $6, $6, $7) returning id, cohort_id)
     insert into seats (booking_id, cohort_id, number, seats) select id, cohort_id, 1, 12 from taken`,
    [randomUUID(), reference, id, member.name, member.email, now, member.accountId],
  )
  return { reference, slug }
}

async function buyPackage(databaseUrl: string, { member, mentor }: People): Promise<World['bought']> {
  const [id, reference, now] = [randomUUID(), 'B-4567-8923', new Date()]
  await query(
    databaseUrl,
    `with taken as (insert into bookings (id, reference, secret_hash, package_id, session_title, starts_at, minutes,
       mentor_time_zone, price_pence, currency, mentee_name, mentee_email, mentee_phone, mentee_time_zone, topic,
       terms_version, terms_accepted_at, status, pay_before, hold_expires_at, created_at, account_id, paid_amount_pence, paid_at,
       payment_intent)
     values ($1, $2, 'access world package', $1, 'First weeks', '2099-01-01', 60, 'UTC', 9000, 'GBP', $3, $4, '', 'UTC',
       '', '2026-11', $5, 'confirmed', $5, $5, $5, $6, 9000, $5, 'pi_package') returning id),
     sold as (insert into packages (id, mentor_id, session_type_id, sessions)
       select taken.id, $7, session_types.id, 3 from taken, session_types
       where session_types.mentor_id = $7 order by position limit 1 returning id),
     parts as (insert into credits (package_id, number, share, fee)
       select id, number, 3000, 0 from sold, generate_series(1, 3) as number)
     insert into ledger (id, booking_id, kind, amount_pence, currency, service_id, created_at)
     select gen_random_uuid(), id, kind, amount, 'GBP', 'pi_package', $5
     from sold, (values ('charge', 9000), ('deferred', -9000)) as entry (kind, amount)`,
    [id, reference, member.name, member.email, now, member.accountId, mentor.mentorId],
  )
  return { reference }
}
