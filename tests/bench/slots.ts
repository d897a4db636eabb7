/** Slots of one mentor with many bookings, while all others have few or very many; and the maximum rate of requests. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { DAY_MS } from '#domain/time/wall-time'
import { connect, type Db } from '#server/platform/db/connect'
import { createScratchDatabase } from '../support/database/scratch-database.ts'
import { startProduct } from '../support/product/processes.ts'
import { makeBookings } from './booking-data.ts'
import { openBookingProduct } from './booking-product.ts'
import { atLeast, atMost, median, percentile, PRODUCTION, sized, timeEach, type Figure } from './figures.ts'
import { load, makeBenchBuild, postgresVersion, processorTime, PRODUCT_BUILD, seed } from './processes.ts'

const SPAN_DAYS = 62
const BOOKED = 200
const [FEW, MANY] = [sized(10_000, 1_000), sized(1_000_000, 2_000)]
const ROUNDS = sized(7, 1)
const ASKS = sized(100, 2)
const VISITORS = 16
/** Of the fastest of its kind: 105 requests/s, p99 239 ms. */
const PEER = { perSecond: 105, p99: 239 }

type Made = Awaited<ReturnType<typeof openMentor>>

export async function measureSlots(): Promise<Figure[]> {
  await makeBenchBuild()
  const now = new Date()
  const few = await openMentor(FEW, now)
  const many = await openMentor(MANY, now)
  const times = { few: [] as number[], many: [] as number[], bare: [] as number[] }
  const ratios: number[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const [alone, crowded] = [await timeEach(few.ask, ASKS), await timeEach(many.ask, ASKS)]
    const bare = await timeEach(few.askNothing, ASKS)
    if (round < 0) continue // Warm-up.
    times.few.push(...alone)
    times.many.push(...crowded)
    times.bare.push(...bare)
    ratios.push(median(crowded) / median(alone))
  }
  const found = await few.ask()
  await few.close()
  await many.close()

  const conditions = [
    `${SPAN_DAYS} days of a mentor with ${BOOKED} bookings: ${found.length} starts, ${found.filter(({ taken }) => taken).length} taken`,
    `${ROUNDS * ASKS} asks one after the other, one process`,
    PRODUCTION,
    await postgresVersion(),
  ].join('; ')
  const spread = (all: number[]) => `p50 ${median(all).toFixed(2)} ms, p95 ${percentile(all, 0.95).toFixed(2)} ms`
  return [
    {
      benchmark: 'slots, on the server',
      found: `${spread(times.many)} (bare select 1: ${spread(times.bare)})`,
      conditions: `${conditions}; ${MANY.toLocaleString('en')} bookings of others`,
      target: atMost(median(times.many), 3, ' ms'),
    },
    {
      benchmark: 'slots, among many bookings',
      found: `${median(ratios).toFixed(2)} × (p50 ${median(times.many).toFixed(2)} ms among ${MANY.toLocaleString('en')} bookings of others, ${median(times.few).toFixed(2)} ms among ${FEW.toLocaleString('en')})`,
      conditions: `${conditions}; two databases in turns`,
      target: atMost(median(ratios), 1.3, ' ×'),
    },
    ...(await measureRequests(many, conditions)),
  ]
}

async function measureRequests({ databaseUrl, address }: Made, conditions: string): Promise<Figure[]> {
  const product = await startProduct({ build: PRODUCT_BUILD, env: { DATABASE_URL: databaseUrl } })
  const asking = { connections: VISITORS, headers: {} }
  await load(product.url + address, { ...asking, seconds: 2 })
  const before = processorTime(product.pid)
  const { requests, perSecond, p99 } = await load(product.url + address, { ...asking, seconds: 8 })
  const after = processorTime(product.pid)
  await product.stop()
  const spent =
    before !== null && after !== null ? `, ${((after - before) / requests).toFixed(2)} ms of the processor each` : ''
  const how = `GET /api/mentors/…/slots of one mentor, so that visitors share reads; ${VISITORS} connections from another process; ${conditions}`
  return [
    {
      benchmark: 'slots, requests',
      found: `${Math.round(perSecond)} requests/s${spent}`,
      conditions: how,
      target: atLeast(perSecond, 10 * PEER.perSecond, ' requests/s'),
    },
    {
      benchmark: 'slots, slowest requests',
      found: `p99 ${p99.toFixed(1)} ms`,
      conditions: how,
      target: atMost(p99, PEER.p99 / 10, ' ms'),
    },
  ]
}

