/**
 * Booking: hold a mentor's minutes and open a checkout for them. How a hold ends is in `holds.ts`, what a payment does in
 * `settlement.ts`, what a failure leaves behind in `sweep.ts`.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { claimOf, isBookable, mentorZoneAt, slotsBetween, type Availability } from '#domain/availability'
import {
  bookingReference,
  CONFIRM_MINUTES,
  mostOfMentor,
  type BookingError,
  type BookingRequest,
} from '#domain/booking'
import { priceOf } from '#domain/mentor'
import type { Pence } from '#domain/money'
import { err, ok, type Result } from '#domain/result'
import { DAY, HOUR, minutesAfter } from '#domain/time'
import type { App } from '#server/context'
import { changeTyped, recordCheckout, takeHold, type NewHold } from '#server/db/bookings'
import { transact, type Db } from '#server/db/connect'
import { countAsked, countHolds, findOwnHold, isFreeBut, lockHolder, type Holder } from '#server/db/holds'
import { findSessionType } from '#server/db/mentors'
import { askForConfirmation, confirmationPage } from '#server/workflows/free-sessions'
import { clearWay, endHold, giveUpHold, hashSecret, resumeHold, type Held } from '#server/workflows/holds'
import { isFull } from '#server/workflows/caps'
import { readAlternatives } from '#server/workflows/slots'

export type { Held } from '#server/workflows/holds'

/**
 * Whose browser asks, by the secret of its cookie, and from which network. Null: not known, and then not counted.
 * `accountId`: of who is signed in there.
 */
export type Visitor = { browser: string | null; network: string | null; accountId?: string | null }

type SessionType = NonNullable<Awaited<ReturnType<typeof findSessionType>>>
type Hold = NewHold & { status: 'held'; browser_hash: string | null }

const SHARE_DAYS = 14
/** Mails to one address in an hour that ask to confirm a free session. */
const MOST_ASKED = 6

/**
 * Holds a start and opens a checkout for it. The minutes are taken in the database first, so of any number of buyers at
 * the same moment one is sent to pay. Whoever comes back to what they hold gets the same checkout; who chooses another
 * time of the same mentor gives up the one they held, as soon as nothing can be paid for it any more.
 */
export async function holdSlot(
  app: App,
  request: BookingRequest,
  visitor: Visitor = { browser: null, network: null },
): Promise<Result<Held, BookingError>> {
  const now = app.now()
  const browserHash = visitor.browser ? hashSecret(visitor.browser) : null
  const sessionType = await findSessionType(app.db, request.sessionTypeId, browserHash)
  if (!sessionType) return err({ code: 'session_type_not_found' })
  const price = priceOf({ price: sessionType.price_pence }, { price: sessionType.mentor_price_pence })
  if (!isPriceAllowed(app, price)) return err({ code: 'session_type_not_found' })
  if (request.expectedPrice !== null && request.expectedPrice !== price) return err({ code: 'price_changed', price })

  const findOwn = () =>
    browserHash ? findOwnHold(app.db, browserHash, sessionType.mentor_id, request.startsAt) : undefined
  let own = sessionType.has_own_hold ? await findOwn() : undefined
  if (own && !isSame(own, request, price) && own.price_pence > 0 && !own.checkout_id) {
    await resumeHold(app, own.id) // Its checkout is being opened by another request: before that it cannot be ended.
    own = await findOwn()
  }
  if (own && own.pay_before > now && isSame(own, request, price)) {
    await changeTyped(app.db, own.id, { ...request, accountId: visitor.accountId ?? null })
    const resumed = await resumeHold(app, own.id)
    if (resumed) return resumed
  }
  const { availability } = sessionType
  const { startsAt } = request
  if (!isBookable(startsAt, availability, now)) return err({ code: 'slot_not_bookable' })
  const secret = randomBytes(32).toString('base64url')
  const asked = { request, sessionType, availability, price, secret, browserHash, visitor }
  const hold = newHold(app, asked)
  const taken = async () => {
    const offered = { mentorId: hold.mentor_id, minutes: hold.minutes, availability }
    return err({ code: 'slot_taken' as const, alternatives: await readAlternatives(app, offered, startsAt) })
  }
  if (own) {
    const refused = await refusalOfMove(app, hold, availability, own.id) // Nobody gives up an hour for one they cannot have.
    if (refused) return refused.code === 'slot_taken' ? taken() : err(refused)
    const ended = await endHold(app, own)
    if (ended === 'paid' && own.checkout_id) return err({ code: 'already_paid', checkoutId: own.checkout_id })
    if (ended === 'kept') return err({ code: 'payments_unavailable' })
  }

  let refused = await claim(app, hold, availability, secret)
  if (refused?.code === 'slot_taken') {
    const way = await clearWay(app, hold)
    if (way.own) {
      const resumed = await resumeHold(app, way.own)
      if (resumed) return resumed // Otherwise it has ended meanwhile.
    }
    if (way.own || way.cleared) refused = await claim(app, hold, availability, secret)
  }
  if (refused?.code === 'slot_taken') return taken()
  if (refused) return err(refused)
  if (price > 0) return openCheckout(app, hold, { secret, mentor: sessionType.mentor_name })
  const { id: bookingId, reference, pay_before: payBefore } = hold
  return ok({ bookingId, reference, checkoutId: null, payUrl: confirmationPage(app), payBefore })
}

