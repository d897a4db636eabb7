/**
 * The product under the model test: one database, one payment service, and an App that can be cut off and restarted on
 * the same data. All its messages go over a line that can be cut (`line.ts`); the sandbox and the clock do not.
 */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { sql } from 'kysely'
import { PaymentsUnavailable, RefundRefused } from '#domain/payments/checkout'
import { toMinorUnits } from '#domain/payments/money'
import { TransferRefused } from '#domain/payments/transfer'
import { createSite } from '#server/site/site'
import type { App } from '#server/context'
import { isOutage, type Db } from '#server/platform/db/connect'
import { replacePackages } from '#server/mentors/packages/packages-queries'
import { savePayee } from '#server/payouts/payees'
import { reconcile, recoverEvents } from '#server/bookings/settlement/reconcile'
import { queueReminders } from '#server/bookings/reminders/reminders'
import { sweep } from '#server/bookings/sweep/sweep'
import { WEBHOOK_EVENTS } from '../../../sandbox/stripe/webhooks/events.ts'
import { NO_WEBHOOK_FAULTS, TRANSFER_FAULTS, type WebhookFaults } from '../../../sandbox/stripe/faults/faults.ts'
import { addMentor, openTestApp } from '../product/app.ts'
import type { NewCode } from '#server/discounts/codes-queries'
import { addCode } from '../discounts/codes.ts'
import { emptyTables } from '../database/database.ts'
import { hastenMails } from '../mails.ts'
import { actingAs, PAYEE } from '../payments/payouts.ts'
import { activateAccounts, topUp, withAccount } from '../payments/transfers.ts'
import { openLine, type Cut } from './line.ts'

/** The outcome of a call to the product. Not heard: its line was cut, or the service gave no usable answer. */
export type Outcome<Value> = { heard: true; value: Value } | { heard: false }

export type Offer = {
  mentorId: string
  sessionTypeId: string
  minutes: number
  before: number
  after: number
  currency: string
  policy: 'flexible' | 'moderate'
}
export type Rig = Awaited<ReturnType<typeof openRig>>

/** Sixty hours before the first session: while it can be moved, what cancelling returns gets less. */
const BEGIN = new Date('2030-01-05T21:00:00Z')

/** In Kolkata. On Tuesday 8 January 2030 the first is 09:00 UTC. */
const STARTS = ['14:30', '15:00', '15:30', '16:30', '17:00', '18:30']
export const SLOTS = STARTS.map((time) => new Date(`2030-01-08T${time}:00+05:30`))

/** The product's own limits of holds; other tests run without them. */
const LIMITS = { HOLDS_PER_BROWSER: 2, HOLDS_PER_EMAIL: 3, HOLDS_PER_ADDRESS: 20, HOLDS_SHARE_PERCENT: 10 }

/** Two admins, who do the same at once. */
export const ADMINS = [randomUUID(), randomUUID()].map((accountId) => actingAs(accountId))

/** The operator's part, so that what mentors earn is not what was paid. */
const FEE_PERCENT = 10

const MAX_ROUNDS = 6

/** One that a single booking may have, which the operator bears, and one for two persons, which mentors have agreed to bear. */
export const CODES: (Partial<NewCode> & { code: string })[] = [
  { code: 'ONCE', percent: 20, maxRedemptions: 1 },
  { code: 'PAIR', percent: 50, maxRedemptions: 2, maxPerPerson: 1, borneBy: 'mentor' },
]

