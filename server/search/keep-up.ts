/** Keeps a process within a second of what any process changed, without a request that asks for it. */
import type { App } from '#server/context'
import { isOutage } from '#server/platform/db/connect'
import { catchUp, followSettings, hasStaleListings, refreshListings } from '#server/search/sync'

const TICK_MS = 500

/** Of a process that serves: listings, the index of mentors, and what stands beside them. Returns the function that stops it. */
export function keepDirectory(app: App): () => Promise<void> {
  return repeat(app, async (isStopped) => {
    while (!isStopped() && (await hasStaleListings(app))) await refreshListings(app)
    await catchUp(app)
  })
}

/** Of a worker, which reads no list: what emails say of the site. Returns the function that stops it. */
export const keepSettings = (app: App): (() => Promise<void>) => repeat(app, () => followSettings(app))

function repeat(app: App, round: (isStopped: () => boolean) => Promise<void>): () => Promise<void> {
  const state = { stopped: false, wake: () => {} }
  const rounds = async () => {
    let failing = false
    while (!state.stopped) {
      try {
        await round(() => state.stopped)
        failing = false
      } catch (error) {
        if (!failing) app.log.error(isOutage(error) ? 'database unavailable' : 'directory failed', { error })
        failing = true
      }
      if (state.stopped) return
      await new Promise<void>((go) => {
        const timer = setTimeout(go, TICK_MS)
        state.wake = () => {
          clearTimeout(timer)
          go()
        }
      })
    }
  }
  const ended = rounds()
  return () => {
    state.stopped = true
    state.wake()
    return ended
  }
}
