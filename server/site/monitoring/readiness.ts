/**
 * Whether this process should be sent requests: its database answers and the list of mentors has been read, which a worker
 * does without. Says so within two seconds, also when the database hangs. Whether it is starting or stopping is reported by the port (`server/start/listen.ts`).
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '#server/context'
import { ping, type Db } from '#server/platform/db/connect'
import { problem, type ProblemResponse } from '#server/platform/http/problem'
import { hasReadDirectory } from '#server/search/sync'

const LIMIT_MS = 1_500
const RETRY_AFTER_SECONDS = '5'

/** Undefined if it is ready. */
export async function whyNotReady(app: App): Promise<ProblemResponse | undefined> {
  const reason = !(await isDatabaseUp(app.db)) ? 'database' : isReading(app) ? 'reading' : null
  if (!reason) return undefined
  const response = problem('unavailable', { reason })
  response.headers.set('retry-after', RETRY_AFTER_SECONDS)
  return response
}

const isReading = (app: App) => app.config.ROLE !== 'worker' && !hasReadDirectory(app)

/** One question at a time: while the database hangs, no more than one connection waits for it because of these. */
const pings = new WeakMap<Db, Promise<boolean>>()

/** Says so after a second and a half at most. */
export async function isDatabaseUp(db: Db): Promise<boolean> {
  const isReady =
    pings.get(db) ??
    ping(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => pings.delete(db))
  pings.set(db, isReady)
  return withinLimit(isReady, LIMIT_MS, false)
}

/** Returns `late` when the limit has passed. The work itself goes on. */
export async function withinLimit<Value>(work: Promise<Value>, limitMs: number, late: Value): Promise<Value> {
  const ended = new AbortController()
  const timer = pause(limitMs, late, { signal: ended.signal }).catch(() => late)
  return Promise.race([work, timer]).finally(() => ended.abort())
}
