/** Counts, times and traces every request of the site, under labels from a fixed set. */
import type { MiddlewareHandler } from 'hono'
import type { App } from '#server/context'
import { routeFinder } from '#server/site/monitoring/route-patterns'
import { requestSeconds } from '#server/platform/process-metrics'

/** `patterns`: of all routes; called once, at the first request. Other paths are counted together. */
export function measureRequests({ tracing }: App, patterns: () => string[]): MiddlewareHandler {
  let findRoute: ((path: string) => string) | undefined
  return async (c, next) => {
    const began = performance.now()
    findRoute ??= routeFinder(patterns())
    const route = findRoute(c.req.path)
    const method = KNOWN.has(c.req.method) ? c.req.method : 'other'
    await tracing.request({ method, route }, () => next().then(() => c.res.status))
    requestSeconds.observe({ route, method, status: String(c.res.status) }, (performance.now() - began) / 1_000)
  }
}

const KNOWN = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
