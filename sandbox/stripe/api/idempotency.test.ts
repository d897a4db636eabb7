import { Stripe } from 'stripe'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { order, refusal, rig, useRig } from '../test-rig.ts'

useRig()

const create = (idempotencyKey: string, changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  rig.stripe.checkout.sessions.create(order(rig.clock, changes), { idempotencyKey })

describe('a request repeated with its key', () => {
  it('gets the first answer and does nothing, even if the same parameters would be refused by now', async () => {
    const request = order(rig.clock, { client_reference_id: 'once' })
    const ask = () => rig.stripe.checkout.sessions.create(request, { idempotencyKey: 'key-1' })
    const first = await ask()
    rig.clock.move({ minutes: 5 }) // The session would now live only 26 minutes.
    const again = await ask()
    expect(again.id).toBe(first.id)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    const { data } = await rig.stripe.checkout.sessions.list({ limit: 100 })
    expect(data.filter((session) => session.client_reference_id === 'once')).toHaveLength(1)
  })

  it('is refused with other parameters or at another path', async () => {
    await create('key-2', { client_reference_id: 'a' })
    const other = await refusal(create('key-2', { client_reference_id: 'b' }))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(other).toMatchObject({ statusCode: 400 })
    const elsewhere = await refusal(rig.stripe.refunds.create({ payment_intent: 'pi_1' }, { idempotencyKey: 'key-2' }))
    expect(elsewhere).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
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
})
