/** Pauses mentors who could not be booked, so that visitors do not find people who offer no time. Runs once a day. */
import { DAY_MS } from '#domain/time/wall-time'
import { slotsBetween } from '#domain/bookings/availability'
import { storedText } from '#domain/product-text'
import { readAvailabilities } from '#server/mentors/availability/availability-queries'
import type { App } from '#server/context'
import { listNotSoonFree } from '#server/mentors/record/idle-queries'
import { pauseByProduct } from '#server/mentors/record/states'

/** Days ahead in which a mentor must offer at least one start, free or taken. */
const DAYS = 14

/** Grace period for setting hours after being accepted or resuming. */
const GRACE_DAYS = 3

/** A mentor whose every start is taken is busy, not idle, and stays. */
export async function pauseIdleMentors(app: App): Promise<void> {
  const now = app.now()
  const until = new Date(now.getTime() + DAYS * DAY_MS)
  const since = new Date(now.getTime() - GRACE_DAYS * DAY_MS)
  const mentors = await listNotSoonFree(app.db, { until, since })
  const availabilities = await readAvailabilities(
    app.db,
    mentors.map(({ id }) => id),
  )
  for (const { id, minutes } of mentors) {
    const availability = availabilities.get(id)
    if (availability && slotsBetween({ availability, minutes, now, from: now, to: until }).length === 0)
      await pauseByProduct(app, id, storedText('idle', DAYS))
  }
}
