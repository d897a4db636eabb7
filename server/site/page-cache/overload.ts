/**
 * Refuses what a process cannot do in time, before any work is done for it: pages and API requests that are not in the page
 * cache. Beyond its capacity a process that goes on accepting serves everyone late; one that refuses the rest at once serves
 * those it accepts in time, and the others get a Retry-After (RFC 9110 §15.6.4). Decision 0049.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { App } from '#server/context'
import { isKnownKey } from '#server/accounts/api-keys/api-keys'
import { clientOfRequest } from '#server/platform/http/client'
import { setSecurityHeaders } from '#server/platform/http/headers'
import { ONE_MOMENT_POLICY, textPage, wantsPage } from '#server/platform/http/one-moment'
import { busy, tooMany } from '#server/platform/http/problem'
import { newRequestId } from '#server/platform/http/request-id'
import { refusedRequests } from '#server/platform/process-metrics'
import type { SiteEnv } from '#server/site/hono-env'
import * as m from '#messages/problems'

/** At 5 to 8 ms of processor time each, the last one waits for half a second. */
const MAX_UNDER_WAY = 64
const RETRY_AFTER_SECONDS = 2
const MINUTE_MS = 60_000
const MAX_NETWORKS = 50_000 // 5 MB. Cleared as a whole when full.

/**
 * Files cost nothing, and the payment service's messages must arrive. What people send is never refused here: they would have to
 * type it again, it is limited by what it does, and bodies that arrive slowly would take all places for nothing.
 */
const EXEMPT = /^\/(assets|pictures|webhooks)\/|^\/(readyz|healthz|metrics)$/

const SENTENCES = {
  busy: m.siteBusy,
  network: m.networkBusy,
}

type Refusal = { reason: keyof typeof SENTENCES; seconds: number }

/** Begins the work on a request: the function that says that it is done, or the response that refuses it. */
export type Admission = (c: Context<SiteEnv>) => (() => void) | Response

/** `limit`: of requests that read, under way at once. */
export function openAdmission(app: App, limit = MAX_UNDER_WAY): Admission {
  let underWay = 0
  const network = networkLimit(app)
  return (c) => {
    const reads = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!reads || EXEMPT.test(c.req.path)) return () => undefined
    if (underWay >= limit) return refuse(app, c, { reason: 'busy', seconds: RETRY_AFTER_SECONDS })
    if (!isCountedByKey(c) && !network.allows(c)) return refuse(app, c, { reason: 'network', seconds: 60 })
    underWay += 1
    return () => {
      underWay -= 1
    }
  }
}

/** Middleware: passes on what is admitted. */
export function admit(admission: Admission): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const begun = admission(c)
    return begun instanceof Response ? begun : next().finally(begun)
  }
}

/** A key has a limit of its own, which the API counts: for what is public too if it has the scope for that. */
function isCountedByKey(c: Context<SiteEnv>): boolean {
  const { path } = c.req
  const scope = path.startsWith('/api/v1/mentors') ? 'mentors:read' : undefined
  return path.startsWith('/api/v1/') && isKnownKey(c.req.header('authorization') ?? '', scope)
}

/** Counts by the minute, in this process: a stranger who asks for ever new addresses has all of them drawn for them. */
function networkLimit(app: App) {
  const counts = new Map<string, number>()
  let minute = 0
  return {
    allows(c: Context<SiteEnv>): boolean {
      const most = app.config.PAGES_PER_NETWORK
      const { network } = clientOfRequest(app, c.req.raw, c.env).client
      if (!network) return true
      const now = Math.floor(app.now().getTime() / MINUTE_MS)
      if (now !== minute || counts.size >= MAX_NETWORKS) counts.clear()
      minute = now
      const count = (counts.get(network) ?? 0) + 1
      counts.set(network, count)
      return count <= most
    },
  }
}

/** A page for people, drawn from nothing; a problem for programs and for the browser's router, which keeps its page. */
function refuse(app: App, c: Context<SiteEnv>, { reason, seconds }: Refusal): Response {
  refusedRequests.inc({ reason })
  const refusal = reason === 'busy' ? busy(seconds) : tooMany(seconds)
  const response = wantsPage(c.req.raw) ? textPage(SENTENCES[reason](), seconds, refusal.status) : refusal
  response.headers.set('retry-after', String(seconds))
  response.headers.set('x-request-id', newRequestId())
  setSecurityHeaders(response.headers, app.config.PUBLIC_URL, ONE_MOMENT_POLICY)
  return response
}
