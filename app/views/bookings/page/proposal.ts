/** The other times that a mentor proposes, as each side sees them. Server side. */
import { mentorClock } from '#server/bookings/clocks'
import { lastMoveMoment, findProposalObstacle, type WhyNoProposal } from '#domain/bookings/move-rule'
import { clockChangesNear } from '#domain/time/clock-changes'
import { timeIn } from '#domain/time/clock'
import type { ProposeRefusal } from '#server/bookings/session-moves/proposals'
import { readOpenProposal } from '#server/bookings/session-moves/proposals'
import { listProposals } from '#server/bookings/session-moves/proposals-queries'
import { readReturnable } from '#server/bookings/credits/credits'
import type { App } from '#server/context'
import * as m from '#messages/bookings'
import { clockNotes } from '#words/clock-changes'
import { formatMoney } from '#words/prices'
import { dayIn, shortMomentIn } from '#words/time'
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
      refund: kept > 0 ? formatMoney(kept, booking.currency) : null,
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
      return m.proposeEnded()
    case 'used_up':
      return m.proposeUsedUp()
    case 'too_late': {
      const last = describeMoment(new Date(lastMoveMoment(booking.startsAt).getTime() - 3_600_000), people.own.clock)
      return m.proposeTooLate({ last, name: people.other.firstName })
    }
  }
}

/** Why nothing was proposed. `row`: the row of the form that it is about, from 0. */
export function refusalOfProposal(refusal: ProposeRefusal): string {
  switch (refusal.code) {
    case 'how_many':
      return m.enterOneTime()
    case 'not_offerable':
      return m.timesNotOfferable()
    case 'slot_taken':
      return m.ownBookingAtTime()
    case 'open':
      return m.proposalStillOpen()
    default:
      return m.proposeNoMore()
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
        title: m.proposalNoticeTitle({ name: firstName, count: open.times.length }),
        text: m.proposalNotice({ until }),
        to: `/bookings/${booking.reference}/proposal`,
        button: m.seeTimes(),
      }
    : {
        title: m.youProposed(),
        text: m.proposalWaitsFor({ name: firstName, until }),
        to: `/bookings/${booking.reference}/propose`,
        button: m.seeOrWithdraw(),
      }
}
