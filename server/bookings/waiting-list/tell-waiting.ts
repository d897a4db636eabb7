/** The job: tells people who wait for a mentor that there is a time to book. */
import { readSoonest } from '#server/bookings/availability/slots'
import { listAwaited, markTold } from '#server/waiting-list/waiting-queries'
import type { App } from '#server/context'
import { transact } from '#server/db/connect'
import { queueMail } from '#server/mail/outbox/queue-mail'

/** Of one round: more mentors, and more people, wait for the next, a minute later. */
const MENTORS = 100
const PEOPLE = 500
/** Of one transaction. */
const BATCH = 50

/**
 * Queues one mail for each who waits for a mentor with something to book, in the order in which they signed up. All are told
 * at once: a time is held for nobody, and the first who is told may not want it. Any number of processes may run this.
 */
export async function tellWaiting(app: App): Promise<void> {
  let left = PEOPLE
  for (const mentor of await listAwaited(app.db, app.now(), MENTORS)) {
    if (left <= 0) return
    // The listing knows the shortest session only, and may be a moment behind.
    if (await readSoonest(app, mentor.slug)) left -= await tellAll(app, mentor.id, left)
  }
}

async function tellAll(app: App, mentorId: string, max: number): Promise<number> {
  let told = 0
  for (;;) {
    const count = await tellBatch(app, mentorId, Math.min(BATCH, max - told))
    told += count
    if (count < BATCH || told >= max) return told
  }
}

function tellBatch(app: App, mentorId: string, limit: number): Promise<number> {
  return transact(app.db, async (tx) => {
    const told = await markTold(tx, mentorId, app.now(), limit)
    for (const { id, round } of told) {
      await queueMail(app, tx, {
        about: 'waiting',
        subject: id,
        kind: 'time_free',
        recipient: 'person',
        version: round,
      })
    }
    return told.length
  })
}
