/** Checks that bookings and money are consistent: after every test, and for operators at /metrics. */
import { DAY_MS } from '#domain/time/wall-time'
import { endpointMode } from '#domain/webhooks/webhook'
import type { App } from '#server/context'
import type { Db } from '#server/db/connect'
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

/**
 * The state of an installation as numbers, in Prometheus' text format
 * (https://prometheus.io/docs/instrumenting/exposition_formats).
 */
export async function writeMetrics(app: Pick<App, 'db' | 'now' | 'config'>): Promise<string> {
  const at = app.now()
  const violations = await listViolations(app.db, at, new Date(at.getTime() - WATCHED))
  const pending = await countPending(app.db, endpointMode(app.config))
  const counts = invariantNames.map((name) => {
    const count = violations.filter(({ invariant }) => invariant === name).length
    return `landfall_violations{invariant="${name}"} ${count}`
  })
  return [
    gauge('landfall_violations', 'Bookings or refunds that break what must hold.', counts),
    gauge('landfall_concerns_open', 'Matters that a person must look at.', [
      `landfall_concerns_open ${pending.concerns}`,
    ]),
    gauge('landfall_events_waiting', 'Events of the payment service that are not processed.', [
      `landfall_events_waiting ${pending.events}`,
    ]),
    gauge('landfall_refunds_waiting', 'Refunds that are not sent.', [`landfall_refunds_waiting ${pending.refunds}`]),
    gauge('landfall_mails_waiting', 'Mails that are not sent.', [`landfall_mails_waiting ${pending.mails}`]),
    gauge('landfall_holds_live', 'Hours that are held and not paid.', [`landfall_holds_live ${pending.holds}`]),
    gauge('landfall_oldest_waiting_seconds', 'For how long the oldest of what waits has waited.', [
      `landfall_oldest_waiting_seconds{kind="event"} ${secondsSince(pending.oldestEvent, at)}`,
      `landfall_oldest_waiting_seconds{kind="refund"} ${secondsSince(pending.oldestRefund, at)}`,
      `landfall_oldest_waiting_seconds{kind="mail"} ${secondsSince(pending.oldestMail, at)}`,
      `landfall_oldest_waiting_seconds{kind="webhook"} ${secondsSince(pending.oldestDelivery, at)}`,
      `landfall_oldest_waiting_seconds{kind="job"} ${secondsSince(pending.oldestJob, at)}`,
    ]),
    ...(pending.lastWebhook === null
      ? []
      : [
          gauge('landfall_last_webhook_seconds', 'How long ago the payment service last sent something.', [
            `landfall_last_webhook_seconds ${secondsSince(pending.lastWebhook, at)}`,
          ]),
        ]),
  ].join('')
}

/** What has not waited, or is not due yet, has waited for 0 seconds. */
const secondsSince = (moment: Date | null, now: Date) =>
  moment ? Math.max(0, Math.round((now.getTime() - moment.getTime()) / 1_000)) : 0

const gauge = (name: string, help: string, lines: string[]) =>
  `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('\n')}\n`
