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
  /** `session`: paid by itself. `credit`: a session that was booked from a package. */
  kind: 'session' | 'package' | 'credit'
  /** Of a session from a package: its package's. */
  checkoutId: string
  bookingId: string
  /** The package that a session was booked from. */
  bought: Sale | null
  /** How many sessions a package has. */
  size: number
  /** Someone else may pay by a link. */
  isByLink: boolean
  browser: string | null
  mentorId: string
  offer: Offer
  from: number
  until: number
  /** Of a package: when it ends. */
  startsAt: number
  payBefore: number
  /** When a session was booked from its package. */
  bookedAt: number
  /**
   * `open`: can be paid. `processing`: a bank debit is under way. `paid`. `refused`: the bank refused. `gone`:
   * released, or its minutes were given to another person; it may be paid all the same, late.
   */
  state: 'open' | 'processing' | 'paid' | 'refused' | 'gone'
  /** Paid while its hold was live, so it must be confirmed. */
  onTime: boolean
  /** Refunded by hand at the payment service. */
  returnedByHand: boolean
  /**
   * It was cancelled after it was paid, and what was to go back; null if the answer was lost. `isLate`: its mentee cancelled when
   * not all of it went back any more.
   */
  cancelled: { refund: number | 'all' | null; isLate: boolean } | null
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
  /** How often a part was returned after it took place; of a session from a package its credit, once. */
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
    if (isFirm(sale, now) && !isOwn) faults.push(`${held.checkoutId} was sold the minutes of ${sale.bookingId}`)
    if (sale.state !== 'paid') sale.state = 'gone'
  }
  for (const sale of ownHolds(world, 'session', wanted)) if (sale.state === 'open') sale.state = 'gone'
  if (!held.checkoutId) return [...faults, 'a session with a price was held without a checkout']
  const { checkoutId, bookingId } = held
  const { browser, isByLink } = wanted
  world.sales.push({
    ...newSale({ kind: 'session', checkoutId, bookingId, offer: wanted.offer, startsAt: wanted.startsAt }),
    ...claimedRange(wanted),
    browser,
    isByLink,
    payBefore: held.payBefore.getTime(),
  })
  return faults
}

/** What a browser was sold of this kind by this mentor. */
export const ownHolds = (
  { sales }: World,
  kind: Sale['kind'],
  { browser, offer }: Pick<SlotRequest, 'browser' | 'offer'>,
): Sale[] =>
  sales.filter(
    (sale) => browser !== null && sale.browser === browser && sale.kind === kind && sale.mentorId === offer.mentorId,
  )

/** A sale to which nothing has happened yet. */
export const newSale = ({
  offer,
  startsAt,
  ...sold
}: Pick<Sale, 'kind' | 'checkoutId' | 'bookingId' | 'offer'> & { startsAt: Date }): Sale => ({
  ...sold,
  offer,
  bought: null,
  size: 0,
  isByLink: false,
  browser: null,
  mentorId: offer.mentorId,
  from: 0, // A package takes no minutes.
  until: 0,
  startsAt: startsAt.getTime(),
  payBefore: 0,
  bookedAt: 0,
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

/** Records that a session was moved, or booked from a package, and returns whose exclusive minutes it was wrongly given. */
export function advanceTo(world: World, sale: Sale, startsAt: Date, now: number): string[] {
  const others = inTheWay(world, { offer: sale.offer, startsAt }, sale)
  const wronged = others.filter((other) => isFirm(other, now))
  for (const other of others) if (other.state !== 'paid') other.state = 'gone'
  Object.assign(sale, claimedRange({ offer: sale.offer, startsAt }), { startsAt: startsAt.getTime() })
  return wronged.map(({ bookingId }) => `${sale.bookingId} was given the minutes of ${bookingId}`)
}