/** A database with this many bookings of others, and the measured mentor. */
async function openMentor(others: number, now: Date) {
  const { url: databaseUrl } = await createScratchDatabase(await seed('PostgreSQL'))
  const { db } = await connect(databaseUrl, { connections: 1, unlimited: true })
  await makeBookings(db, now, { until: others, expired: null })
  const slug = 'busy'
  const { mentorId, sessionTypeId } = await addBusyMentor(db, now, slug)
  const product = await openBookingProduct(databaseUrl, { connections: 2 })
  const { app, bundle } = product
  const [from, to] = [new Date(now.getTime() + DAY_MS), new Date(now.getTime() + (1 + SPAN_DAYS) * DAY_MS)]
  const requested = { mentorId, minutes: 60, from, to }
  const starts = (await bundle.readSlots(app, requested)).map(({ startsAt }) => startsAt)
  const booked = starts.filter(
    (_, at) => Math.floor((at * BOOKED) / starts.length) !== Math.floor(((at + 1) * BOOKED) / starts.length),
  )
  await book(db, now, { mentorId, sessionTypeId, starts: booked })
  await db.destroy()
  const span = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })
  return {
    databaseUrl,
    address: `/api/mentors/${slug}/slots?${span}`,
    ask: () => bundle.readSlots(app, requested),
    askNothing: () => sql`select 1`.execute(app.db),
    close: product.close,
  }
}

async function addBusyMentor(db: Db, now: Date, slug: string) {
  const [mentorId, sessionTypeId] = [randomUUID(), randomUUID()]
  await sql`
    insert into mentors (id, slug, name, role, experience, location, languages, price_pence, currency, time_zone, status,
      horizon_days, created_at)
    values (${mentorId}, ${slug}, 'Ada Lovelace', 'Analyst', 5, 'Kolkata, India', '{en}', 4500, 'GBP', 'Asia/Kolkata',
      'accepted', 90, ${now})`.execute(db)
  await sql`
    insert into session_types (id, mentor_id, position, title, minutes, price_pence)
    values (${sessionTypeId}, ${mentorId}, 0, 'An hour', 60, null)`.execute(db)
  return { mentorId, sessionTypeId }
}

type Booked = { mentorId: string; sessionTypeId: string; starts: Date[] }

/** As the made-up bookings of others are, at these starts. */
async function book(db: Db, now: Date, { mentorId, sessionTypeId, starts }: Booked): Promise<void> {
  const { rows } = await sql<{ id: string; startsAt: Date }>`
    insert into bookings (id, reference, secret_hash, mentor_id, session_type_id, session_title, starts_at, minutes,
      mentor_time_zone, price_pence, currency, mentee_name, mentee_email, mentee_phone, mentee_time_zone, topic,
      terms_version, terms_accepted_at, status, pay_before, hold_expires_at, paid_at, paid_amount_pence, created_at)
    select md5('busy ' || n)::uuid, 'B-ZZZZ-' || lpad(n::text, 4, '0'), md5('busy secret ' || n), ${mentorId}::uuid,
      ${sessionTypeId}::uuid, 'An hour', starts_at, 60, 'Asia/Kolkata', 4500, 'GBP', 'Grace Hopper',
      'busy-' || n || '@example.com', '+44 7700 900123', 'Europe/London', '', '2026-11', ${now}::timestamptz, 'confirmed',
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, 4500, ${now}::timestamptz
    from unnest(${starts}::timestamptz[]) with ordinality as made (starts_at, n)
    returning id, starts_at`.execute(db)
  await sql`
    insert into claims (booking_id, mentor_id, during)
    select id, mentor_id, tstzrange(starts_at, starts_at + interval '1 hour') from bookings where mentor_id = ${mentorId}`.execute(
    db,
  )
  if (rows.length !== BOOKED) throw new Error(`${rows.length} bookings, not ${BOOKED}`)
}
