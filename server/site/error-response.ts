/** The response to a request that failed. Pages have their own error screen. */
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { App } from '#server/context'
import { cannotWrite, isOutage } from '#server/platform/db/connect'
import { problem } from '#server/platform/http/problem'
import { StorageUnavailable } from '#server/platform/storage/store'
import * as m from '#messages/problems'

type Outage = { event: string; retryAfter: string; title?: string }

/** Of what the product stands on; null for any other error. `retryAfter` in seconds, `title` in words. */
export function findOutage(error: unknown): Outage | null {
  if (error instanceof StorageUnavailable)
    return { event: 'storage unavailable', retryAfter: A_MINUTE, title: m.filesAway() }
  if (cannotWrite(error)) return { event: 'database cannot be written', retryAfter: A_MINUTE, title: m.cannotSave() }
  return isOutage(error) ? { event: 'database unavailable', retryAfter: RESTARTED } : null
}

const RESTARTED = '5' // A database that restarts is back by then.
const A_MINUTE = '60' // An operator has to free space.

export function respondToError(app: App, error: Error, c: Context): Response {
  if (error instanceof HTTPException) return toProblem(error, c)
  const outage = findOutage(error)
  app.log.error(outage?.event ?? 'request failed', { route: section(c), error })
  const response = outage ? problem('unavailable', outage.title ? { title: outage.title } : {}) : problem('internal')
  if (outage) response.headers.set('retry-after', outage.retryAfter)
  return response
}

/**
 * 503 instead of React Router's 500 if the page failed because database or storage are unavailable. Without the router's header
 * the browser keeps the page that it shows (`app/ui/browser/unanswered.ts`).
 */
export function withOutageStatus(response: Response, error: unknown): Response {
  const outage = findOutage(error)
  if (response.status !== 500 || !outage) return response
  const headers = new Headers(response.headers)
  headers.set('retry-after', outage.retryAfter)
  headers.delete('x-remix-response')
  return new Response(response.body, { status: 503, headers })
}

/** Hono's own exceptions as problems. */
function toProblem(error: HTTPException, c: Context): Response {
  if (error.status === 400) return problem('invalid', { errors: { body: m.sendWellFormed() } })
  if (error.status === 403) return problem('forbidden')
  if (error.status === 413) return problem('too_large')
  return c.body(null, error.status)
}

/** The first part of the path. The rest may contain personal data, so it is not logged. */
const section = (c: Context) => `/${c.req.path.split('/')[1] ?? ''}`
