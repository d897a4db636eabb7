import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { singleFlight } from '#server/bookings/availability/single-flight'

/** A source whose reads are answered by hand. Each read tells how many there had been before it. */
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

describe('those who ask for the same', () => {
  it('while it is being read are answered together, by a read that begins after they asked', async () => {
    const { ask, reads } = openSource()
    const first = ask('ada')
    const others = [ask('ada'), ask('ada')]
    expect(reads).toHaveLength(1)
    reads[0]!.answer()
    expect(await first).toBe('ada 0')
    await setImmediate() // Whatever can begin has begun.
    expect(reads).toHaveLength(2)
    const late = ask('ada')
    reads[1]!.answer()
    expect(await Promise.all(others)).toEqual(['ada 1', 'ada 1'])
    await setImmediate()
    expect(reads).toHaveLength(3)
    reads[2]!.answer()
    expect(await late).toBe('ada 2')
  })

  it('once it has been read are answered by a new read: nothing is remembered', async () => {
    const { ask, reads } = openSource()
    for (const number of [0, 1, 2]) {
      const asked = ask('ada')
      expect(reads).toHaveLength(number + 1)
      reads[number]!.answer()
      expect(await asked).toBe(`ada ${number}`)
      await setImmediate()
    }
  })

  it('and for other things wait for nobody', async () => {
    const { ask, reads } = openSource()
    const [ada, grace] = [ask('ada'), ask('grace')]
    expect(reads.map(({ key }) => key)).toEqual(['ada', 'grace'])
    reads[1]!.answer()
    expect(await grace).toBe('grace 1')
    reads[0]!.answer()
    expect(await ada).toBe('ada 0')
  })

  it('hear of a failed read only if it was theirs', async () => {
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
