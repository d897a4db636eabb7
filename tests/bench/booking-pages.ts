/**
 * What a booking's own page costs, among many bookings, compared with the minimal cost of such a page: React rendering the
 * same tree from memory, through the same server. And the list of mentors while the background jobs run, compared with
 * the same without them.
 */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { bookingSecret } from '#server/bookings/booking-link'
import { connect, type Db } from '#server/platform/db/connect'
import { secretMaker } from '#server/platform/secrets'
import { startMailbox } from '../../sandbox/mailbox.ts'
import { findOffer, hold, pay } from '../support/bookings/visitor.ts'
import { createScratchDatabase } from '../support/database/scratch-database.ts'
import { AUTH_SECRET, startProduct, type Product } from '../support/product/processes.ts'
import { makeBookings } from './booking-data.ts'
import { openBookingProduct, type BookingProduct } from './booking-product.ts'
import { atMost, median, PRODUCTION, sized, type Figure } from './figures.ts'
import { BENCH_BUILD, load, makeBenchBuild, postgresVersion, processorTime, PRODUCT_BUILD, seed } from './processes.ts'

/** Half of them in the past. */
const BOOKINGS = sized(200_000, 2_000)
const FUTURE = `${(BOOKINGS / 2).toLocaleString('en')} future bookings and as many past ones`

const CONNECTIONS = 8
const WARM_UP_SECONDS = 4
const PAGE_ROUND_SECONDS = 2
const PAGE_ROUNDS = sized(9, 1)

const PAGES_PER_SECOND = 100
const JOB_ROUND_SECONDS = 4
const JOB_ROUNDS = sized(7, 1)
const MAILS_PER_SECOND = 17 // A thousand a minute.

export async function measureBookingPages(): Promise<Figure[]> {
  await makeBenchBuild()
  const { url: databaseUrl } = await createScratchDatabase(await seed('PostgreSQL'))
  const { db } = await connect(databaseUrl, { connections: 4, unlimited: true })
  const mailbox = await startMailbox({ db, now: () => new Date() })
  await makeBookings(db, new Date(), { until: BOOKINGS, expired: null })
  await endPast(db)
  const env = { DATABASE_URL: databaseUrl, SMTP_URL: mailbox.url }
  const product = await startProduct({ build: PRODUCT_BUILD, env })
  try {
    const page = await measurePage(product, db, env)
    const beside = await measureBesideJobs(product, databaseUrl, mailbox.url)
    return [page, beside]
  } finally {
    await product.stop()
    await mailbox.close()
    await db.destroy()
  }
}

/**
 * Ends the sessions before tomorrow. Otherwise the jobs would complete and remind of thousands while something else is
 * measured.
 */
async function endPast(db: Db): Promise<void> {
  const tomorrow = new Date(Date.now() + 26 * 3_600_000)
  const past = db.selectFrom('bookings').select('id').where('startsAt', '<', tomorrow)
  await db.deleteFrom('claims').where('bookingId', 'in', past).execute()
  await db.updateTable('bookings').set({ status: 'cancelled' }).where('startsAt', '<', tomorrow).execute()
  await sql`vacuum analyze bookings`.execute(db)
}

