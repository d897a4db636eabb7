/** The starts a mentor offers, and which of them are taken. */
import { markTaken, nearestFree, slotsBetween, type Slot, type TimeRange } from '#domain/availability'
import { ALTERNATIVES } from '#domain/booking'
import { DAY } from '#domain/time'
import type { App } from '#server/context'
import { listClaims } from '#server/db/bookings'

/** Of whom, for how long: `timeZone` is the mentor's, in which their daily starts are wall times. */
export type Offer = { mentorId: string; minutes: number; timeZone: string }

/** Every start on offer in [from, to), free or taken. */
export async function readSlots(app: App, offer: Offer & { from: Date; to: Date }): Promise<Slot[]> {
  const slots = slotsBetween({ ...offer, now: app.now() })
  const last = slots.at(-1)
  if (!slots[0] || !last) return []
  return markTaken(slots, await listClaims(app.db, offer.mentorId, slots[0].startsAt, last.endsAt))
}

/** The free starts nearest to one that cannot be had, for who came too late. */
export async function readAlternatives(app: App, offer: Offer, wished: Date): Promise<TimeRange[]> {
  const from = new Date(wished.getTime() - 7 * DAY)
  const to = new Date(wished.getTime() + 14 * DAY)
  const nearest = nearestFree(await readSlots(app, { ...offer, from, to }), wished, ALTERNATIVES)
  return nearest.map(({ startsAt, endsAt }) => ({ startsAt, endsAt }))
}
