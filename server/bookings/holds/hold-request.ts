/** A booking request with everything that holding it needs to know, and the booking row it becomes. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Client } from '#domain/accounts/client'
import { mentorZoneAt, type Availability } from '#domain/bookings/availability'
import {
  bookingReference,
  CONFIRM_MINUTES,
  type BookingError,
  type BookingRequest,
  type PaymentWay,
} from '#domain/bookings/booking'
import { payByLinkBefore } from '#domain/bookings/payment-link'
import { priceOf } from '#domain/mentors/mentor'
import { isAllowedPrice } from '#domain/mentors/price'
import type { DiscountedItem } from '#domain/discounts/discount'
import { toMinorUnits, type MinorUnits, type Money } from '#domain/payments/money'
import { isRowId } from '#domain/row-id'
import { err, ok, type Result } from '#domain/result'
import { minutesAfter } from '#domain/time/wall-time'
import type { NewHold } from '#server/bookings/holds/insert-hold-queries'
import { selectEnteredCode, toEnteredCode, type EnteredCode } from '#server/discounts/codes-queries'
import { readDiscount, toCodeQuery, type CodeNotValid, type Discount } from '#server/discounts/read-discount'
import { hashSecret } from '#server/bookings/holds/release'
import { refuseLink } from '#server/bookings/payment-requests/allow-link'
import type { App } from '#server/context'
import { bookableBounds } from '#server/mentors/price-bounds'
import { findSessionType, sessionTypeReader } from '#server/mentors/queries'
import { currentLanguage } from '../../../messages/runtime.ts'

/** As much of the client as a booking keeps and limits count. Null: not known, and then not counted. */
export type BookingClient = { [Key in 'browser' | 'network' | 'farNetwork']: Client[Key] | null }

type SessionType = Omit<NonNullable<Awaited<ReturnType<typeof findSessionType>>>, 'entered'>

export type HoldRequest = {
  request: BookingRequest
  sessionType: SessionType
  availability: Availability
  /** What this buyer pays now: the session's price less the discount. */
  price: MinorUnits
  /** Who pays. `now` for a free session. */
  payment: PaymentWay
  discount: Discount | null
  browserHash: string | null
  client: BookingClient
  /** The account that is signed in; null for a guest. */
  accountId: string | null
}

export type Hold = NewHold & { status: 'held'; browserHash: string | null }

/**
 * Looks up the session type and its price. Refuses a session type that is not on offer, a discount code that takes nothing
 * off, a price that has changed, and a link for someone else to pay with where there can be none.
 */
export async function readHoldRequest(
  app: App,
  request: BookingRequest,
  client: BookingClient,
  accountId: string | null,
): Promise<Result<HoldRequest, BookingError>> {
  const sessionType = await findSold(app, request, client)
  if (!sessionType) return err({ code: 'session_type_not_found' })
  const amount = priceOf({ price: sessionType.pricePence }, { price: sessionType.mentorPrice })
  const { mentorId, id: sessionTypeId, currency, availability, entered, hasCurrentHold: mayHoldOne } = sessionType
  if (!isPriceAllowed(app, { amount, currency })) return err({ code: 'session_type_not_found' })
  const item = { kind: 'session', mentorId, sessionTypeId } as const
  const priced = await priceFor(app, request, { price: { amount, currency }, item, entered, mayHoldOne, client })
  if (!priced.ok) return priced
  const payment = priced.value.price > 0 ? (request.payment ?? 'now') : 'now'
  const { startsAt } = request
  const reason = payment === 'by_link' && refuseLink(app, { startsAt, isAccepted: sessionType.acceptsPaymentLinks })
  if (reason) return err({ code: 'no_payment_link', reason })
  const browserHash = hashBrowser(client)
  return ok({ request, sessionType, availability, ...priced.value, payment, browserHash, client, accountId })
}

/** A session type with the code that the client entered, in one statement. */
async function findSold(
  app: App,
  { sessionTypeId, code }: { sessionTypeId: string; code: string | null },
  client: BookingClient,
) {
  const query = { id: sessionTypeId, browserHash: hashBrowser(client) }
  if (code === null) return findSessionType(app.db, query)
  const found = await findSessionTypeWithCode(app.db, { ...query, ...toCodeQuery(app, code, client) })
  return found && { ...found, entered: toEnteredCode(found.entered) }
}

const findSessionTypeWithCode = sessionTypeReader('session type with code', selectEnteredCode)

const hashBrowser = ({ browser }: BookingClient) => (browser ? hashSecret(browser) : null)

type Priced = { price: MinorUnits; discount: Discount | null }
/** What is sold at which price. `entered`: the code that the buyer entered; null without one. */
type PricedItem = {
  price: Money
  item: DiscountedItem
  entered: EnteredCode | null
  mayHoldOne: boolean
  client: BookingClient
}
type PriceError = Extract<BookingError, { code: 'price_changed' | 'code_not_valid' }>