/** A paid session, as its guest sees it days before. */
async function measurePage(product: Product, db: Db, env: Record<string, string>): Promise<Figure> {
  const held = await hold(product.url, await findOffer(product.url), 'grace@example.com')
  await fetch(await pay(product.url, held))
  const booking = await db
    .selectFrom('bookings')
    .select(['id', 'reference', 'linkVersion'])
    .where('reference', '=', held.reference)
    .where('status', '=', 'confirmed')
    .executeTakeFirstOrThrow()
  const secret = bookingSecret({ secretFor: secretMaker(AUTH_SECRET) }, booking)
  const headers = { cookie: `booking-${booking.reference}=${secret}` }
  const floor = await startProduct({ build: BENCH_BUILD, env })
  // Without jobs: those of a fresh database look up when a thousand mentors are free, which is no part of a page.
  const web = await startProduct({ build: PRODUCT_BUILD, env: { ...env, ROLE: 'web' } })
  const ask = async ({ url, pid }: Product, seconds: number) => {
    const before = processorTime(pid) ?? Number.NaN
    const path = `/bookings/${booking.reference}`
    const { requests, p99 } = await load(url + path, { connections: CONNECTIONS, seconds, headers })
    return { p99, milliseconds: ((processorTime(pid) ?? Number.NaN) - before) / requests }
  }
  for (const each of [floor, web]) await ask(each, WARM_UP_SECONDS)
  const rounds = []
  for (let round = 0; round < PAGE_ROUNDS; round += 1) {
    const least = await ask(floor, PAGE_ROUND_SECONDS)
    const real = await ask(web, PAGE_ROUND_SECONDS)
    rounds.push({ real, least: least.milliseconds, ratio: real.milliseconds / least.milliseconds })
  }
  await floor.stop()
  await web.stop()
  const cost = median(rounds.map(({ real }) => real.milliseconds))
  const least = median(rounds.map((round) => round.least))
  const ratio = median(rounds.map((round) => round.ratio))
  const p99 = Math.round(median(rounds.map(({ real }) => real.p99)))
  return {
    benchmark: 'booking page',
    found: `${cost.toFixed(2)} ms of CPU a page, ${ratio.toFixed(2)} × floor (floor ${least.toFixed(2)} ms; p99 ${p99} ms)`,
    conditions: [
      `/bookings/{reference} of a paid session by its guest's cookie, among ${FUTURE}`,
      'floor: renderToString of the same tree from memory, same server',
      `processor time of a process with ROLE=web beside one with all its jobs, ${CONNECTIONS} connections, autocannon in another`,
      `median of ${PAGE_ROUNDS} rounds of ${PAGE_ROUND_SECONDS} s in turns`,
      `${PRODUCTION} for both`,
      await postgresVersion(),
    ].join('; '),
    target: atMost(cost, 4, ' ms'),
  }
}

async function measureBesideJobs({ url }: Product, databaseUrl: string, mailUrl: string): Promise<Figure> {
  const other = await openBookingProduct(databaseUrl, { connections: 2, mailUrl })
  const ask = () =>
    load(`${url}/mentors`, { connections: 8, seconds: JOB_ROUND_SECONDS, headers: {}, perSecond: PAGES_PER_SECOND })
  await untilIdle(other)
  await ask()
  const rounds: { alone: number; beside: number; ratio: number }[] = []
  for (let round = 0; round < JOB_ROUNDS; round += 1) {
    const alone = (await ask()).p99
    const ended = new AbortController()
    const queueing = keepQueueing(other, ended.signal)
    const beside = (await ask()).p99
    ended.abort()
    await queueing
    await untilIdle(other)
    rounds.push({ alone, beside, ratio: beside / alone })
  }
  const { count } = await other.database.db
    .selectFrom('outbox')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow()
  await other.close()
  const ratio = median(rounds.map((round) => round.ratio))
  const [alone, beside] = [median(rounds.map((round) => round.alone)), median(rounds.map((round) => round.beside))]
  return {
    benchmark: 'list while jobs run',
    found: `${ratio.toFixed(2)} × without (p99 ${beside} ms, without ${alone} ms; ${count} emails)`,
    conditions: [
      `/mentors of visitors, ${PAGES_PER_SECOND} a second over 8 connections, from the process that runs the jobs`,
      `each second the minute's sweep, reminders and outbox, and ${MAILS_PER_SECOND} emails, among ${FUTURE}`,
      `median of ${JOB_ROUNDS} rounds of ${JOB_ROUND_SECONDS} s in turns`,
      PRODUCTION,
      await postgresVersion(),
    ].join('; '),
    target: atMost(ratio, 1.5),
  }
}

/** Queues in each second what the product does in a minute, for its workers to run. */
async function keepQueueing({ app, bundle }: BookingProduct, signal: AbortSignal): Promise<void> {
  for (let second = 0; !signal.aborted; second += 1) {
    await app.db.transaction().execute(async (tx) => {
      for (const name of ['sweep', 'reminders', 'outbox'] as const) await app.queue(tx, name, {})
      for (let n = 0; n < MAILS_PER_SECOND; n += 1) {
        const recipient = `reader-${second}-${n}@example.com`
        await bundle.queueMail(app, tx, { about: 'account', kind: 'email_changed', recipient })
      }
    })
    await setTimeout(1_000, undefined, { signal }).catch(() => {})
  }
}

/** Waits until the workers have done all that was queued. */
async function untilIdle({ app: { db } }: BookingProduct): Promise<void> {
  const waiting = () => db.selectFrom('outbox').select('id').where('state', '=', 'waiting').executeTakeFirst()
  while (await waiting()) await setTimeout(200)
}
