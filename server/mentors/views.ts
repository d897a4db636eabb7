/**
 * Counts how often mentors' pages are looked at: in memory, written every minute and when the process stops. Nothing of
 * who looked is kept. A process that is killed loses the views of a minute.
 */
import type { Session } from '#domain/accounts/account'
import type { App } from '#server/context'
import { isOutage } from '#server/platform/db/connect'
import { addViews, type ViewCount } from '#server/mentors/views-queries'

const FLUSH_MS = 60_000

/** What is not written yet, by App and by page, viewer and date. */
const waiting = new WeakMap<Pick<App, 'db'>, Map<string, ViewCount>>()

function waitingCounts(app: Pick<App, 'db'>): Map<string, ViewCount> {
  const counts = waiting.get(app) ?? new Map<string, ViewCount>()
  waiting.set(app, counts)
  return counts
}

function add(counts: Map<string, ViewCount>, { slug, viewer, date, views }: ViewCount): void {
  const key = `${slug} ${viewer} ${date}`
  counts.set(key, { slug, viewer, date, views: (counts.get(key)?.views ?? 0) + views })
}

/** Counts one view of a page that was shown. A mentor's views of their own page are not written. */
export function countView(app: Pick<App, 'db' | 'now'>, slug: string, session: Pick<Session, 'mentorId'> | null): void {
  const date = app.now().toISOString().slice(0, 10)
  add(waitingCounts(app), { slug, viewer: session?.mentorId ?? null, date, views: 1 })
}

/** Writes what was counted. If that fails, it stays counted for the next time. */
export async function flushViews(app: Pick<App, 'db' | 'log'>): Promise<void> {
  const counts = waitingCounts(app)
  if (counts.size === 0) return
  const taken = [...counts.values()]
  counts.clear()
  try {
    await addViews(app.db, taken)
  } catch (error) {
    for (const count of taken) add(counts, count)
    app.log.error(isOutage(error) ? 'database unavailable' : 'views not written', { error })
  }
}

/** Writes every minute. Returns the function that stops it and writes the rest. */
export function keepViews(app: App): () => Promise<void> {
  const timer = setInterval(() => void flushViews(app), FLUSH_MS)
  return () => {
    clearInterval(timer)
    return flushViews(app)
  }
}
