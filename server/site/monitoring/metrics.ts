/** `GET /metrics`: counts for a monitoring system (docs/operations.md). */
import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { Counter, Gauge, Registry } from 'prom-client'
import { measureInstallation } from '#server/bookings/invariants/invariants'
import { clockOffset } from '#server/platform/clock-watch'
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import { clientAddress, isLoopback, isPassedOn } from '#server/platform/http/client-address'
import { problem } from '#server/platform/http/problem'
import { isDatabaseUp, withinLimit } from '#server/site/monitoring/readiness'
import { processMetrics } from '#server/platform/process-metrics'
import type { SiteEnv } from '#server/site/hono-env'
import * as m from '#messages/metrics'

export function serveMetrics(site: Hono<SiteEnv>, app: App): void {
  site.get('/metrics', async (c) => {
    return mayReadMetrics(app, c) ? respondWithMetrics(app) : problem('not_found')
  })
}

/** The same for all who reach `METRICS_PORT`, which is meant for the network that the operator's monitoring is in. */
export async function serveMetricsAlone(app: App, request: Request): Promise<Response> {
  return new URL(request.url).pathname === '/metrics' ? respondWithMetrics(app) : problem('not_found')
}

/** Less than the ten seconds for which Prometheus waits by default. */
const LIMIT_MS = 2_000

/**
 * What the process knows about itself is needed most while the database is away or hangs, so it is always served. What is read
 * from the database is then left out: numbers from before would look as if all were well.
 */
async function respondWithMetrics(app: App): Promise<Response> {
  const [isUp, fromDatabase] = await Promise.all([isDatabaseUp(app.db), readFromDatabase(app)])
  const now = await Promise.all(
    [fromDatabase, measureConnections(app, isUp), processMetrics].map((each) => each.metrics()),
  )
  return new Response(now.join('\n'), {
    headers: { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, 'cache-control': 'no-store' },
  })
}

/** One reading at a time: while the database hangs, no more than one connection waits for it because of these. */
const reading = new WeakMap<Db, Promise<Registry>>()

/** Nothing if the database does not say it in time. */
async function readFromDatabase(app: App): Promise<Registry> {
  const measured =
    reading.get(app.db) ??
    measureInstallation(app)
      .then(createGauges)
      .catch((error: unknown) => {
        app.log.warn('metrics not read', { error })
        return new Registry()
      })
      .finally(() => reading.delete(app.db))
  reading.set(app.db, measured)
  return withinLimit(measured, LIMIT_MS, new Registry())
}

function createGauges({ at, violated, pending }: Awaited<ReturnType<typeof measureInstallation>>): Registry {
  const registry = new Registry()
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ registers: [registry], name, help, labelNames })
  // What has not waited, or is not due yet, has waited for 0 seconds.
  const secondsSince = (moment: Date | null) =>
    moment ? Math.max(0, Math.round((at.getTime() - moment.getTime()) / 1_000)) : 0

  const violations = gauge('landfall_violations', m.violations(), ['invariant'])
  for (const { invariant, count } of violated) violations.set({ invariant }, count)
  gauge('landfall_concerns_open', m.concernsOpen()).set(pending.concerns)
  gauge('landfall_events_waiting', m.eventsWaiting()).set(pending.events)
  gauge('landfall_refunds_waiting', m.refundsWaiting()).set(pending.refunds)
  gauge('landfall_mails_waiting', m.mailsWaiting()).set(pending.mails)
  gauge('landfall_holds_live', m.holdsLive()).set(pending.holds)
  const oldest = gauge('landfall_oldest_waiting_seconds', m.oldestWaiting(), ['kind'])
  oldest.set({ kind: 'event' }, secondsSince(pending.oldestEvent))
  oldest.set({ kind: 'refund' }, secondsSince(pending.oldestRefund))
  oldest.set({ kind: 'mail' }, secondsSince(pending.oldestMail))
  oldest.set({ kind: 'webhook' }, secondsSince(pending.oldestDelivery))
  oldest.set({ kind: 'job' }, secondsSince(pending.oldestJob))
  if (pending.lastWebhook)
    gauge('landfall_last_webhook_seconds', m.lastWebhook()).set(secondsSince(pending.lastWebhook))
  return registry
}

/** Of this process to the database and its standby: unlike what is read from the database, other processes may say otherwise. */
function measureConnections({ db, replica }: App, isUp: boolean): Registry {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({
    registers,
    name: 'landfall_database_up',
    help: m.databaseUp(),
  }).set(isUp ? 1 : 0)
  const offset = clockOffset(db)
  if (offset !== undefined)
    new Gauge({
      registers,
      name: 'landfall_clock_offset_seconds',
      help: m.clockOffset(),
    }).set(offset / 1_000)
  if (replica) {
    const reads = new Counter({
      registers,
      name: 'landfall_replica_reads_total',
      help: m.replicaReads(),
      labelNames: ['outcome'],
    })
    for (const [outcome, count] of Object.entries(replica.counts)) reads.inc({ outcome }, count)
  }
  return registry
}

/**
 * With the token. A demo also lets its own machine in, but not through a proxy on it, which may pass on anyone's
 * request.
 */
function mayReadMetrics({ config }: App, c: Context<SiteEnv>): boolean {
  const given = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  if (config.METRICS_TOKEN && given) return digest(given).equals(digest(config.METRICS_TOKEN))
  if (config.mode === 'live') return false // Live there is a proxy in front, and not every proxy says so.
  const address = clientAddress(c.env?.incoming?.socket.remoteAddress ?? '', undefined, [])
  return isLoopback(address) && !isPassedOn(c.req.raw.headers)
}

/** Digests have one length, so timing does not reveal where two tokens differ. */
const digest = (text: string) => createHash('sha256').update(text).digest()
