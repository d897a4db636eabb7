/** What a success page asks the payment service, however often it is opened. */
import type { App } from '#server/context'
import { recordPageCheck } from '#server/bookings/settle-for-page-queries'
import { settleCheckout } from '#server/bookings/settle'

/** A page that waits asks again after as long (`app/routes/public/success.tsx`). */
const EVERY_MILLISECONDS = 2_000

/** Questions under way in this process, by checkout. */
const underWay = new WeakMap<App, Map<string, Promise<void>>>()

/**
 * Settles a checkout for the page that its buyer is sent to. The payment service is asked at most every 2 seconds about a
 * booking, in all processes together, and not at all about one that is settled. Whoever opens the page while it is being
 * asked waits for that answer. Never throws for want of an answer: the webhook or the sweeper settles later.
 */
export function settleForPage(app: App, checkoutId: string): Promise<void> {
  const questions = underWay.get(app) ?? new Map<string, Promise<void>>()
  underWay.set(app, questions)
  const asked = questions.get(checkoutId)
  if (asked) return asked
  const question = ask(app, checkoutId).finally(() => questions.delete(checkoutId))
  questions.set(checkoutId, question)
  return question
}

async function ask(app: App, checkoutId: string): Promise<void> {
  if (!(await recordPageCheck(app.db, checkoutId, { now: app.now(), everyMilliseconds: EVERY_MILLISECONDS }))) return
  try {
    await settleCheckout(app, checkoutId)
  } catch (error) {
    app.log.warn('success page could not settle', { checkoutId, error })
  }
}
