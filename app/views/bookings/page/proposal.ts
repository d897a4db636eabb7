/** The other times that a mentor proposes, as each side sees them. Server side. */
import { mentorClock } from '#domain/bookings/clocks'
import { lastMoveMoment, whyNoProposal, type WhyNoProposal } from '#domain/bookings/move-rule'
import { formatPence } from '#domain/payments/money'
import { clockChangesNear } from '#domain/time/clock-changes'
import { clockNotes } from '#domain/time/clock-words'
import { dayIn, shortMomentIn, timeIn } from '#domain/time/clock'
import type { ProposeRefusal } from '#server/bookings/session-moves/proposals'
import { readOpenProposal } from '#server/bookings/session-moves/proposals'
import { listProposals } from '#server/bookings/session-moves/proposals-queries'
import type { App } from '#server/context'
import { readReturnable } from '#server/payments/return-payment'
import type { ProposalView } from '../../../ui/bookings/page/moving/proposal-page.tsx'
import type { ProposeView } from '../../../ui/bookings/page/moving/propose-page.tsx'
import type { Clock } from '../../../ui/time/clock.ts'
import { type Reader } from './people.ts'

export async function readProposal(app: App, reader: Reader): Promise<ProposalView> {
  const { booking, people, now } = reader
  const { clock } = people.own
  const open = booking.status === 'confirmed' ? await readOpenProposal(app, booking) : null
  const kept = await readReturnable(app.db, booking)
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
  const why = whyNoProposal(booking, made, now)
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
      return 'This session is over or cancelled.'
    case 'used_up':
      return 'You have proposed other times three times, which is as often as it goes. If you cannot keep the time, cancel the session.'
    case 'too_late': {
      const last = describeMoment(new Date(lastMoveMoment(booking.startsAt).getTime() - 3_600_000), people.own.clock)
      return `Other times could be proposed until ${last}, so that ${people.other.firstName} has time to answer. If you cannot keep the time, cancel the session as early as you can.`
    }
  }
}

/** Why nothing was proposed. `row`: the row of the form that it is about, from 0. */
export function refusalOfProposal(refusal: ProposeRefusal): string {
  switch (refusal.code) {
    case 'how_many':
      return 'Fill in at least one time.'
    case 'not_offerable':
      return 'Choose a time from an hour ahead to 90 days ahead, other than the booked one and each only once.'
    case 'slot_taken':
      return 'You have another booking at that time.'
    case 'open':
      return 'Your last proposal is still open.'
    default:
      return 'Other times cannot be proposed any more.'
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
        title: `${firstName} cannot keep this time and proposes ${open.times.length === 1 ? 'another' : 'others'}`,
        text: `Take one or get everything back. Please answer by ${until}; without an answer the session is cancelled then, with everything back.`,
        to: `/bookings/${booking.reference}/proposal`,
        button: 'See the times and answer',
      }
    : {
        title: 'You have proposed other times',
        text: `${firstName} has until ${until} to answer. Without an answer the session is cancelled then, and ${firstName} gets everything back.`,
        to: `/bookings/${booking.reference}/propose`,
        button: 'See or withdraw them',
      }
}