export async function openRig() {
  let site: ReturnType<typeof createSite> | undefined
  const pages = async () => new Response('A page', { status: 404 })
  const server = createAdaptorServer({
    fetch: (request) => (site ??= createSite(app, { pages, clientFolder: null })).fetch(request),
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`
  let listening: string[] = []
  const test = await openTestApp({ webhookUrls: () => listening })
  let offers: Offer[] = []
  let sequence = 0
  /** The refund keys that were used for each payment. */
  const refundKeys = new Map<string, Set<string>>()
  let { app, line } = start()

  /** A new process: only the data of the one before is left. */
  function start() {
    const line = openLine({ ...test.app, payments: noting(test.app.payments, refundKeys) })
    const app: App = {
      ...test.app,
      ...line.outside,
      config: { ...test.app.config, ...LIMITS, FEE_PERCENT, PAYOUTS: 'connect' },
    }
    site = undefined // Created for the first webhook, because most Apps get none.
    return { app, line }
  }

  function revive() {
    if (line.isDead()) ({ app, line } = start())
  }

  /** Calls the product. Rethrows errors that no cut line and no outage explains. */
  async function ask<Value>(work: (app: App) => Promise<Value>): Promise<Outcome<Value>> {
    revive()
    try {
      return { heard: true, value: await work(app) }
    } catch (error) {
      if (!isTrouble(error)) throw error
      return { heard: false }
    }
  }

  /** Runs every due job. Failed jobs are due at once, without waiting for the machine's clock. */
  async function work(): Promise<void> {
    revive()
    await test.hastenRetries()
    await hastenMails(test)
    await test.runJobs(app)
  }

  async function deliver(faults: Partial<WebhookFaults> = {}): Promise<void> {
    revive()
    await test.stripe.control.webhooks({ ...NO_WEBHOOK_FAULTS, ...faults })
    listening = [webhookUrl]
    await test.stripe.deliverDue()
    await test.stripe.idle()
    listening = []
    await test.stripe.control.webhooks(NO_WEBHOOK_FAULTS)
  }

  return {
    ...test,
    offers: () => offers,
    ask,
    deliver,
    sweep: () => ask(sweep),
    /** The minute's job that reminds people of their sessions. */
    remind: () => ask(queueReminders),
    /** What the hourly and the nightly job do. */
    recoverEvents: () => ask(recoverEvents),
    reconcile: () => ask(reconcile),
    work,
    /**
     * Works until no job is left, since some fail before they succeed. Gives up after a few rounds, since some never
     * do.
     */
    async workOff(): Promise<void> {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        await work()
        const { rows } = await sql`select id from jobs.job where state in ('created', 'retry') limit 1`.execute(test.db)
        if (rows.length === 0) return
      }
    },
    cutAt: (cut: Cut) => line.cut(cut),
    isDead: () => line.isDead(),
    /** Ends the current App, and any cut that is still to come. */
    restart: () => void ({ app, line } = start()),
    /** Logged errors that no cut line and no outage explains. */
    surprises: () => test.faults.filter((fault) => !isTrouble(fault)),
    refundKeys: (payment: string) => refundKeys.get(payment)?.size ?? 0,
    /** The secret of a hold, from its cancel link. */
    async readSecret(session: string): Promise<{ secret: string }> {
      const { rows } = await sql<{ cancelUrl: string }>`
        select cancel_url from sandbox_stripe.checkout_sessions where id = ${session}`.execute(test.db)
      return { secret: new URL(rows[0]!.cancelUrl).searchParams.get('hold')! }
    },
    /** Every event that webhooks deliver, oldest first; or only those never delivered. */
    async readEvents({ untold = false } = {}): Promise<string[]> {
      const { rows } = await sql<{ id: string; type: string }>`
        select id, type from sandbox_stripe.events
        where not (${untold} and delivered_to <> '{}') order by sequence`.execute(test.db)
      return rows.filter(({ type }) => WEBHOOK_EVENTS.test(type)).map(({ id }) => id)
    },
    async pendingRefunds(): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from sandbox_stripe.refunds where status = 'pending'`.execute(test.db)
      return rows.map(({ id }) => id)
    },
    /** Starts a sequence: no bookings, the clock at the start, the same two mentors. */
    async begin(): Promise<void> {
      await test.stripe.idle()
      if (offers.length === 0) offers = await addOffers(test)
      await clear(test)
      sequence += 1
      offers = await priceIn(test, offers, sequence)
      const mentorIds = offers.map(({ mentorId }) => mentorId)
      for (const code of CODES) await addCode(test, { ...code, mentorIds, agreedMentorIds: mentorIds })
      refundKeys.clear()
      ;({ app, line } = start())
    },
    async end(): Promise<void> {
      await test.close()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Wraps the payment calls to record refund keys. */
function noting(payments: App['payments'], keys: Map<string, Set<string>>): App['payments'] {
  const noted = (refund: App['payments']['refund']) => (requested: Parameters<typeof refund>[0]) => {
    keys.set(requested.paymentIntent, (keys.get(requested.paymentIntent) ?? new Set()).add(requested.key))
    return refund(requested)
  }
  return {
    ...payments,
    refund: noted(payments.refund),
    withLongTimeout: { ...payments.withLongTimeout, refund: noted(payments.withLongTimeout.refund) },
  }
}

/** True for an outage, and for the refusals of refunds, transfers and reversals configured in the sandbox. */
function isTrouble(error: unknown): boolean {
  if (isOutage(error) || error instanceof PaymentsUnavailable) return true
  if (error instanceof TransferRefused) return TRANSFER_FAULTS.some((code) => code === error.code)
  return error instanceof RefundRefused && error.code === 'balance_insufficient'
}

/**
 * The admins, and two mentors with accounts at the payment service, one with buffers; three session lengths each, so that
 * starts overlap in many ways.
 */
async function addOffers(test: Awaited<ReturnType<typeof openTestApp>>): Promise<Offer[]> {
  const accounts = ADMINS.map(({ session: { accountId, name } }) => {
    return {
      id: accountId,
      name,
      email: `${accountId}@example.com`,
      emailVerified: true,
      createdAt: BEGIN,
      updatedAt: BEGIN,
    }
  })
  await test.db.insertInto('accounts').values(accounts).execute()
  const offers: Offer[] = []
  for (const [before, after] of [
    [0, 0],
    [10, 15],
  ] as const) {
    const lengths = [30, 60, 90]
    const policy = before === 0 ? 'flexible' : 'moderate'
    const mentor = await addMentor(test, { sessions: lengths.map((minutes) => ({ minutes })) })
    await test.db
      .updateTable('mentors')
      .set({
        weeklyStarts: JSON.stringify(Array.from({ length: 7 }, () => STARTS)) as never,
        bufferBefore: before,
        bufferAfter: after,
        noticeHours: 1,
        cancelPolicy: policy,
      })
      .where('id', '=', mentor.id)
      .execute()
    await savePayee(test.app, { mentorId: mentor.id, payee: PAYEE }, actingAs(randomUUID(), test.clock.time))
    await withAccount(test, mentor.id)
    for (const [at, minutes] of lengths.entries())
      offers.push({
        mentorId: mentor.id,
        sessionTypeId: mentor.sessionTypeIds[at]!,
        minutes,
        before,
        after,
        currency: 'GBP',
        policy,
      })
  }
  return offers
}

/** With two, without and with three decimals. */
export const CURRENCIES = ['GBP', 'JPY', 'KWD']

/** Half of it is no amount that can be refunded in dinars. */
export const PRICE = toMinorUnits(4_510)

/** Of each session type. Their shares are not all the same. */
export const PACKAGES = [
  { sessions: 3, price: toMinorUnits(10_010) },
  { sessions: 5, price: toMinorUnits(15_010) },
]

/** Gives the mentors the currencies of a sequence, which are never the same for two of them. */
async function priceIn({ db }: { db: Db }, offers: Offer[], sequence: number): Promise<Offer[]> {
  const mentors = [...new Set(offers.map(({ mentorId }) => mentorId))]
  const currencyOf = (mentorId: string) => CURRENCIES[(sequence + mentors.indexOf(mentorId)) % CURRENCIES.length]!
  for (const id of mentors)
    await db
      .updateTable('mentors')
      .set({ currency: currencyOf(id), pricePence: PRICE })
      .where('id', '=', id)
      .execute()
  for (const mentorId of mentors) {
    const currency = currencyOf(mentorId)
    const types = offers.filter((offer) => offer.mentorId === mentorId)
    const packages = types.flatMap(({ sessionTypeId }) =>
      PACKAGES.map((offered) => ({ ...offered, sessionTypeId, currency })),
    )
    await replacePackages(db, mentorId, packages)
  }
  return offers.map((offer) => ({ ...offer, currency: currencyOf(offer.mentorId) }))
}

/** Tables that a sequence writes. The mentors stay. */
const OURS = [
  'bookings claims payment_events reconciliations refunds disputes ledger concerns outbox feedback jobs.job',
  'arrivals no_shows completions next_steps problems mentor_feedback payout_batches payouts payout_lines audit_log',
  'payment_requests booking_moves move_proposals proposed_times booking_messages transfers transfer_lines transfer_reversals',
  'tax_documents tax_document_series discount_redemptions discount_uses discount_codes packages credits attempts',
].join(' ')
const SANDBOX = [
  'checkout_sessions payment_intents refunds disputes balance_transactions events idempotency_keys webhook_faults outages',
  'transfers transfer_reversals',
].join(' ')
const TRACES = [...OURS.split(' '), ...SANDBOX.split(' ').map((table) => `sandbox_stripe.${table}`)]

async function clear(test: Awaited<ReturnType<typeof openTestApp>>): Promise<void> {
  await emptyTables(test.db, TRACES)
  test.clock.time = BEGIN
  // Those who let people down in the last sequence are paused.
  await test.db.updateTable('mentors').set({ status: 'accepted', statusSince: BEGIN }).execute()
  await activateAccounts(test)
  await topUp(test, CURRENCIES)
  test.faults.length = 0
}

/** True for a mentor who let people down, and for now cannot be booked. */
export async function isMentorPaused({ db }: Rig, id: string): Promise<boolean> {
  const { status } = await db.selectFrom('mentors').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  return status === 'paused'
}
