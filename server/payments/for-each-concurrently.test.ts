/** Rounds over many items, with a payment service that answers as each test says. */
import { setImmediate } from 'node:timers/promises'
import { fc } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { PaymentsUnavailable } from '#domain/payments/checkout'
import { forEachConcurrently } from '#server/payments/for-each-concurrently'

const NO_ANSWER = new PaymentsUnavailable('No answer')
const BROKEN = new Error('This one cannot be settled')
/** As the database's client throws them (PostgreSQL's error codes; Node's for a lost connection). */
const coded = (code: string) => Object.assign(new Error(`The database said ${code}`), { code })
const LOCKED = coded('55P03')
const OUTAGE = coded('ECONNREFUSED')

/** Runs a round over 0, 1, 2 … where `errors` says which item fails of what. */
async function round(
  count: number,
  errors: (item: number) => unknown,
  { answers = true, record = async (_item: number): Promise<void> => {} } = {},
) {
  const attempted: number[] = []
  const failed = new Map<number, unknown>()
  let questions = 0
  const isAnswering = async () => {
    questions += 1
    return answers
  }
  const items = Array.from({ length: count }, (_, item) => item)
  const work = async (item: number) => {
    attempted.push(item)
    await Promise.resolve() // As a call does, it fails later.
    const error = errors(item)
    if (error) throw error
  }
  const onFailure = async (item: number, error: unknown) => {
    await record(item)
    expect(failed.has(item)).toBe(false)
    failed.set(item, error)
  }
  const thrown = await forEachConcurrently({ payments: { isAnswering } }, items, work, onFailure).then(
    () => null,
    (error: unknown) => error,
  )
  return { attempted, failed, thrown, questions: () => questions }
}

describe('forEachConcurrently', () => {
  it('starts each item once, in order, twenty at a time', async () => {
    const waiting: (() => void)[] = []
    const started: number[] = []
    const items = Array.from({ length: 45 }, (_, item) => item)
    const work = (item: number) => {
      started.push(item)
      return new Promise<void>((done) => waiting.push(done))
    }
    const payments = { isAnswering: async () => true }
    const all = forEachConcurrently({ payments }, items, work, async () => {})
    expect(started).toEqual(items.slice(0, 20))
    waiting.shift()!()
    await expect.poll(() => started).toEqual(items.slice(0, 21))
    while (started.length < 45 || waiting.length > 0) {
      waiting.shift()?.()
      await setImmediate()
    }
    await all
    expect(started).toEqual(items)
  })

  it('attempts every item once, and reports each that failed once with its own error', async () => {
    const outcome = fc.constantFrom(null, null, NO_ANSWER, BROKEN, LOCKED)
    await fc.assert(
      fc.asyncProperty(fc.array(outcome, { maxLength: 60 }), async (outcomes) => {
        const { attempted, failed, thrown } = await round(outcomes.length, (item) => outcomes[item])
        expect(thrown).toBeNull()
        expect(attempted).toEqual(outcomes.map((_, item) => item))
        const wanted = [...outcomes.entries()].filter(([, error]) => error !== null)
        expect([...failed].toSorted(([one], [other]) => one - other)).toEqual(wanted)
      }),
    )
  })

  it('ends at the first of several outages of the database, and blames no item', async () => {
    const second = coded('57P01')
    const outage = (item: number) => (item === 3 ? OUTAGE : item === 4 ? second : null)
    const { attempted, failed, thrown } = await round(60, outage)
    expect(thrown).toBe(OUTAGE)
    expect(failed.size).toBe(0)
    expect(attempted.length).toBeGreaterThanOrEqual(20)
    expect(attempted.length).toBeLessThan(60)
  })

  it('ends at an outage only after the calls that are under way', async () => {
    const slow = Promise.withResolvers<void>()
    let hasEnded = false
    const work = (item: number) => (item === 0 ? slow.promise : Promise.reject(OUTAGE))
    const payments = { isAnswering: async () => true }
    const all = forEachConcurrently({ payments }, [0, 1], work, async () => {}).finally(() => (hasEnded = true))
    await setImmediate()
    expect(hasEnded).toBe(false)
    slow.resolve()
    await expect(all).rejects.toBe(OUTAGE)
  })
})

describe('items that get no answer', () => {
  const first = (count: number) => (item: number) => (item < count ? NO_ANSWER : null)

  it('are blamed where the service answers others, and the round goes on', async () => {
    const { attempted, failed, thrown } = await round(60, () => NO_ANSWER)
    expect([attempted.length, failed.size, thrown]).toEqual([60, 60, null])
  })

  it('end the round where the service answers nothing, and none is blamed', async () => {
    const { attempted, failed, thrown } = await round(100, () => NO_ANSWER, { answers: false })
    expect([failed.size, thrown]).toEqual([0, NO_ANSWER])
    expect(attempted.length).toBeLessThan(50)
  })

  it('probe the service at the third without a response in between, and only once for all', async () => {
    const { failed, questions } = await round(30, first(2))
    expect([[...failed.keys()], questions()]).toEqual([[0, 1], 0])
    expect((await round(30, first(3))).questions()).toBe(1)
    expect((await round(20, first(20), { answers: false })).questions()).toBe(1)
  })

  it('are blamed after the last item if the service answers, and are an outage if it does not', async () => {
    const responding = await round(2, () => NO_ANSWER)
    expect([responding.failed.size, responding.thrown, responding.questions()]).toEqual([2, null, 1])
    const silent = await round(2, () => NO_ANSWER, { answers: false })
    expect([silent.failed.size, silent.thrown]).toEqual([0, NO_ANSWER])
  })
})

describe('a failure', () => {
  it('of an item’s own is a response: however many there are, the service is not probed', async () => {
    const { failed, thrown, questions } = await round(5, () => BROKEN, { answers: false })
    expect([failed.size, thrown, questions()]).toEqual([5, null, 0])
  })

  it('that cannot be recorded because of a lock is left to the next round, and for another reason ends it', async () => {
    const failing = (item: number, error: unknown) => async (each: number) => {
      if (each === item) throw error
    }
    const locked = await round(30, () => BROKEN, { record: failing(1, LOCKED) })
    expect([locked.attempted.length, locked.failed.size, locked.thrown]).toEqual([30, 29, null])
    expect(locked.failed.has(1)).toBe(false)
    expect((await round(30, () => BROKEN, { record: failing(0, OUTAGE) })).thrown).toBe(OUTAGE)
  })
})
