/**
 * Questions to the payment service about many things, with a concurrency limit. What fails is that thing's own affair and
 * the others go on. An outage, of the service or of the database, ends it all and is held against nothing. A row that
 * somebody keeps locked is no outage: whoever comes before others in their order must not keep them waiting for ever.
 */
import { PaymentsUnavailable } from '#domain/payments/checkout'
import type { App } from '#server/context'
import { isContended, isOutage } from '#server/db/connect'

/** The payment service takes tens of milliseconds to answer, and takes some 100 questions a second. */
const CONCURRENCY = 20

/** After so many unanswered questions in a row the service is asked whether it answers anything at all. */
const MOST_UNANSWERED = 3

type Asking = { payments: Pick<App['payments'], 'isAnswering'> }

/**
 * Runs `ask` for each task, in their order. `failed` hears of each task that failed for a reason of its own; one that got no
 * answer counts as such once the service is known to answer others. Throws the first outage when every question under way
 * has ended.
 */
export async function askEach<Task>(
  { payments }: Asking,
  tasks: Task[],
  ask: (task: Task) => Promise<void>,
  failed: (task: Task, error: unknown) => Promise<void>,
): Promise<void> {
  const pile = tasks.values()
  const outages: unknown[] = []
  let unanswered: { task: Task; error: PaymentsUnavailable }[] = []
  let probe: Promise<boolean> | undefined

  const blame = async () => {
    const blamed = unanswered
    unanswered = []
    for (const { task, error } of blamed) await blameFor(task, error)
  }
  /** What cannot be noted, because of the same lock, is met again in the next round. */
  const blameFor = async (task: Task, error: unknown) => {
    try {
      await failed(task, error)
    } catch (again) {
      if (!isContended(again)) throw again
    }
  }
  /** One question for all who want to know. */
  const isAnswering = () => (probe ??= payments.isAnswering().finally(() => (probe = undefined)))
  const attempt = async (task: Task) => {
    try {
      await ask(task)
    } catch (error) {
      if (isOutage(error) && !isContended(error)) throw error
      if (!(error instanceof PaymentsUnavailable)) return blameFor(task, error)
      unanswered.push({ task, error })
      if (unanswered.length < MOST_UNANSWERED) return
      if (!(await isAnswering())) throw error
    }
    await blame()
  }
  const work = async () => {
    for (const task of pile) {
      if (outages.length > 0) return
      await attempt(task).catch((error: unknown) => outages.push(error))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  const [last] = unanswered
  if (outages.length === 0 && last && !(await isAnswering())) outages.push(last.error)
  if (outages.length > 0) throw outages[0]
  await blame()
}
