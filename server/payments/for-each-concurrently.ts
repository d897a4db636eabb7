/**
 * Calls the payment service for many items, with a concurrency limit.
 *
 * An error of one item is reported for that item, and the others go on. An outage of the service or the database ends
 * the whole round and is blamed on no item. A lock timeout is not an outage: otherwise one locked row at the head of
 * the list would block the rest in every round.
 */
import { PaymentsUnavailable } from '#domain/payments/checkout'
import type { App } from '#server/context'
import { isContended, isOutage } from '#server/platform/db/connect'

/** The payment service answers in tens of milliseconds and accepts about 100 requests a second. */
const CONCURRENCY = 20

/**
 * After this many timeouts without a response in between, the service is probed whether it responds to anything at
 * all.
 */
const MAX_UNANSWERED = 3

/**
 * Starts `work` for each item, in order.
 *
 * @param onFailure called for each item that failed for a reason of its own. An item that got no answer counts as
 *   failed once the service is known to answer others.
 * @throws the first outage, after all calls under way have ended.
 */
export async function forEachConcurrently<Item>(
  { payments }: { payments: Pick<App['payments'], 'isAnswering'> },
  items: Item[],
  work: (item: Item) => Promise<void>,
  onFailure: (item: Item, error: unknown) => Promise<void>,
): Promise<void> {
  const queue = items.values() // One iterator for all workers: each takes the next item.
  const outages: unknown[] = []
  let unanswered: { item: Item; error: PaymentsUnavailable }[] = []
  let probe: Promise<boolean> | undefined

  const reportUnanswered = async () => {
    const failed = unanswered
    unanswered = []
    for (const { item, error } of failed) await reportFailure(item, error)
  }
  /** A failure that cannot be recorded because of a lock is met again in the next round. */
  const reportFailure = async (item: Item, error: unknown) => {
    try {
      await onFailure(item, error)
    } catch (again) {
      if (!isContended(again)) throw again
    }
  }
  /** Concurrent callers share one probe. */
  const isAnswering = () => (probe ??= payments.isAnswering().finally(() => (probe = undefined)))
  const attempt = async (item: Item) => {
    try {
      await work(item)
    } catch (error) {
      if (isOutage(error) && !isContended(error)) throw error
      if (!(error instanceof PaymentsUnavailable)) return reportFailure(item, error)
      unanswered.push({ item, error })
      if (unanswered.length < MAX_UNANSWERED) return
      if (!(await isAnswering())) throw error
    }
    await reportUnanswered()
  }
  const worker = async () => {
    for (const item of queue) {
      if (outages.length > 0) return
      await attempt(item).catch((error: unknown) => outages.push(error))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  const [last] = unanswered
  if (outages.length === 0 && last && !(await isAnswering())) outages.push(last.error)
  if (outages.length > 0) throw outages[0]
  await reportUnanswered()
}
