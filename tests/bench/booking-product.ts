/**
 * The product's workflows in the benchmark's own process, on a PostgreSQL database, with a payment service that
 * responds at once; and slots to book. Every buyer is a different person, and no limit of holds applies.
 */
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { slotsBetween } from '#domain/bookings/availability'
import { ADVICE } from '#domain/mentors/advice'
import type { BookingRequest } from '#domain/bookings/booking'
import type { Checkout } from '#domain/payments/checkout'
import { NO_TRANSLATIONS } from '#domain/site-settings'
import { DAY_MS } from '#domain/time/wall-time'
import { loadConfig } from '#server/platform/config'
import { secretMaker } from '#server/platform/secrets'
import { UNTRACED } from '#server/platform/tracing/tracing'
import type { App } from '#server/context'
import { connect, type Database } from '#server/platform/db/connect'
import { query } from '../support/database/scratch-database.ts'
import type { Network } from '#server/platform/network/network'
import { NO_LIMITS } from '../support/product/limits.ts'
import type * as Bundle from './entry.ts'
import { BENCH_BUILD } from './processes.ts'

/** A free slot; no two of them overlap. */
export type Offer = { mentorId: string; name: string; sessionTypeId: string; startsAt: Date }

export type BookingProduct = {
  app: App
  bundle: typeof Bundle
  database: Database
  jobs: Awaited<ReturnType<typeof Bundle.openJobs>>
  close(): Promise<void>
}

/**
 * `calendars`: where calendars are found instead of the internet. Without `paymentsUrl`, the payment service is in memory, and its checkouts are
 * paid as soon as they exist.
 */
export async function openBookingProduct(
  databaseUrl: string,
  options: { connections: number; paymentsUrl?: string; calendars?: Network; mailUrl?: string },
): Promise<BookingProduct> {
  const { connections, paymentsUrl, calendars, mailUrl = 'smtp://127.0.0.1:9' } = options
  const bundle = (await import(pathToFileURL(resolve(BENCH_BUILD, 'server/index.js')).href)) as typeof Bundle
  const database = await connect(databaseUrl, { connections })
  const jobs = await bundle.openJobs(database, databaseUrl, fail)
  const config = loadConfig({ DATABASE_URL: databaseUrl, ...NO_LIMITS })
  if (!config.ok) throw new Error(config.error)
  const payments = bundle.connectPayments({
    secretKey: 'sk_test_sandbox',
    webhookSecrets: ['whsec_none'],
    apiBase: paymentsUrl,
  })
  const known = { ...config.value, PUBLIC_URL: 'http://127.0.0.1', fixedOrigin: true }
  const app: App = {
    db: database.db,
    replica: null,
    config: known,
    environment: { config: known, advice: ADVICE },
    now: () => new Date(),
    clockAgrees: true,
    rates: bundle.SHIPPED_RATES,
    ratesFile: null,
    tracing: UNTRACED,
    secretFor: secretMaker('p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM='),
    payments: paymentsUrl ? payments : payAtOnce(payments),
    claimBookings: bundle.claimBookings,
    transfers: bundle.transferSettlement,
    auth: bundle.connectAuth({
      claimBookings: bundle.claimBookings,
      db: database.db,
      now: () => new Date(),
      secret: 'a secret of benches, 32 letters and more',
      publicUrl: 'http://127.0.0.1',
      siteName: 'Landfall',
      onError: (error) => fail(error instanceof Error ? error : new Error(String(error))),
    }),
    mailer: bundle.connectMailer({
      url: mailUrl,
      connections: known.SMTP_CONNECTIONS,
      from: 'bookings@landfall.example',
      support: 'help@landfall.example',
      siteName: () => 'Landfall',
    }),
    storage: bundle.connectStorage({ folder: '/nonexistent' }),
    pictures: bundle.openPictureProcess(new URL('../../server/platform/storage/picture-worker.ts', import.meta.url)),
    pdf: bundle.openPdfProcess(new URL('../../server/platform/pdf/pdf-worker.ts', import.meta.url)),
    calendars: bundle.connectCalendars({
      secret: 'a secret of benches, 32 letters and more',
      network: calendars ?? bundle.internet,
      worker: new URL('../../server/platform/ics/calendar-worker.ts', import.meta.url),
    }),
    webhooks: bundle.connectWebhooks({ network: bundle.internet }),
    queue: jobs.queue,
    directory: bundle.createDirectory(),
    log: bundle.createLog({ LOG_LEVEL: 'error' }),
    texts: { terms: null, privacy: null, advice: ADVICE, translations: NO_TRANSLATIONS },
  }
  return {
    app,
    bundle,
    database,
    jobs,
    async close() {
      await jobs.close()
      await app.mailer.close()
      await database.db.destroy()
    },
  }
}

function payAtOnce(payments: App['payments']): App['payments'] {
  const checkouts = new Map<string, Checkout>()
  return {
    ...payments,
    async startCheckout(order) {
      const id = `cs_test_${randomUUID()}`
      const url = `http://127.0.0.1/${id}`
      const common = { id, amount: order.price, currency: order.currency, bookingId: order.bookingId }
      checkouts.set(id, { ...common, url: null, status: 'paid', paymentIntent: `pi_${randomUUID()}` })
      return { ...common, url, status: 'open', paymentIntent: null }
    },
    readCheckout: async (id) => checkouts.get(id) ?? null,
  }
}

/** Slots to book: the first session of every mentor, or of the first `limit`, at every start from tomorrow on, mentors in turns. */
export async function listOffers(databaseUrl: string, limit: number | null = null): Promise<Offer[]> {
  const { db } = await connect(databaseUrl, { connections: 1 })
  const { readAvailabilities } = await import('#server/mentors/availability/availability-queries')
  const mentors = await query<{ id: string; name: string; session_type_id: string; minutes: number }>(
    databaseUrl,
    `select m.id, m.name, s.id as session_type_id, s.minutes
     from mentors m join session_types s on s.mentor_id = m.id and s.position = 0
     where m.status = 'accepted' and coalesce(s.price_pence, m.price_pence) > 0 and day_cap is null and week_cap is null
       and not exists (select from claims where claims.mentor_id = m.id) order by m.id limit $1`,
    [limit],
  )
  const rules = await readAvailabilities(
    db,
    mentors.map(({ id }) => id),
  )
  await db.destroy()
  const now = new Date()
  const span = { from: new Date(now.getTime() + DAY_MS), to: new Date(now.getTime() + 59 * DAY_MS), now }
  return mentors
    .flatMap(({ id: mentorId, name, session_type_id: sessionTypeId, minutes }) => {
      const availability = rules.get(mentorId)!
      const around = (availability.bufferBefore + availability.bufferAfter) * 60_000
      let free = 0
      const apart = slotsBetween({ ...span, minutes, availability }).filter(({ startsAt, endsAt }) => {
        if (startsAt.getTime() < free) return false
        free = endsAt.getTime() + around
        return true
      })
      return apart.map(({ startsAt }) => ({ mentorId, name, sessionTypeId, startsAt }))
    })
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

/** The request of a new buyer, with their browser and network. */
export function makeRequest({ sessionTypeId, startsAt }: Offer) {
  const buyer = randomUUID()
  const typed = { name: 'Grace Hopper', email: `${buyer}@example.com`, phone: '+44 7700 900123', topic: '' }
  const request: BookingRequest = {
    ...typed,
    sessionTypeId,
    startsAt,
    timeZone: 'Europe/London',
    expectedPrice: null,
    code: null,
  }
  return { request, client: { browser: buyer, network: buyer, farNetwork: null } }
}

function fail(error: Error): never {
  throw error
}
