import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { singleFlight } from '#server/mentors/availability/single-flight'

/** A source whose reads a test completes. Each result has the number of reads before it. */
function openSource() {
  const reads: { key: string; answer(): void; fail(): void }[] = []
  const ask = singleFlight((key) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const number = reads.length
    reads.push({ key, answer: () => resolve(`${key} ${number}`), fail: () => reject(new Error(`no ${key}`)) })
    return promise
  })
  return { ask, reads }
}

describe('coalesce', () => {
  it('gives calls during a read one common read that begins after them', async () => {
    const { ask, reads } = openSource()
    const first = ask('ada')
    const others = [ask('ada'), ask('ada')]
    expect(reads).toHaveLength(1)
    reads[0]!.answer()
    expect(await first).toBe('ada 0')
    await setImmediate() // Lets every read begin that can.
    expect(reads).toHaveLength(2)
    const late = ask('ada')
    reads[1]!.answer()
    expect(await Promise.all(others)).toEqual(['ada 1', 'ada 1'])
    await setImmediate()
    expect(reads).toHaveLength(3)
    reads[2]!.answer()
    expect(await late).toBe('ada 2')
  })

  it('reads different keys independently', async () => {
    const { ask, reads } = openSource()
    const [ada, grace] = [ask('ada'), ask('grace')]
    expect(reads.map(({ key }) => key)).toEqual(['ada', 'grace'])
    reads[1]!.answer()
    expect(await grace).toBe('grace 1')
    reads[0]!.answer()
    expect(await ada).toBe('ada 0')
  })

  it('rejects only the calls whose own read fails', async () => {
    const { ask, reads } = openSource()
    const first = ask('ada')
    const second = ask('ada')
    reads[0]!.fail()
    await expect(first).rejects.toThrow('no ada')
    await setImmediate()
    reads[1]!.fail()
    await expect(second).rejects.toThrow('no ada')
    await setImmediate()
    const third = ask('ada')
    reads[2]!.answer()
    expect(await third).toBe('ada 2')
  })
})
