/** What changing one's plans costs: each last moment, on both clocks, with the exact sum. Server side. */
import { refundDue, findRefundRule, lastFreeMoment, refundSteps } from '#domain/bookings/refunds/refund-rule'
import { isFromPackage } from '#server/bookings/queries'
import type { MinorUnits } from '#domain/payments/money'
import * as m from '#messages/bookings'
import { formatMoney } from '#words/prices'
import { shortMomentIn } from '#words/time'
import type { Plans } from '../../../ui/bookings/page/page-parts.ts'
import { sameClock } from '../../../ui/time/clock.ts'
import { otherClock } from '../../../ui/time/two-clocks.tsx'
import { type Reader } from './people.ts'

/** Null unless the session is confirmed and still to come. `kept`: what can go back of its payment. */
export function describePlans(reader: Reader, kept: MinorUnits): Plans {
  const { booking, side, people, now } = reader
  if (booking.status !== 'confirmed' || booking.startsAt <= now) return null
  const cancel = `/bookings/${booking.reference}/cancel`
  if (isFromPackage(booking)) return { steps: [], text: describeCredit(reader), after: null, cancel }
  if (kept === 0) return { steps: [], text: describeFreeTimes(reader), after: null, cancel }
  if (side === 'mentor') {
    const text = m.mentorPlans({ name: people.other.firstName, kept: formatMoney(kept, booking.currency) })
    return { steps: [], text, after: null, cancel }
  }
  if (booking.lastProposal === 'open') {
    const text = m.proposalPlans({ name: people.other.firstName, kept: formatMoney(kept, booking.currency) })
    return { steps: [], text, after: null, cancel }
  }
  const rule = findRefundRule(booking, now)
  const zone = people.own.clock.timeZone
  const steps = refundSteps(rule)
    .filter(({ until }) => until >= now)
    .map(({ until }) => ({
      until: shortMomentIn(until, zone),
      at: until.toISOString(),
      other: sameClock(until, zone, people.other.clock.timeZone) ? null : otherClock(until, zone, people.other.clock),
      amount: formatMoney(refundDue({ ...rule, kept, currency: booking.currency }, 'mentee', until), booking.currency),
    }))
  const over = m.tooLateForRefund()
  return steps.length > 0
    ? { steps, text: '', after: m.noRefundAfter(), cancel, byOther: booking.paidByOther }
    : { steps, text: over, after: null, cancel }
}

/** Until when cancelling gives a session back to the package that paid for it. */
function describeCredit({ booking, side, people, now }: Reader): string {
  if (side === 'mentor') return m.creditComesBackTo({ name: people.other.firstName })
  if (booking.lastProposal === 'open') return m.creditComesBack()
  const last = lastFreeMoment(findRefundRule(booking, now))
  if (!last || last < now) return m.creditIsUsed()
  return m.creditUntil({ until: shortMomentIn(last, people.own.clock.timeZone) })
}

function describeFreeTimes({ side, people }: Reader): string {
  const { firstName } = people.other
  return side === 'mentee' ? m.freePlansMentee({ name: firstName }) : m.freePlansMentor({ name: firstName })
}