/**
 * What a buyer pays by now, with their discount code. Refuses a code that takes nothing off, and a price that has changed. The
 * price that was shown may be the one before the discount: an app knows no other.
 */
export async function priceFor(
  app: App,
  { email, expectedPrice }: Pick<BookingRequest, 'email' | 'expectedPrice'>,
  { price: list, entered, ...sold }: PricedItem,
): Promise<Result<Priced, PriceError>> {
  const read = entered ? await readDiscount(app, { ...sold, entered, price: list, email }) : ok(null)
  if (!read.ok) return read
  const { currency } = list
  const discount = read.value
  const price = toMinorUnits(list.amount - (discount?.discount ?? 0))
  const isShown = (amount: MinorUnits) => !hasChanged(expectedPrice, { amount, currency })
  return isShown(price) || isShown(list.amount)
    ? ok({ price, discount })
    : err({ code: 'price_changed', price, currency })
}

/** What a code takes off a session for this client, before it is held. Null: no such session is on offer. */
export async function quoteSession(
  app: App,
  request: { sessionTypeId: string; code: string },
  client: BookingClient,
): Promise<Result<Quote, CodeNotValid> | null> {
  const { sessionTypeId } = request
  const sessionType = isRowId(sessionTypeId) ? await findSold(app, request, client) : undefined
  if (!sessionType?.entered) return null
  const { mentorId, currency, entered, hasCurrentHold: mayHoldOne } = sessionType
  const list = { amount: priceOf({ price: sessionType.pricePence }, { price: sessionType.mentorPrice }), currency }
  const item = { kind: 'session', mentorId, sessionTypeId } as const
  return toQuote(list, await readDiscount(app, { entered, price: list, item, email: '', mayHoldOne, client }))
}

/** A code with the price that it applies to, and what it takes off that. */
export type Quote = { code: string; list: Money; discount: MinorUnits }

export const toQuote = (list: Money, read: Result<Discount, CodeNotValid>): Result<Quote, CodeNotValid> =>
  read.ok ? ok({ code: read.value.code, list, discount: read.value.discount }) : read

/** Whether a price is another than the one that was shown, if that is known. Free is free in every currency. */
export const hasChanged = (shown: Money | null, { amount, currency }: Money): boolean =>
  shown !== null && (shown.amount !== amount || (amount > 0 && shown.currency !== currency))

/** Free, or within the configured bounds: worth a card charge, and too low to be a typing error. */
export const isPriceAllowed = (app: App, { amount, currency }: Money): boolean =>
  isAllowedPrice(amount, bookableBounds(app, currency))

/** What a hold takes of what is sold. */
type Sold = Pick<SessionType, 'id' | 'mentorId' | 'title' | 'minutes' | 'currency' | 'cancelPolicy' | 'timeZone'>

/** The booking row of a new hold. `movedFrom`: the id of the hold that it replaces. */
export function newHold(
  app: App,
  order: Omit<HoldRequest, 'sessionType'> & { sessionType: Sold },
  made: { secret: string; movedFrom: string | null },
): Hold {
  const { request, sessionType, availability, price, discount, browserHash, client, accountId } = order
  const now = app.now()
  const { CHECKOUT_MINUTES, HOLD_GRACE_MINUTES, TERMS_VERSION } = app.config
  const payBefore =
    order.payment === 'by_link'
      ? payByLinkBefore(request.startsAt, now)
      : minutesAfter(now, price > 0 ? CHECKOUT_MINUTES : CONFIRM_MINUTES)
  return {
    id: randomUUID(),
    reference: bookingReference(randomBytes(8)),
    secretHash: hashSecret(made.secret),
    mentorId: sessionType.mentorId,
    sessionTypeId: sessionType.id,
    sessionTitle: sessionType.title,
    startsAt: request.startsAt,
    minutes: sessionType.minutes,
    bufferBefore: availability.bufferBefore,
    bufferAfter: availability.bufferAfter,
    mentorTimeZone: mentorZoneAt(availability, request.startsAt),
    pricePence: price,
    discountPence: discount?.discount ?? toMinorUnits(0),
    redemption: discount,
    currency: sessionType.currency,
    cancelPolicy: sessionType.cancelPolicy,
    feePercent: app.config.FEE_PERCENT,
    menteeName: request.name,
    menteeEmail: request.email,
    menteePhone: request.phone,
    menteeTimeZone: request.timeZone ?? sessionType.timeZone,
    topic: request.topic,
    language: currentLanguage(),
    termsVersion: TERMS_VERSION,
    termsAcceptedAt: now,
    earlyStartAskedAt: now,
    status: 'held' as const,
    payBefore,
    holdExpiresAt: minutesAfter(payBefore, price > 0 ? HOLD_GRACE_MINUTES : 0),
    browserHash,
    network: client.network,
    farNetwork: client.farNetwork,
    accountId,
    movedFrom: made.movedFrom,
    cohortId: null,
    packageId: null,
    createdAt: now,
  }
}
