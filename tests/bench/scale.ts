/**
 * What sells and what admins read among ten million bookings and a million mentors in one database, and the same after
 * `deploy/partition-by-mentor.sql` has divided them. Takes most of an hour and 60 GB of disk.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { DAY_MS } from '#domain/time/wall-time'
import { writeBackup } from '#server/platform/backup/write-backup'
import { connect, type Db } from '#server/platform/db/connect'
import { connectStorage } from '#server/platform/storage/storage'
import { settlePeople } from '../support/accounts/people.ts'
import { partitionByMentor } from '../support/database/partition-by-mentor.ts'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { makeBookings } from './booking-data.ts'
import { listOffers, makeRequest, openBookingProduct, type BookingProduct, type Offer } from './booking-product.ts'
import { startDesk } from './desk.ts'
import { median, percentile, PRODUCTION, ratePerSecond, sized, timeEach, type Figure } from './figures.ts'
import { makeBenchBuild, postgresVersion, seed } from './processes.ts'
import { growMentors } from './search-data.ts'

const BOOKINGS = Number(process.env['SCALE_BOOKINGS'] ?? sized(10_000_000, 2_000))
const MENTORS = Number(process.env['SCALE_MENTORS'] ?? sized(1_000_000, 1_000))
/** What 8 emails a booking leave behind in the 30 days for which they are kept. */
const MAILS = Math.round((BOOKINGS * 8 * 30) / 365)
const CONNECTIONS = 8
const SPAN_DAYS = 62
const ASKS = sized(200, 2)
const ROUND = sized(400, 20)
const ROUNDS = sized(3, 1)
const OFFERING_MENTORS = sized(100, 20)

/** By name; milliseconds, or a rate per second. */
type Measured = Map<string, { value: number; unit: 'ms' | '/s' | 's' }>

export async function measureScale(): Promise<Figure[]> {
  await makeBenchBuild()
  const { url: databaseUrl } = await createScratchDatabase(await seed('PostgreSQL'))
  const { db } = await connect(databaseUrl, { connections: 1, unlimited: true })
  const { admin } = await settlePeople(databaseUrl)
  const seeding = await timed('filled', () => fill(db))
  const offers = (await listOffers(databaseUrl, OFFERING_MENTORS)).values()
  const whole = await measure(databaseUrl, admin.cookie, offers)
  const backup = await measureBackup(db)
  const dividing = await timed('divided', () => partitionByMentor(db))
  const divided = await measure(databaseUrl, admin.cookie, offers)
  const { rows } = await sql<{
    size: string
  }>`select pg_size_pretty(pg_database_size(current_database())) as size`.execute(db)
  await db.destroy()

  const conditions = [
    `${BOOKINGS.toLocaleString('en')} bookings, half of them in the future, and ${MAILS.toLocaleString('en')} sent emails`,
    `${MENTORS.toLocaleString('en')} listed mentors`,
    `${rows[0]!.size} in the end, filled in ${seeding.toFixed(0)} s`,
    `pool of ${CONNECTIONS} connections`,
    PRODUCTION,
    await postgresVersion(),
  ].join('; ')
  const format = ({ value, unit }: { value: number; unit: string }) =>
    `${value.toFixed(unit === '/s' ? 0 : 1)}${unit === '/s' ? '' : ' '}${unit}`
  return [
    ...[...whole].map(([name, before]) => {
      const after = divided.get(name)!
      return {
        benchmark: `scale: ${name}`,
        found: `${format(before)}; in partitions ${format(after)} (${(after.value / before.value).toFixed(2)} ×)`,
        conditions,
        target: null,
      }
    }),
    { benchmark: 'scale: backup', found: backup, conditions, target: null },
    {
      benchmark: 'scale: dividing by mentor',
      found: `${dividing.toFixed(0)} s`,
      conditions: `${conditions}; deploy/partition-by-mentor.sql, 16 partitions`,
      target: null,
    },
  ]
}

/** Seconds. Prints them, since each takes minutes. */
async function timed(done: string, work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1_000
  console.error(`  ${done} in ${seconds.toFixed(0)} s`)
  return seconds
}

/** Tables with millions of rows, which come without indexes and constraints: those are made once all rows are there. */
const LARGE_TABLES = sql.raw(`'{bookings, claims, ledger, outbox}'::regclass[]`)

async function fill(db: Db): Promise<void> {
  const { rows: constraints } = await sql<{ table: string; name: string; definition: string; isReference: boolean }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition, contype = 'f' as is_reference
    from pg_constraint
    where contype in ('p', 'u', 'x', 'f') and (conrelid = any (${LARGE_TABLES}) or confrelid = any (${LARGE_TABLES}))
    order by contype <> 'f'`.execute(db)
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any (${LARGE_TABLES}) and not exists (select from pg_constraint where conindid = indexrelid)`.execute(
    db,
  )
  for (const { table, name } of constraints) await sql.raw(`alter table ${table} drop constraint ${name}`).execute(db)
  for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(db)
  await timed('bookings', () => makeBookings(db, new Date(), { until: BOOKINGS, expired: null, spread: true }))
  await sql`delete from claims using bookings where bookings.id = booking_id and status = 'completed'`.execute(db)
  await sql`
    insert into outbox (id, about, subject, kind, recipient, version, created_at, state, state_since, next_at)
    select md5('mail ' || n)::uuid, 'booking', md5('booking ' || n)::uuid, 'confirmed', 'buyer-' || n || '@example.com', '1',
      now() - make_interval(secs => n % 2592000), 'sent', now(), now()
    from generate_series(1, ${sql.lit(MAILS)}) as n`.execute(db)
  await sql`set maintenance_work_mem = '1GB'`.execute(db)
  await timed('indexes', async () => {
    for (const { table, name, definition } of constraints.toReversed())
      await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(db)
    for (const { definition } of indexes) await sql.raw(definition).execute(db)
  })
  await timed('mentors', () => growMentors(db, 0, MENTORS, false)) // Their claims would be of no booking.
  await sql`vacuum analyze`.execute(db)
}

