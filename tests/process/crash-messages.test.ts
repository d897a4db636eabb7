import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connect, type Database } from '#server/platform/db/connect'
import { runJob } from '#server/jobs'
import { receiveEvent } from '#server/bookings/settlement/webhook-inbox'
import { checkInvariants } from '#server/bookings/invariants/invariants'
import { readSlots } from '#server/mentors/availability/slots'
import { sweep } from '#server/bookings/sweep/sweep'
import type { StripeSandbox } from '../../sandbox/stripe/server.ts'
import { addMentor } from '../support/product/app.ts'
import { payCheckout } from '../support/payments/checkout.ts'
import { startStandIn } from '../support/payments/stand-in.ts'
import { openCountingProxy, type Counted } from '../support/database/counting-proxy.ts'
import { startDoomedBooking, type DoomedBooking } from '../support/bookings/doomed-booking.ts'
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { holdAs, openSmallProduct, paymentEvent } from '../support/product/small-product.ts'

const LEAST_AT_EACH_MOMENT = 6
const LONG = { timeout: 900_000 } // Milliseconds. Takes twenty seconds on an idle machine.
const AT_ONCE = 3 // Processes to be killed.
const DAY_MS = 86_400_000
const OVER = 36 // Minutes after which a hold has expired.
const LATE = 60 // Buyers: more than the queries of settling and refunding a payment.

let database: ScratchDatabase
let stripe: StripeSandbox
let books: Database
let survivor: Awaited<ReturnType<typeof openSmallProduct>>
let now = Date.now()

beforeAll(async () => {
  database = await createScratchDatabase(inject('seeded').template)
  books = await connect(database.url)
  stripe = await startStandIn(books.db, () => new Date(now))
  const options = { databaseUrl: database.url, paymentsUrl: stripe.url, time: now, connections: 8 }
  survivor = await openSmallProduct(options)
})

afterAll(async () => {
  await survivor.close()
  await stripe.close()
  await books.db.destroy()
  await database.drop()
})

function forward(minutes: number) {
  now += minutes * 60_000
  survivor.clock.time = new Date(now)
}

type Offer = { sessionTypeId: string; startsAt: string }

/** Slots of a mentor of their own, from tomorrow on: bookable at any time of this test, whatever time of day it begins. */
async function addOffers(): Promise<Offer[]> {
  const { app, clock } = survivor
  const { id: mentorId, sessionTypeIds } = await addMentor({ db: app.db, clock })
  const [from, to] = [new Date(now + DAY_MS), new Date(now + 60 * DAY_MS)]
  const slots = await readSlots(app, { mentorId, minutes: 60, from, to })
  return slots.map(({ startsAt }) => ({ sessionTypeId: sessionTypeIds[0]!, startsAt: startsAt.toISOString() }))
}

/**
 * Runs a story again and again, killed after its first message to the database, after the second and so on, until it
 * completes and returns true. Returns how many times it was killed.
 */
async function killAfterEach(
  what: Counted,
  story: (booking: DoomedBooking, kill: number) => Promise<boolean>,
): Promise<number> {
  const kills = new Set<number>()
  let next = 1
  let ended = false
  const hand = async () => {
    while (!ended) {
      const kill = next
      next += 1
      const proxy = await openCountingProxy(database.url)
      const options = { databaseUrl: proxy.url, jobsUrl: database.url, paymentsUrl: stripe.url, time: now }
      const booking = await startDoomedBooking(options)
      proxy.count(what, kill, booking.kill)
      const finished = await story(booking, kill)
      if (proxy.counted() === kill) kills.add(kill)
      else {
        expect(finished, 'it came to its end').toBe(true)
        ended = true
      }
      booking.kill()
      expect(await booking.ended).toBe('SIGKILL')
      await proxy.close()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, hand))
  expect(kills).toEqual(new Set(Array.from({ length: kills.size }, (_, at) => at + 1)))
  return kills.size
}

type Found = {
  buyer: number
  status: string
  claimed: boolean
  mails: string | null
  /** By the ledger: charges and refunds. */
  charges: number
  refunds: number
  /** By the payment service: sessions that can be paid, payments, refunds, and what they left of the money. */
  open: number
  paid: number
  returned: number
  kept: number
}

