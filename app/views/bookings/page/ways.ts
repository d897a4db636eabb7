/** The ways to change a session's time from its page. Server side. */
import { findProposalObstacle, findMoveObstacle } from '#domain/bookings/move-rule'
import { listProposals } from '#server/bookings/session-moves/proposals-queries'
import type { App } from '#server/context'
import * as m from '#messages/bookings'
import type { Ways } from '../../../ui/bookings/page/page-parts.ts'
import type { Reader } from './people.ts'

/** None where it cannot be changed any more. `moves`: how often its mentee has moved it. */
export async function readWays(app: App, { booking, side, now }: Reader, moves: number): Promise<Ways> {
  if (booking.status !== 'confirmed') return []
  if (side === 'mentee') {
    return findMoveObstacle({ ...booking, moves: booking.lastProposal === 'open' ? 0 : moves }, now)
      ? []
      : [{ name: m.move(), to: `/bookings/${booking.reference}/move` }]
  }
  const why = findProposalObstacle(booking, await listProposals(app.db, booking.id), now)
  return why ? [] : [{ name: m.proposeOtherTimes(), to: `/bookings/${booking.reference}/propose` }]
}