/** Nothing, for volunteers, or an amount that is worth charging and that nobody mistypes. */
function isPriceAllowed({ config }: App, price: Pence): boolean {
  return price === 0 || (price >= Math.round(config.PRICE_LEAST * 100) && price <= Math.round(config.PRICE_MOST * 100))
}

type OwnHold = NonNullable<Awaited<ReturnType<typeof findOwnHold>>>

/** The same hour for the same price, and the payment session names the same address. */
function isSame(own: OwnHold, request: BookingRequest, price: Pence): boolean {
  return (
    own.session_type_id === request.sessionTypeId &&
    own.starts_at.getTime() === request.startsAt.getTime() &&
    own.price_pence === price &&
    own.mentee_email.toLowerCase() === request.email.toLowerCase()
  )
}

type Asked = {
  request: BookingRequest
  sessionType: SessionType
  availability: Availability
  price: Pence
  secret: string
  browserHash: string | null
  visitor: Visitor
}

function newHold(app: App, { request, sessionType, availability, price, secret, browserHash, visitor }: Asked): Hold {
  const now = app.now()
  const { CHECKOUT_MINUTES, HOLD_GRACE_MINUTES, TERMS_VERSION } = app.config
  const payBefore = minutesAfter(now, price > 0 ? CHECKOUT_MINUTES : CONFIRM_MINUTES)
  return {
    id: randomUUID(),
    reference: bookingReference(randomBytes(8)),
    secret_hash: hashSecret(secret),
    mentor_id: sessionType.mentor_id,
    session_type_id: sessionType.id,
    session_title: sessionType.title,
    starts_at: request.startsAt,
    minutes: sessionType.minutes,
    buffer_before: availability.bufferBefore,
    buffer_after: availability.bufferAfter,
    mentor_time_zone: mentorZoneAt(availability, request.startsAt),
    price_pence: price,
    currency: sessionType.currency,
    mentee_name: request.name,
    mentee_email: request.email,
    mentee_phone: request.phone,
    mentee_time_zone: request.timeZone ?? sessionType.time_zone,
    topic: request.topic,
    terms_version: TERMS_VERSION,
    terms_accepted_at: now,
    early_start_asked_at: now,
    status: 'held' as const,
    pay_before: payBefore,
    hold_expires_at: minutesAfter(payBefore, price > 0 ? HOLD_GRACE_MINUTES : 0),
    browser_hash: browserHash,
    network: visitor.network,
    account_id: visitor.accountId ?? null,
    created_at: now,
  }
}

type Refused = { code: 'slot_taken'; alternatives: [] } | Extract<BookingError, { code: 'too_many_holds' }>

/**
 * Takes the minutes and writes the booking, or says why not. One transaction, no network. Of a free session it also writes
 * the mail that asks to confirm it: nobody holds an hour that they are never asked about.
 */
function claim(app: App, hold: Hold, availability: Availability, secret: string): Promise<Refused | null> {
  return transact(app.db, async (tx) => {
    const refused = await refusalOf(app, tx, hold, availability, null)
    if (refused) return refused
    if (!(await takeHold(tx, hold))) return TAKEN
    if (hold.price_pence === 0) await askForConfirmation(app, tx, hold.id, secret)
    return null
  })
}

