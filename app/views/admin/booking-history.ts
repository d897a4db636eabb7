/** What happened to a booking, the latest first, from all that was recorded about it. Server side. */
import { shortMomentIn } from '#domain/time/clock'
import { formatPence, toPence } from '#domain/payments/money'
import { plural } from '#domain/quantities'
import { NOTED } from '#server/bookings/admin/booking-actions'
import type { BookingRecord } from '#server/bookings/admin/record'
import { describeAuditEvent } from './audit-words.ts'
import { formatClock } from './bookings.ts'

type Happened = { at: Date; what: string; more?: string | null }

/** Audit events that the history shows as rows of their own. */
const TOLD_ELSEWHERE = new Set([
  'booking.no_show_reported',
  'booking.no_show_contested',
  'booking.problem_reported',
  'booking.completed',
])

export function listHistory(record: BookingRecord, zone: string) {
  return [...ofBooking(record), ...ofChanges(record), ...ofSession(record), ...ofAudit(record)]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ at, what, more = null }, n) => ({ key: `${at.getTime()} ${n}`, at: shortMomentIn(at, zone), what, more }))
}

function ofBooking({ booking, money }: BookingRecord): Happened[] {
  const { menteeName, paidAt, paidAmountPence, cancelledAt, cancelledBy } = booking
  const paid = paidAmountPence === null ? '' : formatPence(paidAmountPence)
  const by = { mentee: 'by the mentee', mentor: 'by the mentor', admin: 'by an admin', product: 'by itself' }
  return [
    { at: booking.termsAcceptedAt, what: `Held by ${menteeName}`, more: `Terms of ${booking.termsVersion} accepted` },
    ...(booking.processingSince
      ? [{ at: booking.processingSince, what: 'Checkout completed, payment processing' }]
      : []),
    ...(paidAt
      ? [{ at: paidAt, what: `Paid ${paid}`, more: booking.paymentIntent && `Payment ${booking.paymentIntent}` }]
      : []),
    ...(cancelledAt && cancelledBy
      ? [
          {
            at: cancelledAt,
            what: `Cancelled ${by[cancelledBy]}`,
            more: money
              ? `${formatPence(toPence(money.paid - money.kept))} of ${formatPence(money.paid)} is refunded`
              : null,
          },
        ]
      : []),
  ]
}

function ofChanges({ booking, moves, proposals }: BookingRecord): Happened[] {
  return [
    ...moves.map(({ movedAt, movedBy, fromAt, fromZone, toAt }) => ({
      at: movedAt,
      what: `Moved to ${formatClock(toAt, booking.mentorTimeZone)}`,
      more: `by the ${movedBy}, from ${formatClock(fromAt, fromZone)}`,
    })),
    ...proposals.map(({ createdAt, times, status }) => ({
      at: createdAt,
      what: `The mentor proposed ${plural(times.length, 'other time')}`,
      more: status === 'open' ? 'no response yet' : status,
    })),
  ]
}

function ofSession({ arrivals, noShow, completion, problems, feedback, mentorFeedback }: BookingRecord): Happened[] {
  const sides = (['mentee', 'mentor'] as const).flatMap((side) =>
    arrivals[side] ? [{ at: arrivals[side], what: `The ${side} said “I’m here”` }] : [],
  )
  return [
    ...sides,
    ...(noShow ? [{ at: noShow.reportedAt, what: `No-show reported: the ${noShow.absent}` }] : []),
    ...(noShow?.contestedAt
      ? [{ at: noShow.contestedAt, what: 'The report was contested', more: noShow.contest }]
      : []),
    ...(completion
      ? [
          {
            at: completion.completedAt,
            what: 'Completed',
            more: completion.completedBy === 'product' ? 'two days after the end' : `by the ${completion.completedBy}`,
          },
        ]
      : []),
    ...problems.map(({ reportedAt, side, text }) => ({
      at: reportedAt,
      what: `The ${side} reported a problem`,
      more: text,
    })),
    ...(feedback
      ? [{ at: feedback.createdAt, what: `Feedback, ${plural(feedback.rating, 'star')}`, more: feedback.text }]
      : []),
    ...(mentorFeedback ? [{ at: mentorFeedback.createdAt, what: 'Feedback of the mentor' }] : []),
  ]
}

function ofAudit({ events }: BookingRecord): Happened[] {
  return events
    .filter(({ action }) => !TOLD_ELSEWHERE.has(action))
    .map((event) => {
      const by = event.actor === 'account' ? (event.actorName ?? 'a closed account') : `the ${event.actor}`
      const note = event.action === NOTED ? (event.after as { note?: unknown } | null)?.note : null
      return typeof note === 'string'
        ? { at: event.at, what: `Note by ${by}`, more: note }
        : { at: event.at, what: `${describeAuditEvent(event.action)}, by ${by}`, more: describeChange(event) }
    })
}

/** "startsAt: 2030-01-08 → 2030-01-09" */
export function describeChange({ before, after }: { before: unknown; after: unknown }): string | null {
  const [old, now] = [before, after].map((state) => (state ?? {}) as Record<string, unknown>)
  const names = [...new Set([...Object.keys(old!), ...Object.keys(now!)])]
  const said = names.map((name) => {
    const [from, to] = [describeValue(old![name]), describeValue(now![name])]
    return from && to && from !== to ? `${name}: ${from} → ${to}` : `${name}: ${to || `${from} → nothing`}`
  })
  return said.length > 0 ? said.join('\n') : null
}

function describeValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
