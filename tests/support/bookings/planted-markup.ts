/** Markup in every field that users type, written into a data folder with `settleBookedSessions` before a product starts. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { raiseConcern } from '#server/platform/concerns-queries'
import { openDataFolder } from '../accounts/written-people.ts'
import { referenceOf } from './booked-data.ts'

/** Breaks out of text, of an attribute and of a script, if anything lets it. */
export const MARKUP = `"'></title></script><img src=x data-planted onerror=alert(1)><script data-planted>alert(1)</script>`

/** What marks the payload where it was not escaped. */
export const LIVE = '<img src=x data-planted'

const TYPED: Record<string, string[]> = {
  accounts: ['name'],
  mentors: [
    'name',
    'role',
    'company',
    'location',
    'university',
    'education',
    'about',
    'why_mentor',
    'phone',
    'specialization',
    'qualification',
    'status_reason',
  ],
  moves: ['from_city', 'to_city', 'institution'],
  session_types: ['title', 'description', 'leave_with'],
  bookings: ['session_title', 'mentee_name', 'mentee_phone', 'topic', 'cancel_message'],
  feedback: ['text', 'author'],
}

export async function plantMarkup(data: string): Promise<void> {
  const db = await openDataFolder(data)
  const at = new Date()
  for (const [table, columns] of Object.entries(TYPED)) {
    const set = columns.map((column) => sql`${sql.ref(column)} = ${MARKUP}`)
    await sql`update ${sql.table(table)} set ${sql.join(set)}`.execute(db)
  }
  await sql`update feedback set answer = ${MARKUP} where answer is not null`.execute(db)
  const findId = async (session: Parameters<typeof referenceOf>[0]) =>
    (
      await db
        .selectFrom('bookings')
        .select('id')
        .where('reference', '=', referenceOf(session))
        .executeTakeFirstOrThrow()
    ).id
  const [ahead, over, begun] = [await findId('ahead'), await findId('over'), await findId('begun')]
  for (const writer of ['mentee', 'mentor'] as const)
    await sql`insert into booking_messages (id, booking_id, writer, body, created_at)
      values (${randomUUID()}, ${ahead}, ${writer}, ${MARKUP}, ${at})`.execute(db)
  await sql`insert into problems (id, booking_id, side, text, reported_at)
    values (${randomUUID()}, ${over}, 'mentee', ${MARKUP}, ${at})`.execute(db)
  await sql`insert into no_shows (booking_id, absent, reported_at, contested_at, contest)
    values (${begun}, 'mentor', ${at}, ${at}, ${MARKUP})`.execute(db)
  await sql`insert into audit_log (at, actor, action, subject, subject_id, after)
    values (${at}, 'visitor', 'booking.noted', 'bookings', ${ahead}::text, ${JSON.stringify({ note: MARKUP })}::jsonb)`.execute(
    db,
  )
  const words = { what: MARKUP, repair: MARKUP }
  await raiseConcern(db, { kind: 'mismatch', subject: MARKUP, bookingId: ahead, at, words })
  const proposer = (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirstOrThrow()).id
  for (const [slug, status] of [
    ['planted', 'accepted'],
    ['planted-too', 'pending'],
  ] as const) {
    const id = randomUUID()
    await sql`insert into cohorts (id, slug, account_id, status, status_since, changed_at, created_at, message, title, subtitle,
        mentor_name, starts_on, ends_on, seats, commitment, audience, welcome, core_skills, interview_prep, skills_gain, progress)
      select ${id}, ${slug}, ${proposer}, ${status}, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz, m, m, m, m,
        '2040-01-09', '2040-02-09', 15, m, m, m, array[m], array[m], array[m], m from (select ${MARKUP}::text as m) as typed`.execute(
      db,
    )
    await sql`insert into cohort_sessions values (${id}, 1, ${MARKUP}, '2040-01-10', ${MARKUP})`.execute(db)
    await sql`insert into cohort_tasks values (${id}, 1, ${MARKUP}, ${MARKUP}, '2040-01-12')`.execute(db)
    await sql`insert into cohort_resources values (${id}, 1, ${MARKUP}, 'https://example.com/')`.execute(db)
  }
  await sql`insert into cohort_publishing (published, changed_at) values (true, ${at})`.execute(db)
  await db.destroy()
}
