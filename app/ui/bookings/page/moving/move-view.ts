/** Props of the page that moves a session. Instants are ISO texts. */
import type { BookingOffer, SlotOffer } from '../../offer.ts'
import type { Clock } from '../../../time/clock.ts'

export type MoveOffer = {
  /** Every start on offer, taken ones too, without the one that the session has. */
  slots: SlotOffer[]
  /** The mentor's clock at home. */
  home: Clock
  horizonDays: number
  now: string
  clockChanges: BookingOffer['clockChanges']
}

type MoveHead = {
  reference: string
  revision: number
  session: string
  minutes: number
  currency: string
  /** With their clock at the time that the session has. */
  mentor: Clock & { slug: string; name: string; picture: string | null }
  /** The mentee's. */
  clock: Clock
  startsAt: string
}

/**
 * `closed`: why it cannot be moved. `refund`: what cancelling returns after the move to the chosen time; null while none is
 * chosen, and for a free session. `left`: whether it can be moved again.
 */
export type MovePage = MoveHead & ({ closed: string } | { offer: MoveOffer; refund: string | null; left: string })
