/** A mentor's own caps on sessions, counted while the mentor is locked, so that no other claim comes in between. */
import { capCheckFor, type Availability } from '#domain/bookings/availability'
import { listClaims } from '#server/bookings/availability/availability-queries'
import type { Db } from '#server/db/connect'
import { lockMentor } from '#server/bookings/holds-queries'

type Wanted = { mentor_id: string; starts_at: Date; price_pence: number }

/** True when the mentor already has their maximum of sessions on the day or in the week of a start, `except` aside. */
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
