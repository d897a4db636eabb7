/** The response to a request that failed outside of a page. Pages have their own error screen. */
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { App } from '#server/context'
import { isOutage } from '#server/db/connect'
import { problem } from '#server/http/problem'

export const RETRY_AFTER_SECONDS = '5' // A database that restarts is back by then.

export function respondToError(app: App, error: Error, c: Context): Response {
  if (error instanceof HTTPException) return problemOf(error, c)
  const outage = isOutage(error)
  app.log.error(outage ? 'database unavailable' : 'request failed', { route: section(c), error })
  const response = problem(outage ? 'unavailable' : 'internal')
  if (outage) response.headers.set('retry-after', RETRY_AFTER_SECONDS)
  return response
}

/** Hono's own exceptions as problems. */
function problemOf(error: HTTPException, c: Context): Response {
  if (error.status === 400) return problem('invalid', { errors: { body: 'Send a well-formed body' } })
  if (error.status === 403) return problem('forbidden')
  if (error.status === 413) return problem('too_large')
  return c.body(null, error.status)
}

/** The first part of the path. The rest may name somebody, so it is not logged. */
const section = (c: Context) => `/${c.req.path.split('/')[1] ?? ''}`
