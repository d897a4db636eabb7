/** One booking as an admin sees it. Server side. */
import { findConflictOfInterest, type ConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import { wallTimeAt } from '#domain/time/wall-time'
import { zoneCity } from '#domain/time/zone'
import { findDecider } from '#server/accounts/conflicts-of-interest'
import { isPaidWithoutSession, readRebookTimes } from '#server/bookings/admin/rebook'
import { readBookingRecord, type BookingRecord } from '#server/bookings/admin/record'
import { listBookingPeople } from '#server/bookings/conflicts-of-interest'
import { isFromPackage } from '#server/bookings/queries'
import type { App } from '#server/context'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/admin'
import { formatBalance, formatMoney } from '#words/prices'
import { formatDuration, dayAndYearIn, shortMomentIn, cityMomentIn, cityTimeIn } from '#words/time'
import type { BookingRecordPage, Question } from '../../ui/admin/bookings/booking-record.tsx'
import { readBookingDocumentsPart } from '../tax-documents/booking-documents.ts'
import { shiftedClock } from './bookings.ts'
import { listHistory } from './booking-history.ts'
import { describeMail } from './mail-words.ts'
import { readPackagePart } from './package-part.ts'

/** The page of one booking. */
export const recordPath = (reference: string) => `/admin-dashboard/bookings/${reference}`

/** `reader`: the admin's account. */
type RecordQuery = { query: URLSearchParams; zone: string; reader: string; path?: string }

/**
 * `path`: the address that shows it, perhaps beside the list. `query`: the query of the address, which says what the admin
 * is about to do. Null for an unknown reference.
 */
export async function readRecordPage(
  app: App,
  reference: string,
  { query, zone, reader, path = recordPath(reference) }: RecordQuery,
): Promise<BookingRecordPage | null> {
  const record = await readBookingRecord(app, reference)
  if (!record) return null
  const { booking } = record
  const own = findConflictOfInterest(await findDecider(app.db, reader), listBookingPeople(booking))
  const can = whatCan(record, app.now(), own)
  const receipts = `${recordPath(booking.reference)}/receipts`
  const { documents } = await readBookingDocumentsPart(app, { bookingId: booking.id, path: receipts })
  return {
    path,
    reference: booking.reference,
    status: booking.status,
    title: booking.sessionTitle,
    ...describeBooked(booking),
    mentorId: booking.mentorId,
    package: readPackagePart(record),
    contact: [formatEmailAddress(booking.menteeEmail), booking.menteePhone].filter(Boolean),
    topic: booking.topic,
    can,
    own,
    question: await readQuestion(app, record, can, query),
    history: listHistory(record, zone),
    ledger: record.ledger.map(({ id, kind, amountPence, currency, createdAt }) => ({
      key: id,
      what: LEDGER_WORDS[kind](),
      at: shortMomentIn(createdAt, zone),
      // The ledger counts our fee as positive; of what the mentor is owed it is taken away.
      amount: formatBalance(kind === 'fee' ? -amountPence : amountPence, currency),
    })),
    kept: formatBalance(sumKept(record), booking.currency),
    refunds: record.refunds.map(({ id, reason, status, amountPence, currency, createdAt }) => ({
      key: id,
      what: m.labelled({ label: REFUND_WORDS[reason](), text: REFUND_STATUS[status]() }),
      at: shortMomentIn(createdAt, zone),
      amount: formatMoney(amountPence, currency),
    })),
    documents: documents.map(({ number, sheet, pdf }) => ({ number, what: sheet.title, pdf })),
    disputes: record.disputes.map(({ id, status, amountPence, currency, createdAt }) => ({
      key: id,
      what: m.disputeWithStatus({ status: status.replaceAll('_', ' ') }),
      at: shortMomentIn(createdAt, zone),
      amount: formatMoney(amountPence, currency),
    })),
    mails: record.mails
      .map((mail) => ({
        id: mail.id,
        ...describeMail(mail, zone),
        again: mail.again ? `do=mail&mail=${mail.id}&sending=${mail.sending}` : null,
      }))
      .toReversed(),
  }
}

function describeBooked(booking: BookingRecord['booking']): Pick<BookingRecordPage, 'people' | 'clocks'> {
  const { mentorName, menteeName, startsAt, mentorTimeZone, menteeTimeZone, sessions } = booking
  const people = m.mentorWithMenteeFor({ mentorName, menteeName, duration: formatDuration(booking.minutes) })
  if (sessions === null) {
    const mentee = shiftedClock(startsAt, mentorTimeZone, menteeTimeZone)
    return { people, clocks: { mentor: cityMomentIn(startsAt, mentorTimeZone), mentee } }
  }
  const until = m.packageUntil({ date: dayAndYearIn(startsAt, menteeTimeZone) })
  return { people, clocks: { mentor: m.packageOf({ count: sessions }), mentee: until } }
}

/** In minor units of the booking's currency. */
const sumKept = ({ booking, ledger }: BookingRecord): number =>
  ledger
    .filter(({ currency }) => currency === booking.currency)
    .reduce((sum, { kind, amountPence }) => sum + (kind === 'fee' ? -amountPence : amountPence), 0)

/** Nothing where it is about the admin, and another one could decide. */
function whatCan(
  { booking, returnable }: BookingRecord,
  now: Date,
  own: ConflictOfInterest | null,
): BookingRecordPage['can'] {
  if (own === 'another') return { cancel: false, move: false, refund: false, rebook: false }
  const isAhead = booking.status === 'confirmed' && booking.startsAt > now
  // A part of its payment belongs to no session: a package is cancelled, which refunds what is not booked.
  if (booking.sessions !== null) return { cancel: isAhead, move: false, refund: false, rebook: false }
  return { cancel: isAhead, move: isAhead, refund: returnable > 0, rebook: isPaidWithoutSession(booking, returnable) }
}

/** Null where what the address asks for cannot be done by now. */
async function readQuestion(
  app: App,
  record: BookingRecord,
  can: BookingRecordPage['can'],
  query: URLSearchParams,
): Promise<Question | null> {
  const { booking, returnable: shown } = record
  const { status, currency } = booking
  const sum = formatMoney(shown, currency)
  switch (query.get('do')) {
    case 'cancel':
      return can.cancel ? { about: 'cancel', of: whatIsCancelled(booking), shown, refund: sum } : null
    case 'refund':
      return can.refund ? { about: 'refund', shown, status, currency, most: sum } : null
    case 'move': {
      if (!can.move || booking.sessions !== null) return null
      const { mentorTimeZone: zone, revision } = booking
      return { about: 'move', revision, place: zoneCity(zone), ...wallTimeAt(booking.startsAt, zone) }
    }
    case 'rebook': {
      if (!can.rebook || booking.sessions !== null) return null
      const { revision, menteeTimeZone } = booking
      const times = (await readRebookTimes(app, booking)).map(({ startsAt, mentorZone, own }) => ({
        day: own ? m.timePaidFor() : dayAndYearIn(startsAt, mentorZone),
        at: startsAt.toISOString(),
        words: own
          ? `${cityMomentIn(startsAt, mentorZone)} · ${shiftedClock(startsAt, mentorZone, menteeTimeZone)}`
          : `${cityTimeIn(startsAt, mentorZone)} · ${shiftedClock(startsAt, mentorZone, menteeTimeZone)}`,
      }))
      return {
        about: 'rebook',
        revision,
        paid: sum,
        days: [...Map.groupBy(times, ({ day }) => day)],
      }
    }
    case 'mail': {
      const mail = record.mails.find(({ id, again }) => again && id === query.get('mail'))
      if (!mail) return null
      const { what, to } = describeMail(mail, 'UTC')
      return { about: 'mail', mail: mail.id, sending: mail.sending, what, to }
    }
    default:
      return null
  }
}

function whatIsCancelled(booking: BookingRecord['booking']) {
  if (booking.sessions !== null) return 'package'
  return isFromPackage(booking) ? 'session_of_package' : 'session'
}

const LEDGER_WORDS = {
  charge: m.paidByMentee,
  refund: m.returned,
  reversal: m.refundCameBack,
  fee: m.ourFee,
  contribution: m.ourContribution,
  deferred: m.packageShare,
  transfer: m.transferred,
  transfer_reversal: m.transferTakenBack,
}

const REFUND_WORDS: Record<BookingRecord['refunds'][number]['reason'], () => string> = {
  slot_taken: m.timeTaken,
  wrong_amount: m.priceDiffers,
  too_late: m.paidLate,
  at_service: m.refundedInStripe,
  mentor_left: m.mentorLeft,
  mentee_cancelled: m.cancelledByMentee,
  mentor_cancelled: m.cancelledByMentor,
  admin_cancelled: m.cancelledByAdmin,
  move_unanswered: m.noResponseToTimes,
  mentor_absent: m.mentorAbsent,
  problem: m.sessionProblem,
  admin_refunded: m.givenByAdmin,
  code_used_up: m.codeUsedUp,
}

const REFUND_STATUS: Record<BookingRecord['refunds'][number]['status'], () => string> = {
  queued: m.refundOnItsWay,
  pending: m.refundOnItsWay,
  succeeded: m.refundReturned,
  failed: m.refundHasFailed,
  withdrawn: m.refundNotSent,
}
