/**
 * Booking begins here: claim a mentor's minutes and open a checkout for them. How a hold ends without a payment is in
 * `release.ts`, what a payment does in `settle.ts`, what a failure leaves behind in `sweep.ts`.
 */
import { randomBytes } from 'node:crypto'
import { redemptionProblem } from '#server/discounts/redemptions-queries'
import { isBookable } from '#domain/bookings/availability'
import type { BookingError, BookingRequest } from '#domain/bookings/booking'
import { err, type Result } from '#domain/result'
import { readAlternatives } from '#server/mentors/availability/slots'
import {
  newHold,
  readHoldRequest,
  type BookingClient,
  type Hold,
  type HoldRequest,
} from '#server/bookings/holds/hold-request'
import { findCurrentHold } from '#server/bookings/holds/holds-queries'
import { countStarts, toLimitKeys, secondsUntilAllowed } from '#server/bookings/limits/hold-limits'
import { hasCap, isCapReached } from '#server/bookings/limits/mentor-caps'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { finishMove } from '#server/bookings/holds/moves'
import { lockForMove } from '#server/bookings/holds/moves-queries'
import { openCheckout, type HeldSlot } from '#server/bookings/holds/open-checkout'
import { insertFirstHold, insertHold } from '#server/bookings/holds/insert-hold-queries'
import { updateMenteeDetails } from '#server/bookings/queries'
import { expireBlockingHolds } from '#server/bookings/holds/release'
import { resumeHold } from '#server/bookings/holds/resume-hold'
import { refuseFurtherLink } from '#server/bookings/payment-requests/allow-link'
import { hashToken, payerToken } from '#server/bookings/payment-requests/link'
import { insertPaymentRequest } from '#server/bookings/payment-requests/payment-requests-queries'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { holdRequests } from '#server/platform/process-metrics'
import * as m from '#messages/documents'
import { currentLanguage } from '../../../messages/runtime.ts'

const UNKNOWN_CLIENT: BookingClient = { browser: null, network: null, farNetwork: null }

/** How often an attempt starts again because another request of the same browser changed its hold meanwhile. */
const MAX_ATTEMPTS = 3

type CurrentHold = NonNullable<Awaited<ReturnType<typeof findCurrentHold>>>
type ClaimError =
  | { code: 'slot_taken'; alternatives: [] }
  | Extract<BookingError, { code: 'too_many_holds' | 'code_not_valid' | 'no_payment_link' }>

const TAKEN: ClaimError = { code: 'slot_taken', alternatives: [] }

/**
 * Holds a start and opens a checkout for it. When several people ask for the same minutes at once, one of them gets
 * them. A browser that comes back to the time it holds gets the same checkout. One that asks for another time of the
 * same mentor moves its hold: it keeps the old one until the new one is claimed (decision 0003).
 *
 * @param accountId The account that is signed in; null for a guest.
 */
export async function holdSlot(
  app: App,
  request: BookingRequest,
  client: BookingClient = UNKNOWN_CLIENT,
  accountId: string | null = null,
): Promise<Result<HeldSlot, BookingError>> {
  const read = await readHoldRequest(app, request, client, accountId)
  const result = read.ok ? await holdRequested(app, read.value) : read
  holdRequests.inc({ kind: 'session', outcome: result.ok ? 'held' : result.error.code })
  return result
}

async function holdRequested(app: App, order: HoldRequest): Promise<Result<HeldSlot, BookingError>> {
  let mayHaveHold = order.sessionType.hasCurrentHold
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const result = await attemptHold(app, order, mayHaveHold)
    if (result) return result
    mayHaveHold = true
  }
  return refuse(app, order, TAKEN)
}

