/**
 * Work done by so many hands at a time, the others waiting in line. Where the line is too long nobody joins it: an outage is
 * thrown, as of a database that takes no more connections (53300), which is answered by 503 and when to come back.
 */
export function waitingLine(hands: number, longest: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = []
  let busy = 0
  return async (work) => {
    if (busy < hands) busy += 1
    else if (waiting.length < longest) await new Promise<void>((called) => waiting.push(called))
    else throw Object.assign(new Error('Too many passwords wait to be hashed'), { code: '53300' })
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
