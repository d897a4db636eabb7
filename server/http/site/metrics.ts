/** `GET /metrics`: counts for a monitoring system (docs/operations.md). */
import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { writeMetrics } from '#server/bookings/invariants/invariants'
import type { App } from '#server/context'
import { clientAddress, isLoopback, isPassedOn } from '#server/http/client-address'
import { problem } from '#server/http/problem'
import type { SiteEnv } from '#server/http/site/hono-env'

export function serveMetrics(site: Hono<SiteEnv>, app: App): void {
  site.get('/metrics', async (c) => {
    if (!mayReadMetrics(app, c)) return problem('not_found')
    return c.body(await writeMetrics(app), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })
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
