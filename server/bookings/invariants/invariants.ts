/** Whether the bookings and the money are as they must be, for tests and for whoever watches an installation. */
import { DAY_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import type { Db } from '#server/db/connect'
import {
  countWaiting,
  listViolations,
  oracleNames,
  type Violation,
} from '#server/bookings/invariants/invariants-queries'

const EVER = new Date(0)
/** How far back is looked while the product runs: no payment session and no card refund is in the air for longer. */
const WATCHED = 35 * DAY_MS

/** What is violated, of all there is. */
export function checkOracles(db: Db, now: Date): Promise<Violation[]> {
  return listViolations(db, now, EVER)
}

/** The state of an installation as numbers, in Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats */
export async function writeMetrics(app: Pick<App, 'db' | 'now'>): Promise<string> {
  const at = app.now()
  const violations = await listViolations(app.db, at, new Date(at.getTime() - WATCHED))
  const waiting = await countWaiting(app.db)
  const counts = oracleNames.map((name) => {
    const count = violations.filter(({ oracle }) => oracle === name).length
    return `landfall_violations{oracle="${name}"} ${count}`
  })
  return [
    gauge('landfall_violations', 'Bookings or refunds that break what must hold.', counts),
    gauge('landfall_concerns_open', 'Matters that a person must look at.', [
      `landfall_concerns_open ${waiting.concerns}`,
    ]),
    gauge('landfall_events_waiting', 'Events of the payment service that are not processed.', [
      `landfall_events_waiting ${waiting.events}`,
    ]),
    gauge('landfall_refunds_waiting', 'Refunds that are not sent.', [`landfall_refunds_waiting ${waiting.refunds}`]),
    gauge('landfall_mails_waiting', 'Mails that are not sent.', [`landfall_mails_waiting ${waiting.mails}`]),
    gauge('landfall_holds_live', 'Hours that are held and not paid.', [`landfall_holds_live ${waiting.holds}`]),
  ].join('')
}

const gauge = (name: string, help: string, lines: string[]) =>
  `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('\n')}\n`
