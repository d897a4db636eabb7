/**
 * An `App` with the parts that booking needs, on any database, with a clock that stands still: no pages, no email, no
 * workers. Without JSX and independent of a test runner, so that it also runs as a process of its own
 * (`booking-process.ts`).
 */
import { claimBookings } from '#server/bookings/queries'
import { transferSettlement } from '#server/payouts/connect/transfer-settlement'
import { ADVICE } from '#domain/mentors/advice'
import type { PaymentEvent } from '#domain/payments/checkout'
import { NO_TRANSLATIONS } from '#domain/site-settings'
import { createDirectory } from '#server/search/engine/directory'
import { connectAuth } from '#server/accounts/auth/auth'
import { loadConfig } from '#server/platform/config'
import { SHIPPED_RATES } from '#server/payments/rates/shipped-rates'
import { secretMaker } from '#server/platform/secrets'
import type { App } from '#server/context'
import { connect } from '#server/platform/db/connect'
import { openJobs } from '#server/jobs'
import { connectMailer } from '#server/platform/mail/smtp'
import { connectPayments } from '#server/payments/stripe/stripe'
import { connectStorage } from '#server/platform/storage/storage'
import { UNTRACED } from '#server/platform/tracing/tracing'
import { holdSlot } from '#server/bookings/holds/hold'
import { openBlankPdf } from '../pdf.ts'
import { openTestPictures } from '../pictures/pictures.ts'
import { CALENDAR_WORKER } from '../calendars/calendar-service.ts'
import { connectCalendars } from '#server/platform/ics/calendars'
import { connectWebhooks } from '#server/platform/network/webhook-sender'
import { internet } from '#server/platform/network/network'

export type SmallProductOptions = {
  databaseUrl: string
  /** The URL for jobs, if it differs from `databaseUrl`. */
  jobsUrl?: string
  paymentsUrl: string
  /** The product's clock; milliseconds since 1970. */
  time: number
  connections?: number
}

export async function openSmallProduct(options: SmallProductOptions) {
  const { databaseUrl, jobsUrl = databaseUrl, paymentsUrl, connections = 1 } = options
  const database = await connect(databaseUrl, { connections })
  const jobs = await openJobs(database, jobsUrl, () => {})
  const config = loadConfig({ DATABASE_URL: databaseUrl })
  if (!config.ok) throw new Error(config.error)
  const clock = { time: new Date(options.time) }
  const known = { ...config.value, PUBLIC_URL: 'http://landfall.test', fixedOrigin: true }
  const app: App = {
    db: database.db,
    replica: null,
    config: known,
    environment: { config: known, advice: ADVICE },
    now: () => clock.time,
    clockAgrees: true,
    rates: SHIPPED_RATES,
    ratesFile: null,
    tracing: UNTRACED,
    secretFor: secretMaker('p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM='),
    payments: connectPayments({
      secretKey: 'sk_test_sandbox',
      webhookSecrets: ['whsec_test'],
      apiBase: paymentsUrl,
    }),
    claimBookings,
    transfers: transferSettlement,
    auth: connectAuth({
      claimBookings,
      db: database.db,
      now: () => clock.time,
      secret: 'p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM=',
      publicUrl: 'http://landfall.test',
      siteName: 'Landfall',
      onError: () => {},
    }),
    mailer: connectMailer({
      url: 'smtp://127.0.0.1:9',
      connections: 1,
      from: 'bookings@landfall.test',
      support: 'help@landfall.test',
      siteName: () => 'Landfall',
    }),
    storage: connectStorage({ folder: '/nonexistent' }),
    pictures: openTestPictures(),
    pdf: openBlankPdf(),
    calendars: connectCalendars({
      secret: 'A secret that seals no address here',
      network: internet,
      worker: CALENDAR_WORKER,
    }),
    webhooks: connectWebhooks({ network: internet }),
    queue: jobs.queue,
    directory: createDirectory(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    texts: { terms: null, privacy: null, advice: ADVICE, translations: NO_TRANSLATIONS },
  }
  return {
    app,
    clock,
    async close() {
      await jobs.close(0)
      await database.db.destroy()
    },
  }
}

/** Holds a slot for a buyer with a browser and a network of their own. Returns the id of the checkout. */
export async function holdAs(app: App, buyer: string, sessionTypeId: string, startsAt: string): Promise<string> {
  const typed = { name: 'Grace Hopper', email: `${buyer}@example.com`, phone: '+44 7700 900123', topic: '' }
  const request = {
    ...typed,
    sessionTypeId,
    startsAt: new Date(startsAt),
    timeZone: null,
    expectedPrice: null,
    code: null,
  }
  const client = { browser: `browser of ${buyer}`, network: `network of ${buyer}`, farNetwork: null }
  const held = await holdSlot(app, request, client)
  if (!held.ok || !held.value.checkoutId) throw new Error(held.ok ? 'There is nothing to pay' : held.error.code)
  return held.value.checkoutId
}

/** The payment service's event about a paid checkout: the same event at each call. */
export function paymentEvent(checkoutId: string): PaymentEvent {
  const about = { checkoutId, objectId: checkoutId, paymentIntent: null, account: null }
  return { id: `evt_${checkoutId}`, type: 'checkout.session.completed', ...about }
}
