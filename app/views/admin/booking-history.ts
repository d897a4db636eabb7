/** What happened to a booking, the latest first, from all that was recorded about it. Server side. */
import { toMinorUnits } from '#domain/payments/money'
import { NOTED } from '#server/bookings/admin/booking-actions'
import type { BookingRecord } from '#server/bookings/admin/record'
import * as m from '#messages/admin'
import { formatMoney } from '#words/prices'
import { shortMomentIn, cityMomentIn } from '#words/time'
import { describeAuditEvent, describeChange } from './audit-words.ts'

type Happened = { at: Date; what: string; more?: string | null }

/** Audit events that the history shows as rows of their own. */
const SHOWN_ELSEWHERE = new Set([
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

const CANCELLED = {
  mentee: m.cancelledByMentee,
  mentor: m.cancelledByMentor,
  admin: m.cancelledByAdmin,
  product: m.cancelledByItself,
}
const MOVED = { mentee: m.movedByMentee, mentor: m.movedByMentor, admin: m.movedByAdmin }
const PROPOSAL_STATUS = {
  open: m.noResponseYet,
  taken: m.proposalTaken,
  declined: m.proposalDeclined,
  withdrawn: m.proposalWithdrawn,
  unanswered: m.proposalUnanswered,
  replaced: m.proposalReplaced,
}
const ARRIVED = { mentee: m.menteeArrived, mentor: m.mentorArrived }
const ABSENT = { mentee: m.menteeReportedAbsent, mentor: m.mentorReportedAbsent }
const COMPLETED = { mentee: m.byMentee, mentor: m.byMentor, product: m.twoDaysAfter }
const PROBLEM = { mentee: m.menteeReportedProblem, mentor: m.mentorReportedProblem }
const ACTORS = { visitor: m.theVisitor, product: m.theProduct, operator: m.theOperator }

function ofBooking({ booking, money }: BookingRecord): Happened[] {
  const { menteeName, paidAt, paidAmountPence, currency, cancelledAt, cancelledBy } = booking
  const paid = paidAmountPence === null ? '' : formatMoney(paidAmountPence, currency)
  return [
    {
      at: booking.termsAcceptedAt,
      what: m.heldBy({ name: menteeName }),
      more: m.termsAccepted({ version: booking.termsVersion }),
    },
    ...(booking.processingSince ? [{ at: booking.processingSince, what: m.checkoutCompleted() }] : []),
    ...(paidAt
      ? [
          {
            at: paidAt,
            what: m.paidAmount({ sum: paid }),
            more: booking.paymentIntent && m.paymentId({ id: booking.paymentIntent }),
          },
        ]
      : []),
    ...(cancelledAt && cancelledBy
      ? [
          {
            at: cancelledAt,
            what: CANCELLED[cancelledBy](),
            more: money
              ? m.sumRefunded({
                  sum: formatMoney(toMinorUnits(money.paid - money.kept), money.currency),
                  paid: formatMoney(money.paid, money.currency),
                })
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
      what: m.movedTo({ time: cityMomentIn(toAt, booking.mentorTimeZone) }),
      more: MOVED[movedBy]({ from: cityMomentIn(fromAt, fromZone) }),
    })),
    ...proposals.map(({ createdAt, times, status }) => ({
      at: createdAt,
      what: m.timesProposed({ count: times.length }),
      more: PROPOSAL_STATUS[status](),
    })),
  ]
}

function ofSession({ arrivals, noShow, completion, problems, feedback, mentorFeedback }: BookingRecord): Happened[] {
  const sides = (['mentee', 'mentor'] as const).flatMap((side) =>
    arrivals[side] ? [{ at: arrivals[side], what: ARRIVED[side]() }] : [],
  )
  return [
    ...sides,
    ...(noShow ? [{ at: noShow.reportedAt, what: ABSENT[noShow.absent]() }] : []),
    ...(noShow?.contestedAt ? [{ at: noShow.contestedAt, what: m.reportContested(), more: noShow.contest }] : []),
    ...(completion
      ? [
          {
            at: completion.completedAt,
            what: m.sessionCompleted(),
            more: COMPLETED[completion.completedBy](),
          },
        ]
      : []),
    ...problems.map(({ reportedAt, side, text }) => ({
      at: reportedAt,
      what: PROBLEM[side](),
      more: text,
    })),
    ...(feedback
      ? [{ at: feedback.createdAt, what: m.feedbackStars({ stars: feedback.rating }), more: feedback.text }]
      : []),
    ...(mentorFeedback ? [{ at: mentorFeedback.createdAt, what: m.mentorFeedback() }] : []),
  ]
}

function ofAudit({ events }: BookingRecord): Happened[] {
  return events
    .filter(({ action }) => !SHOWN_ELSEWHERE.has(action))
    .map((event) => {
      const by = event.actor === 'account' ? (event.actorName ?? m.aClosedAccount()) : ACTORS[event.actor]()
      const note = event.action === NOTED ? (event.after as { note?: unknown } | null)?.note : null
      return typeof note === 'string'
        ? { at: event.at, what: m.noteBy({ by }), more: note }
        : {
            at: event.at,
            what: m.eventBy({ event: describeAuditEvent(event.action), by }),
            more: describeChange(event),
          }
    })
}
