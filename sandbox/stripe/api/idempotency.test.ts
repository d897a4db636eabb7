import { Stripe } from 'stripe'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { order, sdkFor, startRig, submitCard } from '../test-rig.ts'

let rig: Awaited<ReturnType<typeof startRig>>
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

const create = (idempotencyKey: string, changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  rig.stripe.checkout.sessions.create(order(rig.clock, changes), { idempotencyKey })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Stripe.errors.StripeError) => error,
  )
const listSessions = async (reference: string) => {
  const page = await rig.stripe.checkout.sessions.list({ limit: 100 })
  return page.data.filter((session) => session.client_reference_id === reference)
}

describe('a request repeated with its key', () => {
  it('gets the first answer and does nothing', async () => {
    const first = await create('key-1', { client_reference_id: 'once' })
    const again = await create('key-1', { client_reference_id: 'once' })
    expect(again.id).toBe(first.id)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await listSessions('once')).toHaveLength(1)
  })

  it('gets the first answer even if the same parameters would be refused by now', async () => {
    const request = order(rig.clock)
    const first = await rig.stripe.checkout.sessions.create(request, { idempotencyKey: 'key-late' })
    rig.clock.move({ minutes: 5 }) // The session would now live only 26 minutes.
    const again = await rig.stripe.checkout.sessions.create(request, { idempotencyKey: 'key-late' })
    expect(again.id).toBe(first.id)
  })

  it('is refused with other parameters or at another path', async () => {
    await create('key-2', { client_reference_id: 'a' })
    const other = await refusal(create('key-2', { client_reference_id: 'b' }))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(other).toMatchObject({ statusCode: 400 })
    const elsewhere = await refusal(rig.stripe.refunds.create({ payment_intent: 'pi_1' }, { idempotencyKey: 'key-2' }))
    expect(elsewhere).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })

  it('opens one session if twenty arrive at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create('key-3', { client_reference_id: 'crowd' })),
    )
    expect(new Set(answers.map((session) => session.id)).size).toBe(1)
    expect(await listSessions('crowd')).toHaveLength(1)
  })

  it('opens a new session once the key is a day old', async () => {
    const first = await create('key-4')
    rig.clock.move({ minutes: 24 * 60 - 1 })
    expect((await refusal(create('key-4')))?.type).toBe('StripeIdempotencyError') // Its expires_at differs by now.
    rig.clock.move({ minutes: 1 })
    expect((await create('key-4')).id).not.toBe(first.id)
  })
})

describe('an error', () => {
  it('is replayed if the work had begun', async () => {
    const session = await create('key-5')
    await submitCard(rig.sandbox, session.id)
    const expire = () => refusal(rig.stripe.checkout.sessions.expire(session.id, {}, { idempotencyKey: 'expire-5' }))
    await expire()
    expect((await expire())?.headers?.['idempotent-replayed']).toBe('true')
  })

  it('is not stored for bad parameters, so the key can be used with good ones', async () => {
    expect(await refusal(create('key-6', { line_items: [] }))).toMatchObject({ param: 'line_items' })
    expect((await create('key-6')).status).toBe('open')
  })
})

describe('a server error', () => {
  it('is replayed as a 500 under its key, while the next key works', async () => {
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.id('sandbox_stripe', from)} rename to ${sql.id(to)}`.execute(rig.db)
    await rename('checkout_sessions', 'away')
    const broken = await refusal(create('key-7'))
    await rename('away', 'checkout_sessions')
    expect(broken).toBeInstanceOf(Stripe.errors.StripeAPIError)
    expect(broken).toMatchObject({ statusCode: 500 })
    expect(broken?.headers?.['stripe-should-retry']).toBe('false')
    expect(String(rig.errors[0])).toContain('does not exist')

    const again = await refusal(create('key-7'))
    expect(again).toMatchObject({ statusCode: 500 })
    expect(again?.headers?.['idempotent-replayed']).toBe('true')
    expect((await create('key-7-second')).status).toBe('open')
  })

  it('is not stored without a key', async () => {
    const anonymous = await fetch(`${rig.sandbox.url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_sandbox' },
    })
    expect([anonymous.status, anonymous.headers.get('idempotent-replayed')]).toEqual([400, null])
  })
})

describe('a connection that breaks', () => {
  it('makes the SDK retry under the same key', async () => {
    const retrying = sdkFor(rig.sandbox, { maxNetworkRetries: 2 })
    const session = await retrying.checkout.sessions.create(order(rig.clock))
    expect(session.lastResponse.headers['idempotency-key']).toMatch(/^stripe-node-retry-/)
  })
})
