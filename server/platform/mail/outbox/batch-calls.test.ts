import { describe, expect, it } from 'vitest'
import { batchCalls } from '#server/platform/mail/outbox/batch-calls'

/** Batches that end one by one, when the test lets them. */
function watchBatches() {
  const batches: { items: string[]; end: (error?: Error) => void }[] = []
  const call = batchCalls((items: string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    batches.push({ items, end: (error) => (error ? reject(error) : resolve(items.map((item) => item.toUpperCase()))) })
    return promise
  })
  return { batches, call }
}

const begun = () => new Promise(setImmediate)

describe('batchCalls', () => {
  it('runs the first calls at once, and those that come meanwhile together after them', async () => {
    const { batches, call } = watchBatches()
    const first = [call('a'), call('b')]
    await begun()
    const later = [call('c'), call('d')]
    await begun()
    expect(batches.map(({ items }) => items)).toEqual([['a', 'b']])
    batches[0]!.end()
    expect(await Promise.all(first)).toEqual([
      ['A', 'B'],
      ['A', 'B'],
    ])
    await begun()
    batches[1]!.end()
    expect(await later[1]).toEqual(['C', 'D'])
  })

  it('rejects the calls of a batch that fails, and runs the next', async () => {
    const { batches, call } = watchBatches()
    const failing = expect(call('a')).rejects.toThrow('away')
    await begun()
    const next = call('b')
    batches[0]!.end(new Error('away'))
    await failing
    await begun()
    batches[1]!.end()
    expect(await next).toEqual(['B'])
  })
})