/** What became of the bookings of `name-1`, `name-2` …, by their number. */
async function findBookings(name: string): Promise<Map<number, Found>> {
  const found = await query<Found>(
    database.url,
    `select substring(mentee_email from '\\d+')::int as buyer, b.status,
      exists (select from claims where booking_id = b.id) as claimed,
      (select string_agg(kind, ' ') from outbox where subject = b.id and recipient = 'mentee') as mails,
      (select count(*)::int from ledger where booking_id = b.id and kind = 'charge') as charges,
      (select count(*)::int from ledger where booking_id = b.id and kind = 'refund') as refunds,
      service.*
    from bookings b, lateral (
      select count(*) filter (where s.status = 'open')::int as open, count(p.id)::int as paid,
        coalesce(sum((select count(*) from sandbox_stripe.refunds r where r.payment_intent = p.id)), 0)::int as returned,
        coalesce(sum(p.amount - p.amount_refunded), 0)::int as kept
      from sandbox_stripe.checkout_sessions s
        left join sandbox_stripe.payment_intents p on p.id = s.payment_intent and p.status = 'succeeded'
      where s.client_reference_id = b.id::text) as service
    where mentee_email ~ $1`,
    [`^${name}-`],
  )
  return new Map(found.map((booking) => [booking.buyer, booking]))
}

const confirmed = { status: 'confirmed', claimed: true, mails: 'booking_confirmed', charges: 1, refunds: 0 }
const paidOnce = { open: 0, paid: 1, returned: 0, kept: 4500 }
const givenBack = { status: 'expired', claimed: false, mails: null, charges: 0, refunds: 0 }
const unpaid = { open: 0, paid: 0, returned: 0, kept: 0 }
const refunded = { status: 'expired', claimed: false, mails: 'payment_returned', charges: 1, refunds: 1 }
const returnedOnce = { open: 0, paid: 1, returned: 1, kept: 0 }

describe('a product that is killed after any message to PostgreSQL', () => {
  it('has sold the slot to the buyer who paid and released every other, within one sweep', LONG, async () => {
    const offers = await addOffers()
    const paid = new Set<number>()
    const kills = await killAfterEach('messages', async (booking, kill) => {
      const checkoutId = await booking.hold({ buyer: `buyer-${kill}`, ...offers[kill]! })
      if (!checkoutId) return false
      await payCheckout({ stripe }, checkoutId)
      paid.add(kill)
      return booking.settle(checkoutId)
    })
    forward(OVER)
    await sweep(survivor.app)

    expect(await checkInvariants(survivor.app.db, survivor.clock.time)).toEqual([])
    const found = await findBookings('buyer')
    for (let kill = 1; kill <= kills; kill += 1) {
      const expected = paid.has(kill) ? { ...confirmed, ...paidOnce } : { ...givenBack, ...unpaid }
      const booking = found.get(kill)
      if (booking || paid.has(kill)) expect(booking, `killed after message ${kill}`).toMatchObject(expected)
    }
    // It was killed before there was a hold, for which one query is needed, while it stood unpaid, and while the payment was
    // being settled.
    const killed = Array.from({ length: kills }, (_, n) => found.get(n + 1))
    expect(killed.filter((booking) => !booking).length).toBeGreaterThanOrEqual(1)
    for (const status of ['expired', 'confirmed'])
      expect(killed.filter((booking) => booking?.status === status).length, status).toBeGreaterThanOrEqual(
        LEAST_AT_EACH_MOMENT,
      )
  })

  it('has refunded exactly once a payment that came too late for its slot', LONG, async () => {
    const offers = (await addOffers()).slice(0, LATE)
    const late = await holdAll('late', offers)
    forward(OVER)
    await sweep(survivor.app)
    await holdAll('quicker', offers)
    for (const checkoutId of late) await stripe.control.payLate(checkoutId)
    const kills = await killAfterEach('queries', (booking, kill) => booking.settle(late[kill]!))
    // The payment service resends unacknowledged events.
    for (const checkoutId of late) await receiveEvent(survivor.app, paymentEvent(checkoutId))
    forward(2)
    await sweep(survivor.app)
    const unsent = survivor.app.db.selectFrom('refunds').select('id').where('status', '=', 'queued')
    for (const { id: refundId } of await unsent.execute()) await runJob(survivor.app, 'refund', { refundId })

    expect(await checkInvariants(survivor.app.db, survivor.clock.time)).toEqual([])
    const found = await findBookings('late')
    expect(kills).toBeGreaterThan(10)
    for (let kill = 1; kill <= kills; kill += 1)
      expect(found.get(kill), `killed after question ${kill}`).toMatchObject({ ...refunded, ...returnedOnce })
    const quicker = await findBookings('quicker')
    expect(new Set([...quicker.values()].map(({ status }) => status))).toEqual(new Set(['held']))
  })
})

/** Gives the ids of the payment sessions, by the buyers' numbers. */
async function holdAll(name: string, offers: Offer[]): Promise<string[]> {
  const held = []
  for (const [number, { sessionTypeId, startsAt }] of offers.entries())
    held.push(await holdAs(survivor.app, `${name}-${number}`, sessionTypeId, startsAt))
  return held
}
