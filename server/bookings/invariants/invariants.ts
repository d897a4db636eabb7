/** Checks that bookings and money are consistent: after every test, and for operators at /metrics. */
import { Gauge, Registry } from 'prom-client'
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

/** The state of an installation as numbers, for Prometheus. */
export async function measureInstallation(app: Pick<App, 'db' | 'now' | 'config'>): Promise<Registry> {
  const at = app.now()
  const violations = await listViolations(app.db, at, new Date(at.getTime() - WATCHED))
  const pending = await countPending(app.db, endpointMode(app.config))
  const registry = new Registry()
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ registers: [registry], name: `landfall_${name}`, help, labelNames })

  const violated = gauge('violations', 'Bookings or refunds that break what must hold.', ['invariant'])
  for (const invariant of invariantNames)
    violated.set({ invariant }, violations.filter((each) => each.invariant === invariant).length)
  gauge('concerns_open', 'Matters that a person must look at.').set(pending.concerns)
  gauge('events_waiting', 'Events of the payment service that are not processed.').set(pending.events)
  gauge('refunds_waiting', 'Refunds that are not sent.').set(pending.refunds)
  gauge('mails_waiting', 'Mails that are not sent.').set(pending.mails)
  gauge('holds_live', 'Hours that are held and not paid.').set(pending.holds)
  const oldest = gauge('oldest_waiting_seconds', 'For how long the oldest of what waits has waited.', ['kind'])
  oldest.set({ kind: 'event' }, secondsSince(pending.oldestEvent, at))
  oldest.set({ kind: 'refund' }, secondsSince(pending.oldestRefund, at))
  oldest.set({ kind: 'mail' }, secondsSince(pending.oldestMail, at))
  oldest.set({ kind: 'webhook' }, secondsSince(pending.oldestDelivery, at))
  oldest.set({ kind: 'job' }, secondsSince(pending.oldestJob, at))
  if (pending.lastWebhook)
    gauge('last_webhook_seconds', 'How long ago the payment service last sent something.').set(
      secondsSince(pending.lastWebhook, at),
    )
  return registry
}

/** What has not waited, or is not due yet, has waited for 0 seconds. */
const secondsSince = (moment: Date | null, now: Date) =>
  moment ? Math.max(0, Math.round((now.getTime() - moment.getTime()) / 1_000)) : 0
