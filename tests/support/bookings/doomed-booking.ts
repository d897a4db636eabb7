/** Starts a booking in its own process (`booking-process.ts`), which a test can kill at any moment. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareEnvironment } from '../product/processes.ts'
import type { Order, Report } from './booking-process.ts'
import type { SmallProductOptions } from '../product/small-product.ts'

export type DoomedBooking = Awaited<ReturnType<typeof startDoomedBooking>>

/** Resolves when the process is ready to hold. Its calls return null or false when it died meanwhile. */
export async function startDoomedBooking(options: SmallProductOptions) {
  const child = fork(join(import.meta.dirname, 'booking-process.ts'), [JSON.stringify(options)], {
    execPath: process.execPath,
    execArgv: [],
    // Shares compiled modules between the many processes that are killed.
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
    child.send(order, () => {}) // The process may be dead already; then `ended` resolves.
    return answer
  }
  if (!(await next())) throw new Error('The booking process did not start')

  return {
    kill: () => void child.kill('SIGKILL'),
    /** The signal that killed it; null when it exited by itself. */
    ended: ended.then(([, signal]) => signal),
    /** Returns the checkout id. */
    async hold(order: Omit<Extract<Order, { do: 'hold' }>, 'do'>): Promise<string | null> {
      const report = await ask({ do: 'hold', ...order })
      return report?.done === 'hold' ? report.checkoutId : null
    },
    /** False when the process died. */
    settle: async (checkoutId: string): Promise<boolean> => (await ask({ do: 'settle', checkoutId })) !== null,
  }
}
