/** Webhooks with a valid signature and a malformed body. */
import { describe, expect, it } from 'vitest'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { expectProblem } from '../../../tests/support/bookings/requests.ts'
import { deliver } from '../../../tests/support/payments/webhooks.ts'

useProduct()

const events = () => test.db.selectFrom('paymentEvents').selectAll().execute()

describe('a webhook', () => {
  it('is refused as malformed although its signature is valid', async () => {
    const about = (object: string) => `{"id": "evt_1", "type": "charge.refunded", "data": {"object": ${object}}}`
    for (const body of [
      '{"id": "evt_1",',
      '[]',
      'null',
      '"evt_1"',
      '{"type": "charge.refunded"}',
      '{"id": "evt_1"}',
      '{"id": 1, "type": "charge.refunded"}',
      '{"id": "evt_\\u0000", "type": "charge.refunded"}',
      '{"id": "evt_1", "type": "charge\\u0000"}',
      JSON.stringify({ id: `evt_${'1'.repeat(1_000)}`, type: 'charge.refunded' }),
      about('{"id": "ch_\\u0000", "payment_intent": "pi_1"}'),
      about('{"id": {}}'),
      about('{"payment_intent": 1}'),
    ]) {
      const { errors } = await expectProblem(await deliver(test, body), 400, 'invalid')
      expect(errors, body).toEqual({ body: 'This is no event of the payment service' })
    }
    expect(await events()).toEqual([])
    expect(test.faults).toEqual([])
  })

  it('without an object to ask about is stored', async () => {
    const without = [
      { data: null },
      { data: 'none' },
      { data: { object: 5 } },
      { data: { object: { payment_intent: null } } },
    ]
    for (const [n, about] of without.entries()) {
      const body = JSON.stringify({ id: `evt_${n}`, type: 'v2.core.account[requirements].updated', ...about })
      expect((await deliver(test, body)).status).toBe(200)
    }
    const empty = { objectId: null, paymentIntent: null, checkoutId: null, account: null }
    expect(await events()).toMatchObject(without.map(() => empty))
  })
})
