/** Webhooks with a valid signature and a malformed body. */
import { describe, expect, it } from 'vitest'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { expectProblem } from '../../../tests/support/bookings/requests.ts'
import { deliver } from '../../../tests/support/payments/webhooks.ts'

useProduct()

const events = () => test.db.selectFrom('paymentEvents').selectAll().execute()

describe('a webhook', () => {
  it.each<[string, string]>([
    ['that is not JSON', '{"id": "evt_1",'],
    ['that is a list', '[]'],
    ['that is null', 'null'],
    ['that is text', '"evt_1"'],
    ['without an id', '{"type": "charge.refunded"}'],
    ['without a type', '{"id": "evt_1"}'],
    ['whose id is a number', '{"id": 1, "type": "charge.refunded"}'],
    ['whose id the database cannot hold', '{"id": "evt_\\u0000", "type": "charge.refunded"}'],
    ['whose type the database cannot hold', '{"id": "evt_1", "type": "charge\\u0000"}'],
    ['whose id is too long', JSON.stringify({ id: `evt_${'1'.repeat(1_000)}`, type: 'charge.refunded' })],
    [
      'whose object’s id the database cannot hold',
      '{"id": "evt_1", "type": "charge.refunded", "data": {"object": {"id": "ch_\\u0000", "payment_intent": "pi_1"}}}',
    ],
    ['whose object’s id is not text', '{"id": "evt_1", "type": "charge.refunded", "data": {"object": {"id": {}}}}'],
    [
      'whose payment is a number',
      '{"id": "evt_1", "type": "charge.refunded", "data": {"object": {"payment_intent": 1}}}',
    ],
  ])('%s is refused as malformed although its signature is valid', async (_what, body) => {
    const { errors } = await expectProblem(await deliver(test, body), 400, 'invalid')
    expect(errors).toEqual({ body: 'This is no event of the payment service' })
    expect(await events()).toEqual([])
    expect(test.faults).toEqual([])
  })

  it.each([{ data: null }, { data: 'none' }, { data: { object: 5 } }, { data: { object: { payment_intent: null } } }])(
    'without an object to ask about (%j) is stored',
    async (about) => {
      const body = JSON.stringify({ id: 'evt_1', type: 'v2.core.account[requirements].updated', ...about })
      expect((await deliver(test, body)).status).toBe(200)
      expect(await events()).toMatchObject([{ objectId: null, paymentIntent: null, checkoutId: null }])
    },
  )
})
