/**
 * The model: what a person watching would know. Who was given which minutes, what they paid, and whether somebody else
 * may have those minutes by now. It knows nothing of tables, statuses or retries.
 */
import type { HeldSlot } from '#server/bookings/open-checkout'
import type { Offer } from './rig.ts'

export type Sale = {
  checkoutId: string
  browser: string | null
  mentorId: string
  from: number
  until: number
  startsAt: number
  payBefore: number
  /**
   * `open`: can be paid. `processing`: a bank is asked. `paid`. `refused`: the bank said no. `gone`: given back, or
   * somebody else was given its minutes. What is gone may be paid all the same, late.
   */
  state: 'open' | 'processing' | 'paid' | 'refused' | 'gone'
  /** Paid while its minutes were kept for it: then it must be confirmed. */
  onTime: boolean
  /** A refund was made by hand at the service. */
  returnedByHand: boolean
}

export type World = {
  sales: Sale[]
  /** A hold was cut off half-way: some minutes are taken by it until it is swept. */
  loose: boolean
}

export const emptyWorld = (): World => ({ sales: [], loose: false })

export type Wish = { browser: string | null; offer: Offer; startsAt: Date }

const rangeOf = ({ offer, startsAt }: Wish) => ({
  from: startsAt.getTime() - offer.before * 60_000,
  until: startsAt.getTime() + (offer.minutes + offer.after) * 60_000,
})

/** The sales whose minutes a wish would touch, other than those that are gone. */
export function inTheWay(world: World, wish: Wish): Sale[] {
  const { from, until } = rangeOf(wish)
  return world.sales.filter(
    (sale) => sale.state !== 'gone' && sale.mentorId === wish.offer.mentorId && sale.from < until && from < sale.until,
  )
}

/**
 * What somebody else cannot be given: paid in time, or still to be paid. Who pays late gets what is left, and who is
 * found to have paid when their session has begun gets their money back, so its later minutes may be another's.
 */
export const isFirm = (sale: Sale, now: number) =>
  (sale.state === 'paid' && sale.onTime && now < sale.startsAt) ||
  sale.state === 'processing' ||
  (sale.state === 'open' && now < sale.payBefore)

/** A hold was obtained. Says what is wrong with that; the same checkout again is only right in the same browser. */
export function sell(world: World, wish: Wish, held: HeldSlot, now: number): string[] {
  const known = world.sales.find((sale) => sale.checkoutId === held.checkoutId)
  if (known) return known.browser === wish.browser ? [] : [`${held.checkoutId} was shown to two browsers`]
  const faults: string[] = []
  for (const sale of inTheWay(world, wish)) {
    const isOwn = sale.browser !== null && sale.browser === wish.browser && sale.state === 'open'
    if (isFirm(sale, now) && !isOwn) faults.push(`${held.checkoutId} was sold the minutes of ${sale.checkoutId}`)
    if (sale.state !== 'paid') sale.state = 'gone'
  }
  for (const sale of world.sales) {
    const isMoved = wish.browser !== null && sale.browser === wish.browser && sale.mentorId === wish.offer.mentorId
    if (isMoved && sale.state === 'open') sale.state = 'gone'
  }
  if (!held.checkoutId) return [...faults, 'a session with a price was held without a checkout']
  world.sales.push({
    checkoutId: held.checkoutId,
    browser: wish.browser,
    mentorId: wish.offer.mentorId,
    ...rangeOf(wish),
    startsAt: wish.startsAt.getTime(),
    payBefore: held.payBefore.getTime(),
    state: 'open',
    onTime: false,
    returnedByHand: false,
  })
  return faults
}