/** One attempt. Null: another request of the same browser has changed what it holds, so the caller tries again. */
async function attemptHold(
  app: App,
  order: HoldRequest,
  mayHaveHold: boolean,
): Promise<Result<HeldSlot, BookingError> | null> {
  const current = mayHaveHold ? await waitForCurrentHold(app, order) : null
  if (current === 'busy') return err({ code: 'payments_unavailable' })
  const resumed = current && (await resumeCurrentHold(app, order, current))
  if (resumed) return resumed
  if (!isBookable(order.request.startsAt, order.availability, app.now())) return err({ code: 'slot_not_bookable' })
  return current ? moveHold(app, order, current) : claimAndOpenCheckout(app, order, null)
}

/**
 * The browser's live hold with this mentor, once no other request is working on it: waits for a checkout that is being
 * opened, finishes a move that was interrupted. `busy`: that took too long.
 */
async function waitForCurrentHold(
  app: App,
  { browserHash, sessionType, request }: HoldRequest,
): Promise<CurrentHold | null | 'busy'> {
  if (!browserHash) return null
  const find = () => findCurrentHold(app.db, browserHash, sessionType.mentorId, request.startsAt)
  const current = await find()
  if (!current || !isUnderWay(current)) return current ?? null
  const canFinish = current.checkoutId !== null || current.pricePence === 0
  if (current.movedFrom && canFinish) await finishMove(app, { id: current.id, from: current.movedFrom })
  else await resumeHold(app, current.id)
  const after = await find()
  return after && isUnderWay(after) ? 'busy' : (after ?? null)
}

const isUnderWay = (hold: CurrentHold) => hold.movedFrom !== null || (hold.pricePence > 0 && !hold.checkoutUrl)

/**
 * Resume: the checkout of the current hold, if the request asks for the same. Null: it does not, or the hold has ended.
 */
async function resumeCurrentHold(app: App, order: HoldRequest, current: CurrentHold): ReturnType<typeof resumeHold> {
  const { request, payment, accountId } = order
  if (current.payBefore <= app.now() || !isSameBooking(current, order)) return null
  // A link's checkout can be paid by the visitor too. One that only lives minutes is no link: the hold is moved to one that is.
  if (payment === 'by_link' && !current.isByLink) return null
  await updateMenteeDetails(app.db, current.id, { ...request, accountId, language: currentLanguage() })
  return resumeHold(app, current.id)
}

/** The same start for the same price, by the same code. The email address counts too, because the checkout names it. */
function isSameBooking(hold: CurrentHold, { request, price, discount }: HoldRequest): boolean {
  return (
    hold.codeId === (discount?.codeId ?? null) &&
    hold.sessionTypeId === request.sessionTypeId &&
    hold.startsAt.getTime() === request.startsAt.getTime() &&
    hold.pricePence === price &&
    hold.menteeEmail.toLowerCase() === request.email.toLowerCase()
  )
}

/**
 * Move: claims the new start beside the current hold, opens its checkout, then ends the current hold. Null: try again.
 */
async function moveHold(
  app: App,
  order: HoldRequest,
  current: CurrentHold,
): Promise<Result<HeldSlot, BookingError> | null> {
  const opened = await claimAndOpenCheckout(app, order, current.id)
  if (!opened?.ok) return opened
  switch (await finishMove(app, { id: opened.value.bookingId, from: current.id })) {
    case 'moved':
      return opened
    case 'paid': // A free session that was confirmed meanwhile stays, and the new request stands beside it.
      return current.checkoutId ? err({ code: 'already_paid', checkoutId: current.checkoutId }) : null
    case 'kept':
      return err({ code: 'payments_unavailable' })
    case 'expired':
      return null
  }
}

/** Null: try again, since the hold that was to be moved (`movedFrom`) has changed. */
async function claimAndOpenCheckout(
  app: App,
  order: HoldRequest,
  movedFrom: string | null,
): Promise<Result<HeldSlot, BookingError> | null> {
  const secret = randomBytes(32).toString('base64url')
  const hold = newHold(app, order, { secret, movedFrom })
  const refused = await claimSlot(app, order, hold, secret)
  if (refused === 'changed') return null
  if (refused) return refuse(app, order, refused)
  return openCheckout(app, hold, {
    secret,
    sold: m.soldSession({ minutes: hold.minutes, mentorName: order.sessionType.mentorName }),
    isByLink: order.payment === 'by_link',
  })
}

