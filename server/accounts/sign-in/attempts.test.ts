/** Counting attempts: the last one that is let through, the moment a count begins anew, and many at once. */
import { fc } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { ATTEMPTS } from '#domain/accounts/account'
import {
  canMailLink,
  countSignInAttempt,
  delayResponse,
  isFirstUseOfCode,
  limitByNetwork,
  resetSignInAttempts,
} from '#server/accounts/sign-in/attempts'
import { ADA, clientFrom } from '../../../tests/support/accounts/accounts.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { skipPauses } from '../../../tests/support/product/pauses.ts'

useProduct()

const HERE = clientFrom('203.0.113.7')
const ELSEWHERE = clientFrom('198.51.100.9')
const far = (n: number) => clientFrom(`2001:db8:7:${n.toString(16)}::1`)
/** Calls it so often, one after the other. */
async function repeat<Value>(times: number, call: (n: number) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  for (let n = 0; n < times; n += 1) values.push(await call(n))
  return values
}
const FIVE_OF_SIX = [true, true, true, true, true, false]
const forwardBy = (milliseconds: number) => (test.clock.time = new Date(test.clock.time.getTime() + milliseconds))

describe('limitByNetwork', () => {
  const attempt = (client = HERE, kind: Parameters<typeof limitByNetwork>[1] = 'sign_in') =>
    limitByNetwork(test.app, kind, client)

  it('lets five a minute through from one network, each kind by itself, and every other network', async () => {
    expect((await repeat(6, () => attempt())).map(({ ok }) => ok)).toEqual(FIVE_OF_SIX)
    expect((await attempt(HERE, 'sign_up')).ok).toBe(true)
    expect((await attempt(ELSEWHERE)).ok).toBe(true)
  })

  it('says to the second when the count begins anew, and counts anew from then', async () => {
    let networks = 0
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60_000 }), async (left) => {
        const client = clientFrom(`192.0.2.${(networks += 1)}`)
        await repeat(5, () => attempt(client))
        forwardBy(60_000 - left)
        const refused = { ok: false, error: { code: 'too_many', retryAfter: Math.ceil(left / 1_000) } }
        expect(await attempt(client)).toEqual(refused)
        forwardBy(left)
        expect((await repeat(6, () => attempt(client))).map(({ ok }) => ok)).toEqual(FIVE_OF_SIX)
      }),
      { numRuns: 6, examples: [[1], [1_000], [1_001]] },
    )
  })

  it('lets five through of twenty that come at the same moment', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => attempt()))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(5)
  })

  it('lets fifty a minute through from the networks of one /48', async () => {
    const outcomes = await repeat(52, (n) => attempt(far(n)))
    expect(outcomes.map(({ ok }) => ok)).toEqual([...Array<boolean>(50).fill(true), false, false])
  })

  it('takes the limits that it is given, and counts no client whose network is unknown', async () => {
    const limits = { network: { max: 1, minutes: 10 }, farNetwork: { max: 1, minutes: 10 } }
    const given = () => limitByNetwork(test.app, 'draft', HERE, limits)
    expect(await given()).toEqual({ ok: true, value: null })
    expect(await given()).toEqual({ ok: false, error: { code: 'too_many', retryAfter: 600 } })
    const unknown = await repeat(60, () => attempt(clientFrom()))
    expect(unknown.every(({ ok }) => ok)).toBe(true)
  })
})

describe('countSignInAttempt', () => {
  const attempt = (email = ADA) => countSignInAttempt(test.app, email)

  it('delays nothing up to the tenth, then more and more, and notifies the owner once', async () => {
    const counted = await repeat(18, () => attempt())
    const none = Array<number>(10).fill(0)
    expect(counted.map(({ waitSeconds }) => waitSeconds)).toEqual([...none, 1, 2, 3, 4, 5, 5, 5, 5])
    expect(counted.flatMap(({ notify }, n) => (notify ? [n + 1] : []))).toEqual([11])
  })

  it('counts an address in any case of its letters, and each for itself', async () => {
    await repeat(10, () => attempt())
    expect((await attempt('Ada@Example.COM')).waitSeconds).toBe(1)
    expect((await attempt('grace@example.com')).waitSeconds).toBe(0)
  })

  it('begins anew after a quarter of an hour, and after a successful sign-in', async () => {
    await repeat(11, () => attempt())
    forwardBy(15 * 60_000 - 1)
    expect((await attempt()).waitSeconds).toBe(2)
    forwardBy(1)
    expect((await attempt()).waitSeconds).toBe(0)
    await repeat(10, () => attempt())
    await resetSignInAttempts(test.app, 'ADA@example.com')
    expect(await attempt()).toEqual({ waitSeconds: 0, notify: false })
  })

  it('keeps no address, only digests', async () => {
    await attempt()
    await canMailLink(test.app, 'reset', ADA, HERE)
    const keys = await test.db.selectFrom('attempts').select('key').execute()
    expect(keys.length).toBeGreaterThan(2)
    for (const { key } of keys) expect(key).not.toMatch(/ada|example/i)
  })
})

it('delayResponse waits for the given number of seconds', async () => {
  const pauses = skipPauses()
  await delayResponse(5).finally(pauses.end)
  expect(pauses.lengths).toEqual([5_000])
})

describe('isFirstUseOfCode', () => {
  const use = (code = '123456', account = 'an account') => isFirstUseOfCode(test.app, account, code)

  it('is true for one of ten at the same moment, however the code is spaced, for two minutes', async () => {
    const first = await Promise.all(Array.from({ length: 10 }, () => use()))
    expect(first.filter((isFirst) => isFirst)).toHaveLength(1)
    expect([await use('123 456'), await use(' 12 34 56 ')]).toEqual([false, false])
    expect([await use('123457'), await use('123456', 'another account')]).toEqual([true, true])
    forwardBy(2 * 60_000 - 1)
    expect(await use()).toBe(false)
    forwardBy(1)
    expect(await use()).toBe(true)
  })
})

describe('canMailLink', () => {
  const ask = (client = HERE, purpose = 'reset', email = ADA) => canMailLink(test.app, purpose, email, client)
  const { network, farNetwork, all } = ATTEMPTS.mails

  it('lets a network have its share of the hour for each purpose and address', async () => {
    const outcomes = await repeat(network.max + 1, () => ask())
    expect(outcomes).toEqual([...Array<boolean>(network.max).fill(true), false])
    const others = [await ask(HERE, 'sign_up'), await ask(HERE, 'reset', 'grace@example.com'), await ask(ELSEWHERE)]
    expect(others).toEqual([true, true, true])
    expect(await ask(HERE, 'reset', 'Ada@Example.com')).toBe(false)
    forwardBy(60 * 60_000)
    expect(await ask()).toBe(true)
  })

  it('lets a /48 have its share, whichever of its networks ask', async () => {
    const outcomes = await repeat(farNetwork.max + 1, (n) => ask(far(n)))
    expect(outcomes).toEqual([...Array<boolean>(farNetwork.max).fill(true), false])
  })

  it('limits the emails to an address from everywhere, without counting those that one network was refused', async () => {
    await repeat(all.max * 2, () => ask())
    const others = await repeat(all.max, (n) => ask(clientFrom(`192.0.2.${n + 1}`)))
    expect(others).toEqual([
      ...Array<boolean>(all.max - network.max).fill(true),
      ...Array<boolean>(network.max).fill(false),
    ])
  })
})
