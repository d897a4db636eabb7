/**
 * Compares the payment service's sessions, payments and refunds with our bookings, refunds and ledger. Changes nothing:
 * each mismatch is listed with what would repair it.
 *
 * Payments and refunds of the last hour are left out, because one side may not know of them yet.
 */
import { CREATED_WITHIN_MINUTES, type Checkout, type Refund } from '#domain/payments/checkout'
import type { Mismatch } from '#domain/payments/mismatch'
import { toMinorUnits } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import * as m from '#messages/money'
import type { App } from '#server/context'
import {
  isLiveInstallation,
  listBookedMoney,
  listBookedRefunds,
  listMoneyOfBookings,
  listRefundsOfBookings,
  type BookedMoney,
  type BookedRefund,
} from '#server/payments/mismatches-queries'
import type { Db } from '#server/platform/db/connect'
import { formatBalance, formatMoney } from '#words/prices'

/** What happened this recently may not be settled on both sides. */
export const SETTLING_MINUTES = 60
/** A booking's id is a UUID. Sessions of other products on the same account carry another id, or none. */
const BOOKING_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type ServiceBooks = {
  since: Date
  /** What happened after this instant may be known to one side only, and is not compared. */
  settledBefore: Date
  checkouts: Map<string, Checkout>
  refunds: Map<string, Refund>
}

/** Both sides: `refunds` are the service's, `ownRefunds` are our rows. */
export type Books = ServiceBooks & { live: boolean; bookings: BookedMoney[]; ownRefunds: BookedRefund[] }

/**
 * Reads the service's side. Call it before `readLedgerTotals`: every session it returns then has its booking, which is
 * written first. It reads from a little before `since`, because the clocks differ and nothing made just after `since`
 * may be missed.
 */
export async function readProviderTotals(
  { payments }: { payments: Pick<App['payments'], 'eachCheckout' | 'eachRefund'> },
  at: Date,
  since: Date,
): Promise<ServiceBooks> {
  const until = minutesAfter(at, 1)
  const checkouts = new Map<string, Checkout>()
  const from = minutesAfter(since, -CREATED_WITHIN_MINUTES)
  await payments.eachCheckout(from, until, (each) => void checkouts.set(each.id, each))
  const refunds = new Map<string, Refund>()
  await payments.eachRefund(from, until, (each) => void refunds.set(each.id, each))
  return { since, settledBefore: minutesAfter(at, -SETTLING_MINUTES), checkouts, refunds }
}

export async function readLedgerTotals(db: Db, service: ServiceBooks): Promise<Books> {
  const refunded = [...service.refunds.values()].map(({ paymentIntent }) => paymentIntent)
  const bookings = await listBookedMoney(db, minutesAfter(service.since, -SETTLING_MINUTES), refunded)
  const ids = bookings.map(({ id }) => id)
  const ownRefunds = await listBookedRefunds(db, service.since, ids)
  return { ...service, live: await isLiveInstallation(db), bookings, ownRefunds }
}

/** The last instant of a `Date`, in milliseconds. */
const END_OF_TIME = 8.64e15

/** Both sides of one booking. Nothing of it is too recent to be compared: a person asks. */
export async function readTotalsOfBooking(
  { db, payments }: Pick<App, 'db' | 'payments'>,
  bookingId: string,
): Promise<Books> {
  const known = await listMoneyOfBookings(db, [bookingId])
  const checkouts = await Promise.all(
    known.flatMap(({ checkoutId }) => (checkoutId ? [payments.readCheckout(checkoutId)] : [])),
  )
  const refunds = await Promise.all(
    known.flatMap(({ paymentIntent }) => (paymentIntent ? [payments.listRefunds(paymentIntent)] : [])),
  )
  return {
    since: new Date(0),
    settledBefore: new Date(END_OF_TIME),
    checkouts: new Map(checkouts.flatMap((each) => (each ? [[each.id, each] as const] : []))),
    refunds: new Map(refunds.flat().map((each) => [each.id, each])),
    live: await isLiveInstallation(db),
    bookings: await listMoneyOfBookings(db, [bookingId]),
    ownRefunds: await listRefundsOfBookings(db, [bookingId]),
  }
}

