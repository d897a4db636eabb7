/** What became of a session, in words: cancelled, never booked, missed. Server side. */
import { shortDayIn } from '#domain/time/clock'
import { formatShortRefund, formatRefundSentences } from '#domain/payments/booking-money'
import { formatPence } from '#domain/payments/money'
import type { Outcome } from '../../../ui/bookings/page/page-parts.ts'
import type { PageMoney } from './money.ts'
import { type Reader } from './people.ts'

/** Null for a session that is booked, and for one that took place. */
export function describeOutcome(reader: Reader, pageMoney: PageMoney): Outcome {
  const money = describeMoney(reader, pageMoney)
  switch (reader.booking.status) {
    case 'cancelled':
      return {
        title: 'This session is cancelled',
        text: [cancelledBy(reader), ...money],
        ...(reader.booking.cancelMessage && { message: describeMessage(reader) }),
      }
    case 'expired':
      return { title: 'This session was not booked', text: [EXPIRED, ...money] }
    case 'no_show':
      return { title: 'This session was missed', text: money }
    default:
      return money.length > 0
        ? { title: `Some of the price ${isBack(pageMoney) ? 'went' : 'goes'} back`, text: money }
        : null
  }
}

const EXPIRED = 'When your payment arrived, the session had started, the time was taken, or the amount was wrong.'

function cancelledBy({ booking, side, people }: Reader): string {
  const { cancelledBy: by, cancelledAt: at, lastProposal } = booking
  const when = at ? ` on ${shortDayIn(at, people.own.clock.timeZone)}` : ''
  const none = lastProposal === 'declined' ? 'took none of' : lastProposal === 'unanswered' ? 'did not answer to' : null
  if (none) {
    return side === 'mentee'
      ? `You ${none} the other times that ${people.other.firstName} proposed, so it was cancelled${when}.`
      : `${people.other.firstName} ${none} the other times that you proposed, so it was cancelled${when}.`
  }
  if (by === side) return `You cancelled it${when}.`
  if (by === 'mentee' || by === 'mentor') return `${people.other.firstName} cancelled it${when}.`
  if (by === 'admin') return `We had to cancel it${when}. We are sorry.`
  return `It was cancelled${when}, because it could not take place.`
}

/** The mentor's own words, which each of the two reads. */
const describeMessage = ({ side, booking, people }: Reader) =>
  `${side === 'mentor' ? 'You' : people.other.firstName} wrote: “${booking.cancelMessage}”`

/** Nothing of what goes back is still on its way. */
const isBack = ({ money }: PageMoney) => money !== null && money.onTheWay + money.delayed === 0

/** What goes back and how far it is. The mentor reads it in short. */
function describeMoney({ side, booking, people }: Reader, { money }: PageMoney): string[] {
  if (!money) return []
  const short = formatShortRefund(money)
  if (short === null) {
    return booking.status === 'cancelled' ? [`The ${formatPence(money.paid)} isn’t refunded.`] : []
  }
  return side === 'mentee'
    ? formatRefundSentences(money)
    : [`Of ${people.other.firstName}’s ${formatPence(money.paid)}: ${short}.`]
}
