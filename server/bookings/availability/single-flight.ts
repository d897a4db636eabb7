/**
 * One read for all who ask for the same at the same moment, and nothing remembered: who asks while a read is under way
 * waits for the next one, which begins after they asked. So nobody is told what was true before their question, and of any
 * number of questions at once at most two reads are waited for.
 */
export function singleFlight<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  /** `over` never fails. `next` is there as soon as somebody waits for it. */
  type Reading = { over: Promise<void>; next: Promise<Value> | null }
  const underWay = new Map<string, Reading>()

  const begin = (key: string): Promise<Value> => {
    const found = read(key)
    const end = () => {
      if (!reading.next) underWay.delete(key)
    }
    const reading: Reading = { over: found.then(end, end), next: null }
    underWay.set(key, reading)
    return found
  }
  return (key) => {
    const reading = underWay.get(key)
    return reading ? (reading.next ??= reading.over.then(() => begin(key))) : begin(key)
  }
}
