/**
 * Booking: hold a mentor's minutes and open a checkout for them. How a hold ends is in `holds.ts`, what a payment does in
 * `settlement.ts`, what a failure leaves behind in `sweep.ts`.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Client } from '#domain/accounts/client'
import { isBookable, mentorZoneAt, type Availability } from '#domain/bookings/availability'
import { bookingReference, CONFIRM_MINUTES, type BookingError, type BookingRequest } from '#domain/bookings/booking'
import { priceOf } from '#domain/mentors/mentor'
import type { Pence } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { updateMenteeDetails, insertHold, type NewHold } from '#server/bookings/queries'
import { transact, type Db } from '#server/db/connect'
import { findCurrentHold } from '#server/bookings/holds-queries'
import { findSessionType } from '#server/mentors/queries'
import { lockForMove } from '#server/bookings/moves-queries'
import { askForConfirmation } from '#server/bookings/free-sessions'
import { expireBlockingHolds, hashSecret, resumeHold, type HeldSlot } from '#server/bookings/release'
import { isCapReached } from '#server/bookings/limits/mentor-caps'
import { secondsUntilAllowed } from '#server/bookings/limits/hold-limits'
import { finishMove } from '#server/bookings/moves'
import { openCheckout } from '#server/bookings/open-checkout'
import { readAlternatives } from '#server/bookings/availability/slots'

export type { HeldSlot } from '#server/bookings/release'

/** As much of the client as a booking keeps and limits count. Null: not known, and then not counted. */
export type BookingClient = { [Key in 'browser' | 'network' | 'farNetwork']: Client[Key] | null }

const UNKNOWN_CLIENT: BookingClient = { browser: null, network: null, farNetwork: null }

type SessionType = NonNullable<Awaited<ReturnType<typeof findSessionType>>>
type Hold = NewHold & { status: 'held'; browser_hash: string | null }

/** How often two requests of one browser may cross before the later one is told that the time is taken. */
const ROUNDS = 3

/**
 * Holds a start and opens a checkout for it. Of any number of buyers at the same moment one is sent to pay. Whoever comes
 * back to what they hold gets the same checkout; who chooses another time of the same mentor keeps the one they held until
 * the other is theirs (decision 0003).
 */
export async function holdSlot(
  app: App,
  request: BookingRequest,
  client: BookingClient = UNKNOWN_CLIENT,
  accountId: string | null = null,
): Promise<Result<HeldSlot, BookingError>> {
  const read = await readWish(app, request, client, accountId)
  if (!read.ok) return read
  const wish = read.value
  let mayHold = wish.sessionType.has_current_hold
  for (let round = 0; round < ROUNDS; round += 1) {
    const answer = await tryHold(app, wish, mayHold)
    if (answer) return answer
    mayHold = true
  }
  return refuse(app, wish, TAKEN)
}

/** One round of it. Null: another request of the same browser has changed what it holds, so it begins anew. */
async function tryHold(app: App, wish: Wish, mayHold: boolean): Promise<Result<HeldSlot, BookingError> | null> {
  const current = mayHold ? await readCurrentHold(app, wish) : null
  if (current === 'busy') return err({ code: 'payments_unavailable' })
  const resumed = current && (await resume(app, wish, current))
  if (resumed) return resumed
  if (!isBookable(wish.request.startsAt, wish.availability, app.now())) return err({ code: 'slot_not_bookable' })
  const secret = randomBytes(32).toString('base64url')
  const hold = newHold(app, wish, { secret, movedFrom: current?.id ?? null })
  const refused = await claimOrClear(app, wish, hold, secret)
  if (refused === 'changed') return null
  if (refused) return refuse(app, wish, refused)
  const opened = await openCheckout(app, hold, { secret, mentor: wish.sessionType.mentor_name })
  return current && opened.ok ? move(app, hold, current, opened) : opened
}

/** A request with what the product knows of it. `price` is what the session costs now. */
type Wish = {
  request: BookingRequest
  sessionType: SessionType
  availability: Availability
  price: Pence
  browserHash: string | null
  client: BookingClient
  /** The account that is signed in; null for a guest. */
  accountId: string | null
}

async function readWish(
  app: App,
  request: BookingRequest,
  client: BookingClient,
  accountId: string | null,
): Promise<Result<Wish, BookingError>> {
  const browserHash = client.browser ? hashSecret(client.browser) : null
  const sessionType = await findSessionType(app.db, request.sessionTypeId, browserHash)
  if (!sessionType) return err({ code: 'session_type_not_found' })
  const price = priceOf({ price: sessionType.price_pence }, { price: sessionType.mentor_price_pence })
  if (!isPriceAllowed(app, price)) return err({ code: 'session_type_not_found' })
  if (request.expectedPrice !== null && request.expectedPrice !== price) return err({ code: 'price_changed', price })
  return ok({ request, sessionType, availability: sessionType.availability, price, browserHash, client, accountId })
}

/** Nothing, for volunteers, or an amount that is worth charging and that nobody mistypes. */
function isPriceAllowed({ config }: App, price: Pence): boolean {
  return price === 0 || (price >= Math.round(config.PRICE_LEAST * 100) && price <= Math.round(config.PRICE_MOST * 100))
}

type CurrentHold = NonNullable<Awaited<ReturnType<typeof findCurrentHold>>>

/**
 * What the browser holds of this mentor's time, once no other request is at work on it: a checkout that is being opened is
 * waited for, a move that was left half-way is finished. `busy`: that took too long.
 */
