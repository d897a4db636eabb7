/** Part of the waitlist job: notifies people on the waitlist for a cohort that one for their crossing is open. */
import { listCrossingsToNotify } from '#server/cohorts/crossing-waitlist/crossing-waitlist-queries'
import { areCohortsPublished } from '#server/cohorts/queries'
import type { App } from '#server/context'
import { notifyAll } from '#server/waitlist/waitlist'

/** Of one round: more crossings, and more people, wait for the next, a minute later. */
const CROSSINGS = 100
const PEOPLE = 500

/** Queues one email for each who waits for a crossing that a cohort is open for, once cohorts are published. */
export async function notifyCrossingWaitlist(app: App): Promise<void> {
  if (!(await areCohortsPublished(app.db))) return
  const now = app.now()
  let left = PEOPLE
  for (const crossing of await listCrossingsToNotify(
    app.db,
    { now, today: now.toISOString().slice(0, 10) },
    CROSSINGS,
  )) {
    if (left <= 0) return
    const mail = { about: 'cohort_interest', kind: 'cohort_open' } as const
    left -= await notifyAll(app, crossing, mail, left)
  }
}