async function measure(databaseUrl: string, cookie: string, offers: IteratorObject<Offer>): Promise<Measured> {
  const product = await openBookingProduct(databaseUrl, { connections: CONNECTIONS })
  const figures: Measured = new Map()
  const note = (name: string, value: number, unit: 'ms' | '/s' | 's') => {
    console.error(`  ${name}: ${value.toFixed(1)} ${unit}`)
    figures.set(name, { value, unit })
  }
  const slots = await measureSlots(product, databaseUrl)
  note('free times of 62 days, p50', median(slots), 'ms')
  note('free times of 62 days, p95', percentile(slots, 0.95), 'ms')
  await measureHolds(product, offers, 1) // Warm-up.
  const { held, booked, swept } = await measureHolds(product, offers, ROUNDS)
  note('holds', held, '/s')
  note('whole bookings, hold to settled', booked, '/s')
  note('expired holds released by the sweep', swept, '/s')
  const round = () => product.bundle.queueReminders(product.app)
  await round()
  note('a round of reminders, slowest of 10', Math.max(...(await timeEach(round, 10))), 'ms')
  note(
    'a round of the outbox, slowest of 10',
    Math.max(...(await timeEach(() => product.bundle.queueDueMails(product.app), 10))),
    'ms',
  )
  await product.close()
  const ready = performance.now()
  const desk = await startDesk(databaseUrl, cookie, BOOKINGS)
  note('start of a web process until it is ready', (performance.now() - ready) / 1_000, 's')
  const { dashboard, first, far } = await desk.timePages()
  note('admin dashboard, p95', dashboard.p95, 'ms')
  note('admin bookings, p95', first.p95, 'ms')
  note('admin bookings, 999 pages on, p95', far.p95, 'ms')
  await desk.product.stop()
  return figures
}

/** Of a mentor with a booking each day. */
async function measureSlots({ app, bundle }: BookingProduct, databaseUrl: string): Promise<number[]> {
  const [mentor] = await query<{ id: string }>(databaseUrl, `select id from mentors where slug = 'other-0'`)
  const from = new Date(Date.now() + DAY_MS)
  const requested = { mentorId: mentor!.id, minutes: 60, from, to: new Date(from.getTime() + SPAN_DAYS * DAY_MS) }
  return timeEach(() => bundle.readSlots(app, requested), ASKS)
}

/** Per second. The sweep releases holds of its round that have expired, as the payment service says. */
async function measureHolds(
  { app, bundle, database: { db } }: BookingProduct,
  offers: IteratorObject<Offer>,
  rounds: number,
) {
  const hold = async (offer: Offer) => {
    const { request, client } = makeRequest(offer)
    const held = await bundle.holdSlot(app, request, client)
    if (!held.ok) throw new Error(JSON.stringify(held.error))
    return held.value
  }
  const readCheckout: typeof app.payments.readCheckout = async (id) => {
    const checkout = await app.payments.readCheckout(id)
    return checkout && { ...checkout, status: 'expired', paymentIntent: null }
  }
  const payments = { ...app.payments, readCheckout }
  const rates: { held: number; booked: number; swept: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const ids: string[] = []
    const held = await ratePerSecond(offers.take(ROUND).toArray(), CONNECTIONS, async (offer) =>
      ids.push((await hold(offer)).bookingId),
    )
    const booked = await ratePerSecond(offers.take(ROUND / 2).toArray(), CONNECTIONS, async (offer) =>
      bundle.settleCheckout(app, (await hold(offer)).checkoutId!),
    )
    const past = new Date(Date.now() - 600_000)
    await db.updateTable('bookings').set({ payBefore: past, holdExpiresAt: past }).where('id', 'in', ids).execute()
    const started = performance.now()
    await bundle.sweep({ ...app, payments })
    const swept = ids.length / ((performance.now() - started) / 1_000)
    const kept = await db
      .selectFrom('bookings')
      .select('id')
      .where('status', '=', 'held')
      .where('id', 'in', ids)
      .execute()
    if (kept.length > 0) throw new Error(`${kept.length} expired holds were not released`)
    rates.push({ held, booked, swept })
  }
  return {
    held: median(rates.map((rate) => rate.held)),
    booked: median(rates.map((rate) => rate.booked)),
    swept: median(rates.map((rate) => rate.swept)),
  }
}

async function measureBackup(db: Db): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-bench-scale-'))
  try {
    const storage = connectStorage({ folder: join(folder, 'files') })
    const file = join(folder, 'backup')
    const started = performance.now()
    const { tables } = await writeBackup({ db, storage, now: new Date(), version: 'bench' }, file, null)
    const seconds = (performance.now() - started) / 1_000
    const bytes = Object.values(tables).reduce((sum, table) => sum + table.bytes, 0)
    return `${seconds.toFixed(0)} s, ${(bytes / 1e6 / seconds).toFixed(0)} MB/s (${(bytes / 1e9).toFixed(1)} GB of rows, a file of ${(statSync(file).size / 1e9).toFixed(1)} GB)`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
