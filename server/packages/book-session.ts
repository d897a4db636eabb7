/** Booking a session of a package: it takes the minutes and a credit in one transaction, and is confirmed at once. */
import { randomBytes } from 'node:crypto'
import { isBookable, type TimeRange } from '#domain/bookings/availability'
import { err, ok, type Result } from '#domain/result'
import { readAlternatives } from '#server/mentors/availability/slots'
import { keepsBookings } from '#server/bookings/cancellation/mentor-cancellation-queries'
import { findUsableCredit, lockCredits, takeCredit } from '#server/bookings/credits/credits-queries'
import { insertHold } from '#server/bookings/holds/insert-hold-queries'
import { newHold, type BookingClient, type Hold, type HoldRequest } from '#server/bookings/holds/hold-request'
import { expireBlockingHolds, hashSecret } from '#server/bookings/holds/release'
import { isCapReached } from '#server/bookings/limits/mentor-caps'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { recordPayment, transitionBooking } from '#server/bookings/queries'
import { readAvailability } from '#server/mentors/availability/availability-queries'
import { isAccepted } from '#server/mentors/queries'
import { findPackage, type BoughtPackage } from '#server/packages/packages-queries'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { recordBookingEvent } from '#server/platform/events/record-event'

/** `timeZone`: the buyer's, IANA; null: as when they bought the package. */
type CreditRequest = { packageId: string; startsAt: Date; timeZone: string | null; topic: string }

export type CreditError =
  /** Nothing is left of the package, it has ended, was cancelled or is disputed, or the mentor takes no bookings. */
  | { code: 'no_credit' }
  | { code: 'mentor_away' }
  /** The session would begin after the package ends. */
  | { code: 'after_end' }
  | { code: 'slot_not_bookable' }
  | { code: 'slot_taken'; alternatives: TimeRange[] }

type CreditSession = { bookingId: string; reference: string }

/**
 * Books a session with a credit of a package. Who may open the package's page may do it, so no address is confirmed again. When
 * several requests want the last credit at once, one of them gets it.
 */
export async function bookWithCredit(
  app: App,
  request: CreditRequest,
  client: BookingClient,
): Promise<Result<CreditSession, CreditError>> {
  const bought = await findPackage(app.db, request.packageId)
  if (bought?.status !== 'confirmed') return err({ code: 'no_credit' })
  const availability = await readAvailability(app.db, bought.mentorId)
  if (!availability || !(await isAccepted(app.db, bought.mentorId))) return err({ code: 'mentor_away' })
  if (request.startsAt >= bought.startsAt) return err({ code: 'after_end' })
  if (!isBookable(request.startsAt, availability, app.now())) return err({ code: 'slot_not_bookable' })
  const hold = newCreditHold(app, { bought, availability, request, client })
  const refused = await claimWithCredit(app, hold, availability)
  if (refused?.code === 'slot_taken') {
    const { mentorId, minutes } = hold
    const alternatives = await readAlternatives(app, { mentorId, minutes, free: false, availability }, hold.startsAt)
    return err({ code: 'slot_taken', alternatives })
  }
  return refused ? err({ code: refused.code }) : ok({ bookingId: hold.id, reference: hold.reference })
}

type Refused = { code: 'no_credit' | 'mentor_away' | 'slot_taken' }
type CreditHold = Hold & { packageId: string }

/** If only overdue holds are in the way, it expires those and tries once more. */
async function claimWithCredit(
  app: App,
  hold: CreditHold,
  availability: HoldRequest['availability'],
): Promise<Refused | null> {
  const claim = () => transact(app.db, (tx) => writeSession(app, tx, hold, availability))
  const refused = await claim()
  if (refused?.code !== 'slot_taken') return refused
  const { expired } = await expireBlockingHolds(app, { ...hold, browserHash: null }, null)
  return expired ? claim() : refused
}

/** Locks the mentor before the credits, as ending a mentor's bookings does. Nothing is written where it is refused. */
async function writeSession(
  app: App,
  tx: Db,
  hold: CreditHold,
  availability: HoldRequest['availability'],
): Promise<Refused | null> {
  if (!(await keepsBookings(tx, hold.mentorId))) return { code: 'mentor_away' }
  await lockCredits(tx, hold.packageId)
  const credit = await findUsableCredit(tx, hold.packageId)
  if (!credit) return { code: 'no_credit' }
  const session = { ...hold, pricePence: credit.share }
  if (await isCapReached(tx, session, availability, null)) return { code: 'slot_taken' }
  if (!(await insertHold(tx, session))) return { code: 'slot_taken' }
  const { id: bookingId, packageId } = hold
  await recordPayment(tx, bookingId, { amount: credit.share, paymentIntent: null, paidAt: app.now() })
  await takeCredit(tx, { packageId, number: credit.number, bookingId })
  if (!(await transitionBooking(tx, bookingId, 'held', 'pay'))) throw new Error(`Booking ${bookingId} is not held`)
  await queueBookingMail(app, tx, bookingId, 'booking_confirmed')
  await queueBookingMail(app, tx, bookingId, 'booking_confirmed', { recipient: 'mentor' })
  await recordBookingEvent(app, tx, 'booking.confirmed', bookingId)
  return null
}

type Order = {
  bought: BoughtPackage
  availability: HoldRequest['availability']
  request: CreditRequest
  client: BookingClient
}

/** As it was sold: title, minutes, policy and fee are the package's. Its price becomes the share of the credit that it gets. */
function newCreditHold(app: App, { bought, availability, request, client }: Order): CreditHold {
  const { packageId, mentorId, sessionTypeId: id, sessionTitle: title, minutes, currency, cancelPolicy } = bought
  const { menteeName: name, menteeEmail: email, menteePhone: phone, accountId, pricePence: price } = bought
  const { startsAt, topic } = request
  const timeZone = request.timeZone ?? bought.menteeTimeZone
  const order = {
    request: { sessionTypeId: id, startsAt, topic, name, email, phone, timeZone, expectedPrice: null, code: null },
    sessionType: { mentorId, id, title, minutes, currency, cancelPolicy, timeZone },
    availability,
    price,
    payment: 'now' as const,
    discount: null,
    browserHash: client.browser ? hashSecret(client.browser) : null,
    client,
    accountId,
  }
  const hold = newHold(app, order, { secret: randomBytes(32).toString('base64url'), movedFrom: null })
  return { ...hold, feePercent: bought.feePercent, packageId }
}
