/** Pauses mentors who let people down, until they say that they can keep their sessions. Runs every minute. */
import { storedText } from '#domain/product-text'
import { DAY_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { pauseByProduct } from '#server/mentors/record/states'
import { listUnreliable } from '#server/mentors/record/unreliable-queries'

/** This many cancellations within so many days pause a mentor. */
const CANCELLATIONS = 2
const DAYS = 60

/** What happened before a mentor last resumed does not pause them again by itself. */
export async function pauseUnreliableMentors(app: App): Promise<void> {
  const since = new Date(app.now().getTime() - DAYS * DAY_MS)
  for (const { id, absent } of await listUnreliable(app.db, { since, cancellations: CANCELLATIONS }))
    await pauseByProduct(app, id, absent ? storedText('absent') : storedText('cancelled', CANCELLATIONS, DAYS))
}
