/** Lets the product's pauses end at once: a test that waits in real time is slow, and cannot see how long it waited. */
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

/** More pauses than these are a wait without end, and fail. */
const MAX_PAUSES = 1_000

/**
 * Until `end` is called, every `setTimeout` of `node:timers/promises` resolves after `during`, and its length in
 * milliseconds is written into `lengths`. What other modules have imported is replaced as well.
 */
export function skipPauses(during: () => Promise<unknown> = async () => {}) {
  const { setTimeout } = timers
  const lengths: number[] = []
  const replace = (by: typeof setTimeout) => {
    timers.setTimeout = by
    syncBuiltinESMExports()
  }
  replace((async (milliseconds: number, value: unknown) => {
    lengths.push(milliseconds)
    if (lengths.length > MAX_PAUSES) throw new Error('This waits without end')
    await during()
    return value
  }) as typeof setTimeout)
  return { lengths, end: () => replace(setTimeout) }
}
