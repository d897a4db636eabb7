/** The other times that a mentor proposes, as each side sees them. Server side. */
import { mentorClock } from '#domain/bookings/clocks'
import { lastMoveMoment, findProposalObstacle, type WhyNoProposal } from '#domain/bookings/move-rule'
import { formatPence } from '#domain/payments/money'
import { clockChangesNear } from '#domain/time/clock-changes'
import { clockNotes } from '#domain/time/clock-words'
import { dayIn, shortMomentIn, timeIn } from '#domain/time/clock'
import type { ProposeRefusal } from '#server/bookings/session-moves/proposals'
import { readOpenProposal } from '#server/bookings/session-moves/proposals'
import { listProposals } from '#server/bookings/session-moves/proposals-queries'
import type { App } from '#server/context'
import { readRefundable } from '#server/payments/issue-refund'
import type { ProposalView } from '../../../ui/bookings/page/moving/proposal-page.tsx'
import type { ProposeView } from '../../../ui/bookings/page/moving/propose-page.tsx'
import type { Clock } from '../../../ui/time/clock.ts'
import { type Reader } from './people.ts'

export async function readProposal(app: App, reader: Reader): Promise<ProposalView> {
  const { booking, people, now } = reader
  const { clock } = people.own
  const open = booking.status === 'confirmed' ? await readOpenProposal(app, booking) : null
  const kept = await readRefundable(app.db, booking)
  return {
    reference: booking.reference,
    other: people.other.firstName,
    session: booking.sessionTitle,
    current: { at: booking.startsAt.toISOString(), clock, other: people.other.clock },
    open: open && {
      id: open.id,
      answerBy: describeMoment(open.answerBy, clock),
      refund: kept > 0 ? formatPence(kept) : null,
      times: open.times.map(({ startsAt, gone, mentorZone }) => {
        const other = mentorClock(booking, mentorZone)
        const clocks = [clock, other].map((each) => ({
          ...each,
          changes: clockChangesNear(each.timeZone, startsAt, now),
        }))
        return { at: startsAt.toISOString(), gone, other, notes: gone ? [] : clockNotes(clocks, startsAt, now) }
      }),
    },
  }
}

const describeMoment = (at: Date, { timeZone, place }: Clock) =>
  `${dayIn(at, timeZone)}, ${timeIn(at, timeZone)} (${place})`

/** What a mentor proposes from: what is open, how it went before, and whether they can propose now. */
export async function readPropose(app: App, reader: Reader): Promise<ProposeView> {
  const { booking, people, now } = reader
  const { clock } = people.own
  const made = await listProposals(app.db, booking.id)
  const open = made.find(({ status }) => status === 'open')
  const why = findProposalObstacle(booking, made, now)
  return {
    reference: booking.reference,
    other: people.other.firstName,
    session: booking.sessionTitle,
    current: { at: booking.startsAt.toISOString(), clock, other: people.other.clock },
    open: open
      ? { id: open.id, answerBy: describeMoment(open.answerBy, clock), times: open.times.map((at) => at.toISOString()) }
      : null,
    closed: why && why !== 'open' ? describeClosed(why, reader) : null,
    left: 3 - made.length,
  }
}

function describeClosed(why: Exclude<WhyNoProposal, 'open'>, { booking, people }: Reader): string {
  switch (why) {
    case 'not_confirmed':
      return 'This session has ended or was cancelled.'
    case 'used_up':
      return 'You’ve proposed other times three times, which is the limit. If you can’t make the time, cancel the session.'
    case 'too_late': {
      const last = describeMoment(new Date(lastMoveMoment(booking.startsAt).getTime() - 3_600_000), people.own.clock)
      return `You could propose other times until ${last}, so that ${people.other.firstName} has time to reply. If you can’t make the time, cancel as early as you can.`
    }
  }
}

/** Why nothing was proposed. `row`: the row of the form that it is about, from 0. */
export function refusalOfProposal(refusal: ProposeRefusal): string {
  switch (refusal.code) {
    case 'how_many':
      return 'Enter at least one time.'
    case 'not_offerable':
      return 'Choose different times between an hour and 90 days from now, other than the booked time.'
    case 'slot_taken':
      return 'You have another booking at that time.'
    case 'open':
      return 'Your last proposal is still open.'
    default:
      return 'You can no longer propose other times.'
  }
}

/** What stands on the booking's page about an open proposal; null without one. */
export async function readProposalNotice(app: App, { booking, side, people }: Reader) {
  if (booking.lastProposal !== 'open' || booking.status !== 'confirmed') return null
  const open = (await listProposals(app.db, booking.id)).find(({ status }) => status === 'open')
  if (!open) return null
  const until = shortMomentIn(open.answerBy, people.own.clock.timeZone)
  const { firstName } = people.other
  return side === 'mentee'
    ? {
        title: `${firstName} can’t make this time and proposes ${open.times.length === 1 ? 'another' : 'others'}`,
        text: `Choose one or get a full refund. Please reply by ${until}. Without a reply, we cancel the session then and refund you in full.`,
        to: `/bookings/${booking.reference}/proposal`,
        button: 'See the times',
      }
    : {
        title: 'You have proposed other times',
        text: `${firstName} has until ${until} to reply. Without a reply, we cancel the session then and refund ${firstName} in full.`,
        to: `/bookings/${booking.reference}/propose`,
        button: 'See or withdraw them',
      }
}
