/**
 * The model: what an observer would know. Who was given which minutes, what they paid, and whether another person may
 * have those minutes by now. It knows nothing about tables, statuses or retries.
 */
import type { Side } from '#domain/bookings/after-session'
import type { RefundPercent } from '#domain/bookings/refunds/refund-rule'
import type { HeldSlot } from '#server/bookings/holds/open-checkout'
import type { Outgoing } from './outgoings.ts'
import type { Offer } from './rig.ts'

export type Sale = {
  checkoutId: string
  bookingId: string
  /** Someone else may pay by a link. */
  isByLink: boolean
  browser: string | null
  mentorId: string
  offer: Offer
  from: number
  until: number
  startsAt: number
  payBefore: number
  /**
   * `open`: can be paid. `processing`: a bank debit is under way. `paid`. `refused`: the bank refused. `gone`:
   * released, or its minutes were given to another person; it may be paid all the same, late.
   */
  state: 'open' | 'processing' | 'paid' | 'refused' | 'gone'
  /** Paid while its hold was live, so it must be confirmed. */
  onTime: boolean
  /** Refunded by hand at the payment service. */
  returnedByHand: boolean
  /** It was cancelled after it was paid, and what was to go back; null if the answer was lost. */
  cancelled: { refund: number | 'all' | null } | null
  /** The mentee's own moves that count. */
  moves: number
  /** The most that its policy may return, as it was last seen. */
  ceiling: RefundPercent
  /** How often its mentor has proposed other times, and the last proposal, also when it is over. */
  proposals: number
  proposal: { id: string; times: Date[]; answerBy: Date; isOpen: boolean } | null
  /** That a side was not there, and what became of that report. */
  noShow: { absent: Side; at: Date; contested: boolean; outcome: 'absent' | 'present' | null } | null
  isCompleted: boolean
  /** How often a part was returned after it took place. */
  parts: number
  /** The payment service's id of a dispute about it. */
  dispute: string | null
  isDisputeOver: boolean
}

export type World = {
  sales: Sale[]
  /** A hold was cut off half-way, so some minutes may stay claimed until the next sweep. */
  loose: boolean
  /** How many refunds failed after the payment service had taken them. */
  failedRefunds: number
  /** What was paid out for each booking when the books were last looked at. */
  outgoings: Map<string, Outgoing>
}

export const emptyWorld = (): World => ({ sales: [], loose: false, failedRefunds: 0, outgoings: new Map() })

export type SlotRequest = {
  browser: string | null
  offer: Offer
  startsAt: Date
  isByLink: boolean
  code: string | null
}

const claimedRange = ({ offer, startsAt }: Pick<SlotRequest, 'offer' | 'startsAt'>) => ({
  from: startsAt.getTime() - offer.before * 60_000,
  until: startsAt.getTime() + (offer.minutes + offer.after) * 60_000,
})

/** The sales that overlap a request, except those that are gone, and `except`. */
export function inTheWay(world: World, wanted: Pick<SlotRequest, 'offer' | 'startsAt'>, except?: Sale): Sale[] {
  const { from, until } = claimedRange(wanted)
  return world.sales.filter(
    (sale) =>
      sale !== except &&
      sale.state !== 'gone' &&
      !sale.cancelled &&
      sale.mentorId === wanted.offer.mentorId &&
      sale.from < until &&
      from < sale.until,
  )
}

/**
 * True when the minutes are exclusive: paid in time and not cancelled, or still payable. A late payer gets what is left, and a
 * payment that is found after the session began is refunded, so its minutes may go to another person.
 */
export const isFirm = (sale: Sale, now: number) =>
  (sale.state === 'paid' && sale.onTime && !sale.cancelled && now < sale.startsAt) ||
  sale.state === 'processing' ||
  (sale.state === 'open' && now < sale.payBefore)

/** Records a hold, and returns what is wrong with it. The same checkout again is only right in the same browser. */
export function sell(world: World, wanted: SlotRequest, held: HeldSlot, now: number): string[] {
  const known = world.sales.find((sale) => sale.checkoutId === held.checkoutId)
  if (known) return known.browser === wanted.browser ? [] : [`${held.checkoutId} was shown to two browsers`]
  const faults: string[] = []
  for (const sale of inTheWay(world, wanted)) {
    const isOwn = sale.browser !== null && sale.browser === wanted.browser && sale.state === 'open'
    if (isFirm(sale, now) && !isOwn) faults.push(`${held.checkoutId} was sold the minutes of ${sale.checkoutId}`)
    if (sale.state !== 'paid') sale.state = 'gone'
  }
  for (const sale of world.sales) {
    const isMoved =
      wanted.browser !== null && sale.browser === wanted.browser && sale.mentorId === wanted.offer.mentorId
    if (isMoved && sale.state === 'open') sale.state = 'gone'
  }
  if (!held.checkoutId) return [...faults, 'a session with a price was held without a checkout']
  world.sales.push({
    checkoutId: held.checkoutId,
    bookingId: held.bookingId,
    isByLink: wanted.isByLink,
    browser: wanted.browser,
    mentorId: wanted.offer.mentorId,
    offer: wanted.offer,
    ...claimedRange(wanted),
    startsAt: wanted.startsAt.getTime(),
    payBefore: held.payBefore.getTime(),
    state: 'open',
    onTime: false,
    returnedByHand: false,
    cancelled: null,
    moves: 0,
    ceiling: 100,
    proposals: 0,
    proposal: null,
    noShow: null,
    isCompleted: false,
    parts: 0,
    dispute: null,
    isDisputeOver: false,
  })
  return faults
}

/** Records that a session was moved, and returns whose exclusive minutes it was wrongly given. */
export function advanceTo(world: World, sale: Sale, startsAt: Date, now: number): string[] {
  const others = inTheWay(world, { offer: sale.offer, startsAt }, sale)
  const wronged = others.filter((other) => isFirm(other, now))
  for (const other of others) if (other.state !== 'paid') other.state = 'gone'
  Object.assign(sale, claimedRange({ offer: sale.offer, startsAt }), { startsAt: startsAt.getTime() })
  return wronged.map(({ checkoutId }) => `${sale.checkoutId} was moved onto the minutes of ${checkoutId}`)
}
