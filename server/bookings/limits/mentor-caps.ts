/** A mentor's own limits, counted while nobody else can take an hour of that mentor. */
import { capCheckFor, type Availability } from '#domain/bookings/availability'
import { listClaims, readAvailability } from '#server/bookings/availability/availability-queries'
import type { Db } from '#server/db/connect'
import { lockMentor } from '#server/bookings/holds-queries'
import { isAccepted } from '#server/mentors/queries'

type Wanted = { mentor_id: string; starts_at: Date; price_pence: number }

/** Whether the day or the week of a start has as many sessions as its mentor wants; `except` does not count. */
export async function isCapReached(
  tx: Db,
  wanted: Wanted,
  availability: Availability,
  except: string | null,
): Promise<boolean> {
  const free = wanted.price_pence === 0
  const { dayCap, weekCap, freeWeekCap } = availability
  if (dayCap === null && weekCap === null && (!free || freeWeekCap === null)) return false
  await lockMentor(tx, wanted.mentor_id)
  const span = { from: wanted.starts_at, to: wanted.starts_at, except }
  const claims = (await listClaims(tx, [wanted.mentor_id], span)).get(wanted.mentor_id) ?? []
  return capCheckFor(claims, availability, free)(wanted.starts_at)
}

/** Whether an hour whose hold has lapsed may still be taken again, once somebody pays or confirms late. */
export async function mayRetake(tx: Db, booking: Wanted & { id: string }): Promise<boolean> {
  const availability = await readAvailability(tx, booking.mentor_id)
  if (!availability || !(await isAccepted(tx, booking.mentor_id))) return false
  return !(await isCapReached(tx, booking, availability, booking.id))
}
