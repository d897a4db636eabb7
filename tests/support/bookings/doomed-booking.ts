/** A booking in a process of its own (`booking-process.ts`), which may die at any moment. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareEnvironment } from '../product/processes.ts'
import type { Order, Report } from './booking-process.ts'
import type { SmallProductOptions } from '../product/small-product.ts'

export type DoomedBooking = Awaited<ReturnType<typeof startDoomedBooking>>

/** Waits until it is ready to hold. What it is asked for gives null when it died on the way. */
export async function startDoomedBooking(options: SmallProductOptions) {
  const child = fork(join(import.meta.dirname, 'booking-process.ts'), [JSON.stringify(options)], {
    execPath: process.execPath,
    execArgv: [],
    // Its modules compiled once for all that will be killed.
    env: { ...bareEnvironment(), NODE_COMPILE_CACHE: join(tmpdir(), 'landfall-compiled') },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const next = async (): Promise<Report | null> => {
    const [report] = (await Promise.race([once(child, 'message'), ended.then(() => [null])])) as [Report | null]
    return report
  }
  const ask = (order: Order) => {
    const answer = next()
    child.send(order, () => {}) // It may be dead already; then `ended` answers.
    return answer
  }
  if (!(await next())) throw new Error('It did not start')

  return {
    kill: () => void child.kill('SIGKILL'),
    /** The signal it died of; null when it ended by itself. */
    ended: ended.then(([, signal]) => signal),
    /** Gives the id of the payment session. */
    async hold(order: Omit<Extract<Order, { do: 'hold' }>, 'do'>): Promise<string | null> {
      const report = await ask({ do: 'hold', ...order })
      return report?.done === 'hold' ? report.checkoutId : null
    },
    /** False when it died. */
    settle: async (checkoutId: string): Promise<boolean> => (await ask({ do: 'settle', checkoutId })) !== null,
  }
}
