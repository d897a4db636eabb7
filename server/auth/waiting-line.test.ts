import { describe, expect, it } from 'vitest'
import { waitingLine } from '#server/auth/waiting-line'
import { isOutage } from '#server/db/connect'

/** Work that lasts until it is told to end. */
function openWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let begun = false
  const work = () => {
    begun = true
    return promise
  }
  return { work, end: resolve, fail: reject, hasBegun: () => begun }
}

const settled = () => new Promise((done) => setImmediate(done))

describe('a waiting line', () => {
  it('has as many at work as it has hands, and the others in their order', async () => {
    const line = waitingLine(2, 10)
    const works = [openWork(), openWork(), openWork(), openWork()]
    const done = works.map(({ work }) => line(work))
    await settled()
    expect(works.map((work) => work.hasBegun())).toEqual([true, true, false, false])
    works[1]!.end('second')
    await settled()
    expect(works.map((work) => work.hasBegun())).toEqual([true, true, true, false])
    works[0]!.fail(new Error('broken'))
    await expect(done[0]).rejects.toThrow('broken')
    await settled()
    expect(works[3]!.hasBegun()).toBe(true)
    for (const [at, work] of works.entries()) work.end(String(at))
    expect(await Promise.all(done.slice(1))).toEqual(['second', '2', '3'])
  })

  it('that is too long turns people away at once, as an outage does, and takes them again when it is shorter', async () => {
    const line = waitingLine(1, 1)
    const [first, second, third] = [openWork(), openWork(), openWork()]
    const done = [line(first.work), line(second.work)]
    const refused = await line(third.work).catch((error: unknown) => error)
    expect(isOutage(refused)).toBe(true)
    expect(third.hasBegun()).toBe(false)
    first.end('first')
    second.end('second')
    await Promise.all(done)
    third.end('third')
    expect(await line(third.work)).toBe('third')
  })
})
