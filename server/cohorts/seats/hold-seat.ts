/**
 * Joining a cohort: a seat is held and paid as a session is. What a payment does, how a hold ends and what goes back is the
 * same code (`settle.ts`, `release.ts`, `cancel.ts`). Decision 0038.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { bookingReference, CONFIRM_MINUTES, type Price } from '#domain/bookings/booking'
import { seatTimes } from '#domain/cohorts/dates'
import { toMinorUnits, type MinorUnits, type Money } from '#domain/payments/money'
import { err, type Result } from '#domain/result'
import { minutesAfter } from '#domain/time/wall-time'
import { isPriceAllowed, priceFor, toQuote, type BookingClient, type Quote } from '#server/bookings/holds/hold-request'
import { secondsUntilAllowed } from '#server/bookings/limits/hold-limits'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { openCheckout, type HeldSlot } from '#server/bookings/holds/open-checkout'
import type { AnyHold } from '#server/bookings/holds/insert-hold-queries'
import { hashSecret, releaseHold } from '#server/bookings/holds/release'
import { resumeOrRelease } from '#server/bookings/holds/resume-or-release'
import { findSeatHold, insertSeatHold, isFull, listSeatHolds } from '#server/cohorts/seats/seats-queries'
import { areCohortsPublished, findPublicCohort, type Cohort } from '#server/cohorts/queries'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { redemptionProblem } from '#server/discounts/redemptions-queries'
import { findEnteredCode } from '#server/discounts/codes-queries'
import { readDiscount, toCodeQuery, type CodeNotValid, type Discount } from '#server/discounts/read-discount'
import { findMentorIdOfAccount, findPolicyOfAccount, mayEarn } from '#server/mentors/queries'
import { holdRequests } from '#server/platform/process-metrics'
import * as m from '#messages/documents'
import { currentLanguage } from '../../../messages/runtime.ts'

/** The request for a seat. `expectedPrice`: the price that was shown. `timeZone`: of the browser; null if it is not known. */
export type SeatRequest = {
  slug: string
  name: string
  email: string
  phone: string
  timeZone: string | null
  expectedPrice: Money | null
  /** A discount code as typed; null: none. */
  code: string | null
}

/** Every reason to refuse a seat. Pages turn the code into words. */
export type SeatError =
  /** There is no such cohort to join, or it has begun. */
  | { code: 'not_open' }
  | { code: 'full' }
  | ({ code: 'price_changed' } & Price)
  | CodeNotValid
  | { code: 'payments_unavailable' }
  /** This browser, address or network has reached a limit of holds or free places. `retryAfter`: seconds. */
  | { code: 'too_many_holds'; retryAfter: number }
  /** The seat that this browser held has just been paid. */
  | { code: 'already_paid'; checkoutId: string }

type Refused = Extract<SeatError, { code: 'full' | 'too_many_holds' | 'code_not_valid' }>
type SeatHold = AnyHold & { cohortId: string; status: 'held'; browserHash: string | null }

/**
 * Holds a seat and opens a checkout for it. When more people want one at once than there are, as many get one as there are. A
 * browser that comes back to the seat it holds gets the same checkout; with another address it gives that one up first.
 *
 * @param accountId The account that is signed in; null for a guest.
 */
export async function holdSeat(
  app: App,
  request: SeatRequest,
  client: BookingClient,
  accountId: string | null,
): Promise<Result<HeldSlot, SeatError>> {
  const result = await holdJoinable(app, request, client, accountId)
  holdRequests.inc({ kind: 'seat', outcome: result.ok ? 'held' : result.error.code })
  return result
}