/** Claim: takes the minutes. If only overdue holds are in the way, it expires those and tries once more. */
async function claimSlot(
  app: App,
  { availability, payment }: HoldRequest,
  hold: Hold,
  secret: string,
): Promise<ClaimError | 'changed' | null> {
  const claim = () => tryToClaim(app, { hold, availability, payment, secret })
  const refused = await claim()
  if (refused === null || refused === 'changed' || refused.code !== 'slot_taken') return refused
  const blocking = await expireBlockingHolds(app, hold, hold.movedFrom)
  if (blocking.isOwn) return 'changed'
  return blocking.expired ? claim() : refused
}

type Claiming = Pick<HoldRequest, 'availability' | 'payment'> & { hold: Hold; secret: string }

/**
 * Most people pay for a session themselves, hold nothing and have booked nothing lately, and most mentors have no caps. Then nothing
 * has to be weighed between lock and claim, so they are one statement: in a crowd that is a fifth of the messages, each
 * of which waits for a connection. All others are counted in a transaction.
 */
async function tryToClaim(app: App, claiming: Claiming): Promise<ClaimError | 'changed' | null> {
  try {
    return await claimFirstOrCounted(app, claiming)
  } catch (error) {
    const reason = redemptionProblem(error) // It aborts the transaction, so it is an error until here.
    if (!reason) throw error
    return { code: 'code_not_valid', reason }
  }
}

async function claimFirstOrCounted(app: App, claiming: Claiming): Promise<ClaimError | 'changed' | null> {
  const { hold, availability, payment } = claiming
  if (hold.pricePence > 0 && payment === 'now' && !hold.movedFrom && !hasCap(availability, false)) {
    switch (await insertFirstHold(app.db, hold, { keys: toLimitKeys(hold), now: app.now() })) {
      case 'held':
        return null
      case 'taken':
        return TAKEN
      case 'earlier':
        break
    }
  }
  return transact(app.db, (tx) => writeClaim(app, tx, claiming))
}

/**
 * Writes the claim and the booking, or says why not. A hold that is being moved stays beside the new one; `changed`: it
 * has ended, or another request is moving it. For a free session it also queues the email that asks to confirm, so that
 * none is held without that email.
 */
async function writeClaim(
  app: App,
  tx: Db,
  { hold, availability, payment, secret }: Claiming,
): Promise<ClaimError | 'changed' | null> {
  const isByLink = payment === 'by_link'
  const except = hold.movedFrom
  if (except && !(await lockForMove(tx, except))) return 'changed'
  const startsOnOffer = () => countStarts(availability, app.now())
  const retryAfter = await secondsUntilAllowed(app, tx, { ...hold, isByLink }, { startsOnOffer, except })
  if (retryAfter !== null) return { code: 'too_many_holds', retryAfter }
  if (await isCapReached(tx, hold, availability, except)) return TAKEN
  const reason = isByLink && (await refuseFurtherLink(app, tx, hold, availability))
  if (reason) return { code: 'no_payment_link', reason }
  if (!(await insertHold(tx, hold))) return TAKEN
  if (isByLink) {
    const tokenHash = hashToken(payerToken(app, hold.id))
    await insertPaymentRequest(tx, { bookingId: hold.id, tokenHash, createdAt: app.now() })
  }
  if (hold.pricePence === 0 && !except) await queueBookingMail(app, tx, hold.id, 'confirm_address', { secret })
  return null
}

/** A claim error as a booking error. A taken slot comes with the free ones nearest to it. */
async function refuse(app: App, order: HoldRequest, refused: ClaimError): Promise<Result<never, BookingError>> {
  if (refused.code !== 'slot_taken') return err(refused)
  const { availability, sessionType, price, discount } = order
  const { mentorId, minutes } = sessionType
  const offered = { mentorId, minutes, free: price === 0 && !discount, availability }
  return err({ ...refused, alternatives: await readAlternatives(app, offered, order.request.startsAt) })
}
