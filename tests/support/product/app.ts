/**
 * An `App` and its site for tests: real SQL, the sandbox's real protocols, and a clock that stands still. `site` has no
 * pages, which have end-to-end tests.
 */
import { claimBookings } from '#server/bookings/queries'
import { transferSettlement } from '#server/payouts/connect/transfer-settlement'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import { PgBoss, fromPglite } from 'pg-boss'
import { expect } from 'vitest'
import { HORIZON_DAYS } from '#domain/bookings/availability'
import { DAILY_STARTS } from '#domain/bookings/daily-starts'
import { ADVICE } from '#domain/mentors/advice'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import { toMinorUnits } from '#domain/payments/money'
import { NO_TRANSLATIONS } from '#domain/site-settings'
import { createDirectory } from '#server/search/engine/directory'
import { minutesAfter } from '#domain/time/wall-time'
import { createSite } from '#server/site/site'
import { connectAuth } from '#server/accounts/auth/auth'
import { loadConfig } from '#server/platform/config'
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import { jobNames, openJobs, runJob } from '#server/jobs'
import { SHIPPED_RATES } from '#server/payments/rates/shipped-rates'
import { secretMaker } from '#server/platform/secrets'
import { connectMailer } from '#server/platform/mail/smtp'
import { connectPayments } from '#server/payments/stripe/stripe'
import { connectStorage } from '#server/platform/storage/storage'
import { UNTRACED } from '#server/platform/tracing/tracing'
import type { Violation } from '#server/bookings/invariants/invariants-queries'
import invariants from '../../../server/bookings/invariants/invariants-queries.sql?raw'
import { startMailbox } from '../../../sandbox/mailbox.ts'
import { quickHashing } from '../accounts/quick-hashing.ts'
import { emptyDatabase, openTestDatabase } from '../database/database.ts'
import { openBlankPdf } from '../pdf.ts'
import { startStandIn } from '../payments/stand-in.ts'
import { openTestPictures } from '../pictures/pictures.ts'
import { NO_LIMITS } from './limits.ts'
import { connectWebhooks } from '#server/platform/network/webhook-sender'
import { openTestCalendars, startCalendarService } from '../calendars/calendar-service.ts'

export const ORIGIN = 'http://landfall.test'
export const WEBHOOK_SECRET = 'whsec_test'
const AUTH_SECRET = 'p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM='
const START = new Date('2030-01-07T09:00:00Z') // A Monday, in winter.
const EPOCH = new Date(0)
/** Prepared: PostgreSQL plans them thirty times as long as it looks for them among a test's few rows. */
const INVARIANTS = `/* prepared: invariants */ ${invariants}`

/** Accounts as the tests' product has them, but for `settings`. */
export const connectTestAuth = (
  { db, now, claimBookings: claim }: Pick<App, 'db' | 'now' | 'claimBookings'>,
  settings: Partial<Parameters<typeof connectAuth>[0]> = {},
) =>
  connectAuth({
    db,
    now,
    claimBookings: claim,
    secret: AUTH_SECRET,
    publicUrl: ORIGIN,
    siteName: 'Landfall',
    hashing: quickHashing,
    onError: () => {},
    ...settings,
  })

/**
 * `webhookUrls`: where the payment service sends its events; by default none, and tests deliver them. Tests about limits set
 * `app.config`, which `reset` restores.
 */