async function holdJoinable(
  app: App,
  request: SeatRequest,
  client: BookingClient,
  accountId: string | null,
): Promise<Result<HeldSlot, SeatError>> {
  const cohort = await findJoinable(app, request.slug)
  if (!cohort) return err({ code: 'not_open' })
  const browserHash = client.browser ? hashSecret(client.browser) : null
  const priced = await priceSeat(app, request, cohort, client)
  if (!priced.ok) return priced
  const secret = randomBytes(32).toString('base64url')
  const hold = await newSeatHold(app, { cohort, ...priced.value, request, client, browserHash, accountId, secret })
  const current = await resumeSeat(app, hold)
  if (current) return current
  const taken = await claimSeat(app, hold, secret)
  // Two clicks, two tabs: the other request has held one meanwhile.
  if (taken === 'held') return (await resumeSeat(app, hold)) ?? err({ code: 'payments_unavailable' })
  if (taken) return err(taken)
  const { slug, content } = cohort
  const sold = { secret, sold: m.soldSeat({ mentorName: content.mentorName }), paidPage: `/cohorts/${slug}/joined` }
  const opened = await openCheckout(app, hold, sold)
  return opened.ok ? opened : err({ code: 'payments_unavailable' })
}

/** What this buyer pays for a seat. A code of a mentor's own is for the cohorts that they lead. */
async function priceSeat(app: App, request: SeatRequest, cohort: Cohort, client: BookingClient) {
  const sold = await describeSold(app, cohort, client, request.code)
  return priceFor(app, request, sold)
}

async function describeSold(app: App, cohort: Cohort, client: BookingClient, code: string | null) {
  const { pricePence: amount, currency } = cohort.content
  const browserHash = client.browser ? hashSecret(client.browser) : null
  const hasCode = code !== null
  const entered = hasCode ? await findEnteredCode(app.db, toCodeQuery(app, code, client)) : null
  const mentorId = hasCode ? await findMentorIdOfAccount(app.db, cohort.accountId) : null
  const mayHoldOne = hasCode && browserHash !== null && !!(await findSeatHold(app.db, browserHash, cohort.id))
  const item = { kind: 'cohort', mentorId, cohortId: cohort.id } as const
  return { price: { amount, currency }, item, entered, mayHoldOne, client }
}

/** What a code takes off a seat for this client, before it is held. Null: there is no such cohort to join. */
export async function quoteSeat(
  app: App,
  { slug, code }: { slug: string; code: string },
  client: BookingClient,
): Promise<Result<Quote, CodeNotValid> | null> {
  const cohort = await findJoinable(app, slug)
  if (!cohort) return null
  const { entered, ...sold } = await describeSold(app, cohort, client, code)
  return entered && toQuote(sold.price, await readDiscount(app, { ...sold, entered, email: '' }))
}

/** A cohort that is shown and can be joined. */
export async function findJoinable(app: App, slug: string): Promise<Cohort | undefined> {
  const cohort = (await areCohortsPublished(app.db)) ? await findPublicCohort(app.db, slug) : undefined
  return cohort && (await isOpenToJoin(app, cohort)) ? cohort : undefined
}

/** Whether a cohort that is shown has seats to give: it has not begun, and who asks a price for them may still earn. */
export async function isOpenToJoin(app: App, { accountId, content }: Cohort): Promise<boolean> {
  const { pricePence, currency } = content
  if (seatTimes(content).startsAt <= app.now() || !isPriceAllowed(app, { amount: pricePence, currency })) return false
  return pricePence === 0 || mayEarn(app.db, accountId)
}

/** The checkout of the seat that this browser holds. Null: it holds none, or has given up the one of another address. */
async function resumeSeat(app: App, wanted: SeatHold): Promise<Result<HeldSlot, SeatError> | null> {
  const { browserHash, cohortId, redemption } = wanted
  const current = browserHash ? await findSeatHold(app.db, browserHash, cohortId) : undefined
  return current ? resumeOrRelease(app, current, wanted, current.codeId === (redemption?.codeId ?? null)) : null
}

