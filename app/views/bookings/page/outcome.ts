/** What became of a session, in words: cancelled, never booked, missed. Server side. */
import * as m from '#messages/bookings'
import { formatShortRefund, formatRefundSentences } from '#words/bookings/booking-money'
import { formatMoney } from '#words/prices'
import { shortDayIn } from '#words/time'
import type { Outcome } from '../../../ui/bookings/page/page-parts.ts'
import type { PageMoney } from './money.ts'
import { type Reader } from './people.ts'

/** Null for a session that is booked, and for one that took place. */
export function describeOutcome(reader: Reader, pageMoney: PageMoney): Outcome {
  const money = describeMoney(reader, pageMoney)
  switch (reader.booking.status) {
    case 'cancelled':
      return {
        title: m.outcomeCancelled(),
        text: [cancelledBy(reader), ...money],
        ...(reader.booking.cancelMessage && { message: describeMessage(reader) }),
      }
    case 'expired':
      return { title: m.outcomeNotBooked(), text: [m.paymentTooLate(), ...money] }
    case 'no_show':
      return { title: m.outcomeMissed(), text: money }
    default:
      return money.length > 0 ? { title: m.pricePartlyBack({ isBack: isBack(pageMoney) }), text: money } : null
  }
}

function cancelledBy({ booking, side, people }: Reader): string {
  const { cancelledBy: by, cancelledAt: at, lastProposal } = booking
  const when = { hasDay: at !== null, day: at ? shortDayIn(at, people.own.clock.timeZone) : '' }
  const name = people.other.firstName
  if (lastProposal === 'declined' || lastProposal === 'unanswered') {
    const answer = { declined: lastProposal === 'declined', name, ...when }
    return side === 'mentee' ? m.youTookNone(answer) : m.otherTookNone(answer)
  }
  if (by === side) return m.youCancelled(when)
  if (by === 'mentee' || by === 'mentor') return m.otherCancelled({ name, ...when })
  if (by === 'admin') return m.weCancelled(when)
  return m.couldNotTakePlace(when)
}

/** The mentor's own words, which each of the two reads. */
const describeMessage = ({ side, booking, people }: Reader) =>
  m.mentorWrote({ isOwn: side === 'mentor', name: people.other.firstName, message: booking.cancelMessage })

/** Nothing of what goes back is still on its way. */
const isBack = ({ money }: PageMoney) => money !== null && money.onTheWay + money.delayed === 0

/** What goes back and how far it is. The mentor reads it in short. */
function describeMoney({ side, booking, people }: Reader, { money }: PageMoney): string[] {
  if (!money) return []
  const short = formatShortRefund(money)
  if (short === null) {
    return booking.status === 'cancelled' ? [m.paidNotRefunded({ paid: formatMoney(money.paid, money.currency) })] : []
  }
  return side === 'mentee'
    ? formatRefundSentences(money, booking.paidByOther)
    : [m.refundInShort({ name: people.other.firstName, paid: formatMoney(money.paid, money.currency), refund: short })]
}
