/** `GET /metrics`: counts for a monitoring system (docs/operations.md). */
import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { writeMetrics } from '#server/bookings/invariants/invariants'
import { clockOffset } from '#server/clock-watch'
import type { App } from '#server/context'
import { clientAddress, isLoopback, isPassedOn } from '#server/http/client-address'
import { problem } from '#server/http/problem'
import { processMetrics } from '#server/process-metrics'
import type { SiteEnv } from '#server/http/site/hono-env'

export function serveMetrics(site: Hono<SiteEnv>, app: App): void {
  site.get('/metrics', async (c) => {
    return mayReadMetrics(app, c) ? respondWithMetrics(app) : problem('not_found')
  })
}

/** The same for all who reach `METRICS_PORT`, which is meant for the network that the operator's monitoring is in. */
export async function serveMetricsAlone(app: App, request: Request): Promise<Response> {
  return new URL(request.url).pathname === '/metrics' ? respondWithMetrics(app) : problem('not_found')
}

async function respondWithMetrics(app: App): Promise<Response> {
  const text = (await writeMetrics(app)) + writeClock(app) + writeReplica(app) + (await processMetrics.metrics())
  return new Response(text, {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** Unlike the rest, this is about the process that answers. */
function writeClock({ db }: App): string {
  const offset = clockOffset(db)
  if (offset === undefined) return ''
  const name = 'landfall_clock_offset_seconds'
  return `# HELP ${name} By how much this machine is ahead of the database.\n# TYPE ${name} gauge\n${name} ${offset / 1_000}\n`
}

/** Likewise. */
function writeReplica({ replica }: App): string {
  if (!replica) return ''
  const name = 'landfall_replica_reads_total'
  const counts = Object.entries(replica.counts).map(([outcome, count]) => `${name}{outcome="${outcome}"} ${count}\n`)
  return `# HELP ${name} Reads that a standby may do, by whether it did, or why the database did.\n# TYPE ${name} counter\n${counts.join('')}`
}

/**
 * With the token. A demo also lets its own machine in, but not through a proxy on it, which may pass on anybody's
 * request.
 */
function mayReadMetrics({ config }: App, c: Context<SiteEnv>): boolean {
  const given = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  if (config.METRICS_TOKEN && given) return digest(given).equals(digest(config.METRICS_TOKEN))
  if (config.mode === 'live') return false // Live there is a proxy in front, and not every proxy says so.
  const address = clientAddress(c.env?.incoming?.socket.remoteAddress ?? '', undefined, [])
  return isLoopback(address) && !isPassedOn(c.req.raw.headers)
}

/** Digests have one length, so the time that a comparison takes does not tell where two tokens differ. */
const digest = (text: string) => createHash('sha256').update(text).digest()
