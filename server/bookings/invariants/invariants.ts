/** Checks that bookings and money are consistent: after every test, and for operators at /metrics. */
import { DAY_MS } from '#domain/time/wall-time'
import { endpointMode } from '#domain/webhooks/webhook'
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import {
  countPending,
  listViolations,
  invariantNames,
  type Violation,
} from '#server/bookings/invariants/invariants-queries'

const EPOCH = new Date(0)
/** How far back /metrics looks: no payment session and no card refund stays open for longer. */
const WATCHED = 35 * DAY_MS

/** Every violation among all bookings. */
export function checkInvariants(db: Db, now: Date): Promise<Violation[]> {
  return listViolations(db, now, EPOCH)
}

/** The state of an installation at a moment: how often each invariant is violated, and what waits. */
export async function measureInstallation(app: Pick<App, 'db' | 'now' | 'config'>) {
  const at = app.now()
  const violations = await listViolations(app.db, at, new Date(at.getTime() - WATCHED))
  const violated = invariantNames.map((invariant) => ({
    invariant,
    count: violations.filter((each) => each.invariant === invariant).length,
  }))
  return { at, violated, pending: await countPending(app.db, endpointMode(app.config)) }
}