/** Takes a seat. If only overdue holds are in the way, it expires those and tries once more. */
async function claimSeat(app: App, hold: SeatHold, secret: string): Promise<Refused | 'held' | null> {
  const claim = () => writeRedeemedSeat(app, hold, secret)
  const refused = await claim()
  if (refused === null || refused === 'held' || refused.code !== 'full') return refused
  if (!app.clockAgrees) return refused // Someone who holds a seat may still be paying.
  const overdue = await listSeatHolds(app.db, hold.cohortId, app.now())
  const releases = await Promise.all(overdue.map((one) => releaseHold(app, one)))
  return releases.includes('released') ? claim() : refused
}

async function writeRedeemedSeat(app: App, hold: SeatHold, secret: string): Promise<Refused | 'held' | null> {
  try {
    return await transact(app.db, (tx) => writeSeat(app, tx, hold, secret))
  } catch (error) {
    const reason = redemptionProblem(error)
    if (!reason) throw error
    return { code: 'code_not_valid', reason }
  }
}

/** For a free seat it also queues the email that asks to confirm, so that none is held without that email. */
async function writeSeat(app: App, tx: Db, hold: SeatHold, secret: string): Promise<Refused | 'held' | null> {
  if (await isFull(tx, hold.cohortId)) return { code: 'full' } // So that a crowd does not queue for the lock to learn it.
  const retryAfter = await secondsUntilAllowed(app, tx, hold, { startsOnOffer: () => 0, except: null })
  // Counted under a lock on the browser: another request of it has finished by now.
  if (hold.browserHash && (await findSeatHold(tx, hold.browserHash, hold.cohortId))) return 'held'
  if (retryAfter !== null) return { code: 'too_many_holds', retryAfter }
  if (!(await insertSeatHold(tx, hold))) return { code: 'full' }
  if (hold.pricePence === 0) await queueBookingMail(app, tx, hold.id, 'confirm_address', { secret })
  return null
}

type SeatOrder = {
  cohort: Cohort
  /** What this buyer pays. */
  price: MinorUnits
  discount: Discount | null
  request: SeatRequest
  client: BookingClient
  browserHash: string | null
  accountId: string | null
  secret: string
}

/** The booking row of a new hold: from the cohort's first day to its last, by UTC. */
async function newSeatHold(app: App, order: SeatOrder): Promise<SeatHold> {
  const { cohort, price, discount, request, client, browserHash, accountId, secret } = order
  const { id: cohortId, content } = cohort
  const now = app.now()
  const { CHECKOUT_MINUTES, HOLD_GRACE_MINUTES, TERMS_VERSION } = app.config
  const payBefore = minutesAfter(now, price > 0 ? CHECKOUT_MINUTES : CONFIRM_MINUTES)
  return {
    id: randomUUID(),
    reference: bookingReference(randomBytes(8)),
    secretHash: hashSecret(secret),
    mentorId: null,
    sessionTypeId: null,
    cohortId,
    packageId: null,
    sessionTitle: content.title,
    ...seatTimes(content),
    bufferBefore: 0,
    bufferAfter: 0,
    mentorTimeZone: 'UTC',
    pricePence: price,
    discountPence: discount?.discount ?? toMinorUnits(0),
    redemption: discount,
    currency: content.currency,
    feePercent: app.config.FEE_PERCENT,
    cancelPolicy: await findPolicyOfAccount(app.db, cohort.accountId),
    menteeName: request.name,
    menteeEmail: request.email,
    menteePhone: request.phone,
    menteeTimeZone: request.timeZone ?? 'UTC',
    topic: '',
    language: currentLanguage(),
    termsVersion: TERMS_VERSION,
    termsAcceptedAt: now,
    earlyStartAskedAt: now,
    status: 'held',
    payBefore,
    holdExpiresAt: minutesAfter(payBefore, price > 0 ? HOLD_GRACE_MINUTES : 0),
    browserHash,
    network: client.network,
    farNetwork: client.farNetwork,
    accountId,
    movedFrom: null,
    createdAt: now,
  }
}
