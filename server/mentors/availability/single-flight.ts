/**
 * Coalesces concurrent reads of one key, without caching results. A call during a read waits for the next read, which
 * begins after the call, so no caller gets a value older than their call. Any number of concurrent calls takes two
 * reads at most.
 */
export function singleFlight<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  /** `done` never rejects. `next` is set when the first caller waits for it. */
  type Reading = { done: Promise<void>; next: Promise<Value> | null }
  const inProgress = new Map<string, Reading>()

  const begin = (key: string): Promise<Value> => {
    const result = read(key)
    const end = () => {
      if (!reading.next) inProgress.delete(key)
    }
    const reading: Reading = { done: result.then(end, end), next: null }
    inProgress.set(key, reading)
    return result
  }
  return (key) => {
    const reading = inProgress.get(key)
    return reading ? (reading.next ??= reading.done.then(() => begin(key))) : begin(key)
  }
}