export async function openTestApp({ webhookUrls = () => [] }: { webhookUrls?: () => string[] } = {}) {
  const database = await openTestDatabase()
  const { db } = database
  const clock = {
    time: START,
    forward(minutes: number) {
      clock.time = minutesAfter(clock.time, minutes)
    },
  }
  const now = () => clock.time
  const faults: unknown[] = []
  const note = (_event: string, facts?: { error?: unknown }) => void faults.push(facts?.error)
  const stripe = await startStandIn(db, now, webhookUrls)
  const mailbox = await startMailbox({ db, now })
  const jobs = await openJobs(database, database.url, (error) => note('jobs', { error }))
  const loaded = loadConfig({ PUBLIC_URL: ORIGIN, PAYMENT_METHODS: 'card,bacs_debit', ...NO_LIMITS })
  if (!loaded.ok) throw new Error(loaded.error)
  const config = { ...loaded.value, PUBLIC_URL: ORIGIN, fixedOrigin: true }
  const files = mkdtempSync(join(tmpdir(), 'landfall-files-'))
  const pictures = openTestPictures()
  const calendarService = await startCalendarService()
  const calendars = openTestCalendars(calendarService, AUTH_SECRET)
  const app: App = {
    db,
    replica: null,
    config,
    environment: { config, advice: ADVICE },
    now,
    clockAgrees: true,
    payments: connectPayments({
      secretKey: 'sk_test_sandbox',
      webhookSecrets: [WEBHOOK_SECRET],
      apiBase: stripe.url,
      throttleWaits: [], // The tests' clock stands still; `timeout.test.ts` waits.
    }),
    claimBookings,
    transfers: transferSettlement,
    auth: connectTestAuth({ db, now, claimBookings }, { onError: (error) => note('auth', { error }) }),
    mailer: connectMailer({
      url: mailbox.url,
      connections: 1, // Since the mail server pauses before its greeting.
      from: 'bookings@landfall.test',
      support: 'help@landfall.test',
      siteName: () => app.config.SITE_NAME,
    }),
    storage: connectStorage({ folder: files }),
    pictures,
    pdf: openBlankPdf(),
    calendars,
    webhooks: connectWebhooks({ network: calendarService.network, deadlineMs: 2_000 }),
    rates: SHIPPED_RATES,
    ratesFile: null,
    queue: jobs.queue,
    secretFor: secretMaker(AUTH_SECRET),
    directory: createDirectory(),
    log: { info: () => {}, warn: note, error: note },
    tracing: UNTRACED,
    texts: { terms: null, privacy: null, advice: ADVICE, translations: NO_TRANSLATIONS },
  }
  const worker = openWorker(database)
  let testName = ''
  /**
   * Throws, naming the test that ran last, unless all invariants hold. Without an instant it does not look at the age
   * of holds, since most tests let time pass without running the sweeper.
   */
  const check = async (at = START) => {
    const { rows: violations } = await db.executeQuery<Violation>(CompiledQuery.raw(INVARIANTS, [at, EPOCH]))
    const broken = violations.map(({ invariant, subject }) => `${invariant} ${subject}`).join(', ')
    if (broken) throw new Error(`“${testName}” broke an invariant: ${broken}`)
  }
  const site = createSite(app, {
    pages: async () => new Response('A page', { status: 404 }),
    clientFolder: null,
    beside: stripe.pages,
  })

  return {
    app,
    db,
    clock,
    stripe,
    site,
    calendarService,
    /** Errors that were logged as a warning or an error. */
    faults,
    mails: () => mailbox.messages(),
    mailbox,
    jobs,
    /** Makes failed jobs due now: their retry time goes by the database's clock, which cannot be moved. */
    async hastenRetries() {
      await sql`update jobs.job set start_after = created_on where state = 'retry'`.execute(db)
    },
    /** Runs all due jobs until none is left, on this App or on another one. */
    async runJobs(on = app) {
      const boss = await worker
      for (let ran = true; ran;) {
        ran = false
        for (const name of await listDue(db)) {
          for (let due = await boss.fetch<never>(name); due.length > 0; due = await boss.fetch<never>(name)) {
            ran = true
            for (const job of due) {
              const failure = await runJob(on, name, job.data).catch((error: unknown) => ({ error }))
              await (failure ? boss.fail(name, job.id) : boss.complete(name, job.id))
            }
          }
        }
      }
    },
    /** Throws unless all invariants hold now, the age of holds included. Call it after a sweep. */
    check: () => check(clock.time),
    /** Checks the invariants, then empties the database and sets the clock to a Monday morning in January. */
    async reset({ unchecked = false } = {}) {
      if (!unchecked) await check()
      testName = expect.getState().currentTestName ?? ''
      await emptyDatabase(database)
      await sql`delete from jobs.job`.execute(db)
      rmSync(files, { recursive: true, force: true })
      app.directory = createDirectory()
      app.config = config
      clock.time = START
      faults.length = 0
      mailbox.fail(null)
      calendarService.reset()
    },
    async close() {
      const violated = await check().catch((error: unknown) => ({ error }))
      await (await worker).stop({ graceful: false })
      await jobs.close()
      await stripe.close()
      await app.mailer.close()
      await pictures.close()
      await calendars.close()
      await calendarService.close()
      await mailbox.close()
      await database.close()
      rmSync(files, { recursive: true, force: true })
      if (violated) throw violated.error
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof openTestApp>>

/** The names of jobs that are due, in the order of their table. To ask for each of them takes thirty times as long. */
async function listDue(db: Db): Promise<(typeof jobNames)[number][]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from jobs.job where state < 'active' and start_after <= now()`.execute(db)
  return jobNames.filter((name) => rows.some((due) => due.name === name))
}

/** Fetches jobs when a test calls it, instead of the product's workers, which run at any time. */
async function openWorker(database: Awaited<ReturnType<typeof openTestDatabase>>): Promise<PgBoss> {
  const boss = new PgBoss({
    ...(database.engine.kind === 'pglite'
      ? { db: fromPglite(database.engine.pglite), backend: 'pglite' }
      : { connectionString: database.url, max: 1 }),
    schema: 'jobs',
    supervise: false,
    schedule: false,
    migrate: false,
  })
  return boss.start()
}

/**
 * Adds a mentor; by default an accepted one in Kolkata with one session of 60 minutes at £45.00, an hour's notice and
 * the usual starts. `starts` are those of every weekday.
 */
export async function addMentor(
  { db, clock }: { db: TestApp['db']; clock: { time: Date } },
  mentor: {
    id?: string
    name?: string
    slug?: string
    timeZone?: string
    starts?: string[]
    noticeHours?: number
    horizonDays?: number
    price?: number
    currency?: string
    status?: MentorStatus
    sessions?: { id?: string; title?: string; minutes?: number; price?: number | null }[]
  } = {},
) {
  const id = mentor.id ?? randomUUID()
  const slug = mentor.slug ?? `mentor-${id.slice(0, 8)}`
  const name = mentor.name ?? 'Ada Lovelace'
  await db
    .insertInto('mentors')
    .values({
      id,
      slug,
      name,
      role: 'Analyst',
      experience: 5,
      location: 'Kolkata, India',
      languages: ['en', 'bn'],
      pricePence: toMinorUnits(mentor.price ?? 4500),
      currency: mentor.currency ?? 'GBP',
      portrait: null,
      timeZone: mentor.timeZone ?? 'Asia/Kolkata',
      noticeHours: mentor.noticeHours ?? 1,
      horizonDays: mentor.horizonDays ?? HORIZON_DAYS.default,
      weeklyStarts: JSON.stringify(Array.from({ length: 7 }, () => mentor.starts ?? DAILY_STARTS)),
      status: mentor.status ?? 'accepted',
      createdAt: clock.time,
    })
    .execute()
  const sessions = (mentor.sessions ?? [{}]).map((session, position) => ({
    id: session.id ?? randomUUID(),
    mentorId: id,
    position,
    title: session.title ?? 'First ninety days',
    minutes: session.minutes ?? 60,
    pricePence: session.price === undefined || session.price === null ? null : toMinorUnits(session.price),
  }))
  if (sessions.length > 0) await db.insertInto('sessionTypes').values(sessions).execute()
  return { id, slug, name, sessionTypeIds: sessions.map((session) => session.id) }
}
