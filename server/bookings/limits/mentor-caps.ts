/** A mentor's own caps on sessions, counted while the mentor is locked, so that no other claim comes in between. */
import { isFreeSession } from '#domain/bookings/booking'
import { capCheckFor, type Availability } from '#domain/bookings/availability'
import { lockMentor } from '#server/mentors/queries'
import { listTakenTime } from '#server/mentors/availability/availability-queries'
import type { Db } from '#server/platform/db/connect'

type Wanted = { mentorId: string; startsAt: Date; pricePence: number; discountPence: number }

/** True when the mentor already has their maximum of sessions on the day or in the week of a start, `except` aside. */
export async function isCapReached(
  tx: Db,
  wanted: Wanted,
  availability: Availability,
  except: string | null,
): Promise<boolean> {
  const free = isFreeSession(wanted)
  if (!hasCap(availability, free)) return false
  await lockMentor(tx, wanted.mentorId)
  const span = { from: wanted.startsAt, to: wanted.startsAt, except }
  const { claims = [] } = (await listTakenTime(tx, [wanted.mentorId], span)).get(wanted.mentorId) ?? {}
  return capCheckFor(claims, availability, free)(wanted.startsAt)
}

/** Whether a mentor has a cap that counts paid sessions, or free ones. */
export function hasCap({ dayCap, weekCap, freeWeekCap }: Availability, free: boolean): boolean {
  return dayCap !== null || weekCap !== null || (free && freeWeekCap !== null)
}