export function compareTotals(books: Books): Mismatch[] {
  return [
    ...findCheckoutMismatches(books),
    ...findBookingMismatches(books),
    ...findRefundMismatches(books),
    ...findOwnRefundMismatches(books),
  ]
}

const money = (amount: number, currency: string) => formatMoney(toMinorUnits(amount), currency)

/** Checks every session that was paid at the service. */
function findCheckoutMismatches({ checkouts, refunds, bookings, settledBefore }: Books): Mismatch[] {
  const byId = new Map(bookings.map((booking) => [booking.id, booking]))
  const isRefunded = ({ paymentIntent, amount, currency }: Checkout) => {
    const back = [...refunds.values()].filter(
      (each) => each.paymentIntent === paymentIntent && each.currency === currency && each.status !== 'failed',
    )
    return back.reduce((sum, each) => sum + each.amount, 0) >= amount
  }
  return [...checkouts.values()].flatMap((checkout): Mismatch[] => {
    const { id, status, amount, currency, bookingId } = checkout
    if (status !== 'paid' || !bookingId || !BOOKING_ID.test(bookingId)) return []
    const booking = byId.get(bookingId)
    if (!booking) {
      if (isRefunded(checkout)) return []
      const what = m.bookingNotHere({ amount: money(amount, currency) })
      return [{ kind: 'paid_without_booking', subject: id, bookingId: null, what, repair: m.refundAtService() }]
    }
    if (booking.checkoutId !== null && booking.checkoutId !== id) {
      if (isRefunded(checkout)) return []
      const what = m.paidTwice({ amount: money(amount, currency) })
      return [{ kind: 'paid_twice', subject: id, bookingId, what, repair: m.refundAtService() }]
    }
    if (!booking.paidAt) {
      if (booking.holdExpiresAt > settledBefore) return []
      const what = m.notSettled({ amount: money(amount, currency) })
      return [{ kind: 'not_settled', subject: id, bookingId, what, repair: m.settleLater() }]
    }
    const isSame = booking.paidAmountPence === amount && booking.paymentIntent === checkout.paymentIntent
    // What was paid in another currency than the booking's goes back.
    if (isSame && (booking.currency === currency || isRefunded(checkout))) return []
    const written = money(booking.paidAmountPence ?? 0, booking.currency)
    const what = m.amountDiffers({ paid: money(amount, currency), written })
    return [{ kind: 'wrong_amount', subject: id, bookingId, what, repair: m.findAmount() }]
  })
}

/** Checks every booking that our books have as paid, and every hold. */
function findBookingMismatches({ live, since, checkouts, bookings, settledBefore }: Books): Mismatch[] {
  return bookings.flatMap((booking): Mismatch[] => {
    const { id, checkoutId, paidAmountPence: paid, currency, charged, status } = booking
    if (booking.createdAt < since) return []
    const about = { subject: id, bookingId: id }
    const checkout = checkoutId === null ? undefined : checkouts.get(checkoutId)
    if (!booking.paidAt) {
      if (checkoutId === null || checkout || booking.holdExpiresAt > settledBefore) return []
      return [{ ...about, kind: 'checkout_unknown', what: m.checkoutUnknown(), repair: m.checkKeys() }]
    }
    if (checkoutId === null && !live) return [] // A past session of a demo on Stripe's test mode.
    const found: Mismatch[] = []
    if (checkout?.status !== 'paid' && booking.paidAt <= settledBefore) {
      const what = m.notPaid({ status, amount: money(paid ?? 0, currency) })
      found.push({ ...about, kind: 'not_paid', what, repair: m.findPayment() })
    }
    const isBooked = status === 'confirmed' || status === 'completed' || status === 'no_show'
    if (isBooked && paid !== booking.pricePence) {
      const what = m.priceDiffers({ paid: money(paid ?? 0, currency), price: money(booking.pricePence, currency) })
      found.push({ ...about, kind: 'wrong_amount', what, repair: m.evenOut() })
    }
    // In another currency it is entered as it was paid, which its checkout is compared with.
    if (charged !== paid && (checkout === undefined || checkout.currency === currency)) {
      const what = m.chargeMissing({ paid: money(paid ?? 0, currency), entered: money(charged ?? 0, currency) })
      found.push({ ...about, kind: 'ledger_missing', what, repair: m.enterCharge() })
    }
    return found
  })
}

