/** Part of the waitlist job: notifies people on the waitlist for a seat that one is free. */
import { seatsToNotify, SEAT_TURN_HOURS } from '#domain/waitlist'
import { minutesAfter } from '#domain/time/wall-time'
import { findJoinable } from '#server/cohorts/seats/hold-seat'
import { countFreeSeats, listCohortsWithSeats } from '#server/cohorts/seats/waitlist/waitlist-cohort-queries'
import type { App } from '#server/context'
import { notifyNext } from '#server/waitlist/waitlist'
import { countNotifiedSince, deleteEntriesOfMembers } from '#server/waitlist/waitlist-queries'

/** Of one round: more cohorts wait for the next, a minute later. */
const COHORTS = 100

/**
 * Notifies as many of the longest waiting as there are free seats. The next are notified when a seat is still free some
 * hours later, or when the first ones have joined and another one is free.
 */
export async function notifySeatWaitlist(app: App): Promise<void> {
  await deleteEntriesOfMembers(app.db) // Members no longer wait, and those notified have had their turn.
  const now = app.now()
  const since = minutesAfter(now, -SEAT_TURN_HOURS * 60)
  for (const { id, slug } of await listCohortsWithSeats(app.db, { now, since }, COHORTS)) {
    if (!(await findJoinable(app, slug))) continue
    const target = { cohortId: id }
    await notifyNext(app, target, { about: 'seat_waiting', kind: 'seat_free' }, async (tx) =>
      seatsToNotify({ free: await countFreeSeats(tx, id), notified: await countNotifiedSince(tx, target, since) }),
    )
  }
}