async function readCurrentHold(
  app: App,
  { browserHash, sessionType, request }: Wish,
): Promise<CurrentHold | null | 'busy'> {
  if (!browserHash) return null
  const find = () => findCurrentHold(app.db, browserHash, sessionType.mentor_id, request.startsAt)
  const own = await find()
  if (!own || !isUnderWay(own)) return own ?? null
  const canFinish = own.checkout_id !== null || own.price_pence === 0
  if (own.moved_from && canFinish) await finishMove(app, { id: own.id, from: own.moved_from })
  else await resumeHold(app, own.id)
  const after = await find()
  return after && isUnderWay(after) ? 'busy' : (after ?? null)
}

const isUnderWay = (own: CurrentHold) => own.moved_from !== null || (own.price_pence > 0 && !own.checkout_url)

/** The checkout of what the browser holds already, when that is what it asks for. Null: it is not, or has ended meanwhile. */
async function resume(app: App, { request, price, accountId }: Wish, own: CurrentHold): ReturnType<typeof resumeHold> {
  if (own.pay_before <= app.now() || !isSame(own, request, price)) return null
  await updateMenteeDetails(app.db, own.id, { ...request, accountId })
  return resumeHold(app, own.id)
}

/** The same hour for the same price, and the payment session names the same address. */
function isSame(own: CurrentHold, request: BookingRequest, price: Pence): boolean {
  return (
    own.session_type_id === request.sessionTypeId &&
    own.starts_at.getTime() === request.startsAt.getTime() &&
    own.price_pence === price &&
    own.mentee_email.toLowerCase() === request.email.toLowerCase()
  )
}

function newHold(app: App, wish: Wish, made: { secret: string; movedFrom: string | null }): Hold {
  const { request, sessionType, availability, price, browserHash, client, accountId } = wish
  const now = app.now()
  const { CHECKOUT_MINUTES, HOLD_GRACE_MINUTES, TERMS_VERSION } = app.config
  const payBefore = minutesAfter(now, price > 0 ? CHECKOUT_MINUTES : CONFIRM_MINUTES)
  return {
    id: randomUUID(),
    reference: bookingReference(randomBytes(8)),
    secret_hash: hashSecret(made.secret),
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
    network: client.network,
    far_network: client.farNetwork,
    account_id: accountId,
    moved_from: made.movedFrom,
    created_at: now,
  }
}

type Refused = { code: 'slot_taken'; alternatives: [] } | Extract<BookingError, { code: 'too_many_holds' }>

/** Claims; a time that is taken only by holds that have lapsed is claimed as soon as those are ended. */
async function claimOrClear(app: App, wish: Wish, hold: Hold, secret: string): Promise<Refused | 'changed' | null> {
  const refused = await claim(app, hold, wish.availability, secret)
  if (refused === null || refused === 'changed' || refused.code !== 'slot_taken') return refused
  const way = await expireBlockingHolds(app, hold, hold.moved_from)
  if (way.own) return 'changed'
  return way.cleared ? claim(app, hold, wish.availability, secret) : refused
}

/**
 * Takes the minutes and writes the booking, or says why not. One transaction, no network. A hold that is moved stays as it
 * is beside the new one; `changed`: it has ended, or another request is moving it. Of a free session it also writes the mail
 * that asks to confirm it: nobody holds an hour that they are never asked about.
 */
function claim(app: App, hold: Hold, availability: Availability, secret: string): Promise<Refused | 'changed' | null> {
  return transact(app.db, async (tx) => {
    if (hold.moved_from && !(await lockForMove(tx, hold.moved_from))) return 'changed'
    const refused = await refusalOf(app, tx, hold, availability, hold.moved_from)
    if (refused) return refused
    if (!(await insertHold(tx, hold))) return TAKEN
    if (hold.price_pence === 0 && !hold.moved_from) await askForConfirmation(app, tx, hold.id, secret)
    return null
  })
}

const TAKEN: Refused = { code: 'slot_taken', alternatives: [] }

/** A refusal as a visitor can act on it: instead of a time that is taken, those that are free near it. */
async function refuse(app: App, wish: Wish, refused: Refused): Promise<Result<never, BookingError>> {
  if (refused.code !== 'slot_taken') return err(refused)
  const { availability, sessionType, price } = wish
  const offered = { mentorId: sessionType.mentor_id, minutes: sessionType.minutes, free: price === 0, availability }
  return err({ ...refused, alternatives: await readAlternatives(app, offered, wish.request.startsAt) })
}

/** What stands against a hold besides other claims: how many somebody has, and the mentor's caps. `except`: one that is given up. */
async function refusalOf(
  app: App,
  tx: Db,
  hold: Hold,
  availability: Availability,
  except: string | null,
): Promise<Refused | null> {
  const retryAfter = await secondsUntilAllowed(app, tx, hold, availability, except)
  if (retryAfter !== null) return { code: 'too_many_holds', retryAfter }
  return (await isCapReached(tx, hold, availability, except)) ? TAKEN : null
}

/** Ends the hold that the new one replaces. Null: what the browser holds has changed meanwhile. */
async function move(
  app: App,
  hold: Hold,
  old: CurrentHold,
  moved: Result<HeldSlot, BookingError>,
): Promise<typeof moved | null> {
  switch (await finishMove(app, { id: hold.id, from: old.id })) {
    case 'moved':
      return moved
    case 'paid': // A free session that was confirmed meanwhile stands beside what is asked for now.
      return old.checkout_id ? err({ code: 'already_paid', checkoutId: old.checkout_id }) : null
    case 'kept':
      return err({ code: 'payments_unavailable' })
    case 'ended':
      return null
  }
}
