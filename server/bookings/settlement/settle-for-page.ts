/** Settling for the success page, with a limit on how often it asks the payment service. */
import type { App } from '#server/context'
import { recordPageCheck } from '#server/bookings/settlement/settle-for-page-queries'
import { settleCheckout } from '#server/bookings/settlement/settle'

/** A waiting page reloads at the same interval (`app/ui/bookings/results/confirming.tsx`). */
const INTERVAL_MS = 2_000

/** Checks in progress in this process, by checkout id. */
const inProgress = new WeakMap<App, Map<string, Promise<void>>>()

/**
 * Settles a checkout for the page that its buyer is sent to. Asks the payment service at most every 2 seconds about a
 * booking, in all processes together, and not at all about a settled one. A request that comes during a check waits for
 * that check. Does not throw when there is no answer: the webhook or the sweeper settles later.
 */
export function settleForPage(app: App, checkoutId: string): Promise<void> {
  const checks = inProgress.get(app) ?? new Map<string, Promise<void>>()
  inProgress.set(app, checks)
  const running = checks.get(checkoutId)
  if (running) return running
  const check = settle(app, checkoutId).finally(() => checks.delete(checkoutId))
  checks.set(checkoutId, check)
  return check
}

async function settle(app: App, checkoutId: string): Promise<void> {
  if (!(await recordPageCheck(app.db, checkoutId, { now: app.now(), intervalMs: INTERVAL_MS }))) return
  try {
    await settleCheckout(app, checkoutId)
  } catch (error) {
    app.log.warn('success page could not settle', { checkoutId, error })
  }
}