/** Checks every refund that the service made of a payment of ours. */
function findRefundMismatches({ refunds, bookings, ownRefunds, settledBefore }: Books): Mismatch[] {
  const byPayment = new Map(bookings.map((booking) => [booking.paymentIntent, booking.id]))
  const byServiceId = new Map(ownRefunds.map((row) => [row.serviceId, row]))
  return [...refunds.values()].flatMap((refund): Mismatch[] => {
    const bookingId = byPayment.get(refund.paymentIntent)
    if (!bookingId) return []
    const row = byServiceId.get(refund.id)
    const about = { subject: refund.id, bookingId }
    const repair = m.readRefunds()
    if (refund.createdAt > settledBefore || (row && row.updatedAt > settledBefore)) return []
    if (!row) {
      if (refund.status === 'failed') return []
      const what = m.refundNotOurs({ amount: money(refund.amount, refund.currency) })
      return [{ ...about, kind: 'refund_not_ours', what, repair }]
    }
    const isSame = row.amountPence === refund.amount && row.currency === refund.currency
    if (isSame && row.status === refund.status) return []
    const what = m.refundDiffers({
      status: refund.status,
      amount: money(refund.amount, refund.currency),
      ownStatus: row.status,
      ownAmount: money(row.amountPence, row.currency),
    })
    return [{ ...about, kind: 'refund_differs', what, repair }]
  })
}

/** Checks every refund that our books say was made, and every payment that should have been refunded. */
function findOwnRefundMismatches({ since, refunds, bookings, ownRefunds, settledBefore }: Books): Mismatch[] {
  const owed = bookings.flatMap((booking): Mismatch[] => {
    const { id, status, paidAt, paidAmountPence: paid } = booking
    if (!paidAt || status !== 'expired' || paidAt > settledBefore) return []
    const isUnderWay = (row: BookedRefund) =>
      row.status === 'pending' ||
      row.status === 'succeeded' ||
      (row.status === 'queued' && row.createdAt > settledBefore)
    const back = ownRefunds.filter((row) => row.bookingId === id && isUnderWay(row))
    const left = (paid ?? 0) - back.reduce((sum, row) => sum + row.amountPence, 0)
    if (left <= 0) return []
    const what = m.refundMissing({ amount: money(left, booking.currency) })
    return [{ kind: 'refund_missing', subject: id, bookingId: id, what, repair: m.sendRefund() }]
  })
  const rows = ownRefunds.flatMap((row): Mismatch[] => {
    const about = { subject: row.id, bookingId: row.bookingId }
    const found: Mismatch[] = []
    if (row.serviceId && !refunds.has(row.serviceId) && row.createdAt >= since && row.updatedAt <= settledBefore) {
      found.push({
        ...about,
        kind: 'refund_unknown',
        what: m.refundUnknown({ refund: row.serviceId }),
        repair: m.findRefund(),
      })
    }
    if ((row.entered ?? 0) !== (row.status === 'succeeded' ? row.amountPence : 0)) {
      const what = m.refundNotEntered({
        status: row.status,
        amount: money(row.amountPence, row.currency),
        entered: formatBalance(row.entered ?? 0, row.currency),
      })
      found.push({ ...about, kind: 'ledger_missing', what, repair: m.enterRefund() })
    }
    return found
  })
  return [...owed, ...rows]
}