/** Why a hold could not be made even if `own` were given up for it. Null: it can, as far as can be seen. */
function refusalOfMove(app: App, hold: Hold, availability: Availability, own: string): Promise<Refused | null> {
  return transact(app.db, async (tx) => {
    const refused = await refusalOf(app, tx, hold, availability, own)
    if (refused) return refused
    const wanted = claimOf(
      { startsAt: hold.starts_at, endsAt: minutesAfter(hold.starts_at, hold.minutes) },
      availability,
    )
    const range = { mentorId: hold.mentor_id, from: wanted.startsAt, until: wanted.endsAt }
    return (await isFreeBut(tx, { ...range, bookingId: own, now: app.now() })) ? null : TAKEN
  })
}

const TAKEN: Refused = { code: 'slot_taken', alternatives: [] }

/** What stands against a hold besides other claims: how many somebody has, and the mentor's caps. `but`: one that is given up. */
async function refusalOf(
  app: App,
  tx: Db,
  hold: Hold,
  availability: Availability,
  but: string | null,
): Promise<Refused | null> {
  const retryAfter = await secondsUntilAllowed(app, tx, hold, availability, but)
  if (retryAfter !== null) return { code: 'too_many_holds', retryAfter }
  return (await isFull(tx, hold, availability, but)) ? TAKEN : null
}

/** Null: this hold may be made. Otherwise when the first of those that are too many ends. Counts live holds, not requests. */
async function secondsUntilAllowed(
  app: App,
  tx: Db,
  hold: Hold,
  availability: Availability,
  but: string | null,
): Promise<number | null> {
  const { HOLDS_PER_BROWSER, HOLDS_PER_EMAIL, HOLDS_PER_ADDRESS, HOLDS_SHARE_PERCENT } = app.config
  const now = app.now()
  const until = new Date(now.getTime() + SHARE_DAYS * DAY)
  const holder: Holder = {
    browserHash: hold.browser_hash,
    email: hold.mentee_email,
    network: hold.network,
    mentorId: hold.mentor_id,
  }
  await lockHolder(tx, holder)
  const counts = await countHolds(tx, holder, { now, until, but })
  const ends: (Date | null)[] = []
  if (counts.browser >= HOLDS_PER_BROWSER) ends.push(counts.browserEnds)
  if (counts.email >= HOLDS_PER_EMAIL) ends.push(counts.emailEnds)
  if (counts.network >= HOLDS_PER_ADDRESS) ends.push(counts.networkEnds)
  if (
    counts.ofMentor > 0 &&
    hold.starts_at < until &&
    counts.ofMentor >= mostOfMentor(startsUntil(availability, now, until), HOLDS_SHARE_PERCENT)
  )
    ends.push(counts.ofMentorEnds)
  if (hold.price_pence === 0) {
    // Each asks for a mail, and the address may be a stranger's.
    const asked = await countAsked(tx, hold.mentee_email, new Date(now.getTime() - HOUR))
    if (asked.count >= MOST_ASKED) ends.push(new Date((asked.first ?? now).getTime() + HOUR))
  }
  if (ends.length === 0) return null
  const last = Math.max(...ends.map((end) => end?.getTime() ?? 0))
  return Math.max(1, Math.ceil((last - now.getTime()) / 1_000))
}

const startsUntil = (availability: Availability, now: Date, to: Date) =>
  slotsBetween({ availability, minutes: 0, now, from: now, to }).length

/** If no checkout can be opened nobody was shown an address: the hold is given back. */
async function openCheckout(
  app: App,
  hold: Hold,
  { secret, mentor }: { secret: string; mentor: string },
): Promise<Result<Held, BookingError>> {
  try {
    const checkout = await app.payments.startCheckout({
      bookingId: hold.id,
      createdAt: hold.created_at,
      title: hold.session_title,
      description: `${hold.minutes} minutes with ${mentor}. Booking ${hold.reference}`,
      price: hold.price_pence,
      currency: hold.currency,
      email: hold.mentee_email,
      expiresAt: hold.pay_before,
      successUrl: `${app.config.PUBLIC_URL}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${app.config.PUBLIC_URL}/cancel?hold=${secret}`,
    })
    await recordCheckout(app.db, hold.id, checkout)
    return ok({
      bookingId: hold.id,
      reference: hold.reference,
      checkoutId: checkout.id,
      payUrl: checkout.url,
      payBefore: hold.pay_before,
    })
  } catch (error) {
    app.log.error('checkout not opened', { bookingId: hold.id, error })
    await giveUpHold(app, hold.id)
    return err({ code: 'payments_unavailable' })
  }
}
