/** Part of the waitlist job: notifies people on a mentor's waitlist that there is a time to book. */
import { readSoonest } from '#server/mentors/availability/slots'
import { listWaitlistTargets } from '#server/bookings/waitlist/waitlist-mentor-queries'
import type { App } from '#server/context'
import { notifyAll } from '#server/waitlist/waitlist'

/** Of one round: more mentors, and more people, wait for the next, a minute later. */
const MENTORS = 100
const PEOPLE = 500

/**
 * Queues one email for each person on the waitlist of a mentor with a free time. All are notified at once: no time is held,
 * and the first person may not want it.
 */
export async function notifyMentorWaitlist(app: App): Promise<void> {
  let left = PEOPLE
  for (const mentor of await listWaitlistTargets(app.db, app.now(), MENTORS)) {
    if (left <= 0) return
    // The listing knows the shortest session only, and may be a moment behind.
    if (await readSoonest(app, mentor.slug))
      left -= await notifyAll(app, { mentorId: mentor.id }, { about: 'waiting', kind: 'time_free' }, left)
  }
}
