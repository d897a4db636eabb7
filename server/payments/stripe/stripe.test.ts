/** The Stripe client against servers that answer wrongly. The bookings' tests cover the good case. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PaymentsUnavailable } from '#domain/payments/checkout'
import type { Payments } from '#server/payments/stripe/stripe'
import {
  type Answer,
  apiError,
  half,
  hangUp,
  html,
  json,
  key,
  made,
  openAnsweringService,
  openServiceFor,
  order,
  refund,
  refusal,
  session,
} from '../../../tests/support/payments/payment-answers.ts'

let service: Awaited<ReturnType<typeof openAnsweringService>>
let payments: Payments
beforeAll(async () => {
  service = await openAnsweringService()
  payments = service.payments
})
beforeEach(() => {
  service.requests = []
})
afterAll(() => service.close())

const calls: [string, (payments: Payments) => Promise<unknown>][] = [
  ['opening a checkout', (payments) => payments.startCheckout(order)],
  ['reading a checkout', (payments) => payments.readCheckout('cs_1')],
  ['expiring a checkout', (payments) => payments.expireCheckout('cs_1')],
  ['finding checkouts', (payments) => payments.findCheckouts('booking-1', new Date('2030-01-07T09:00:00Z'))],
  ['refunding', (payments) => payments.refund(refund)],
  ['finding the checkout of a payment', (payments) => payments.findCheckoutOfPayment('pi_1')],
  ['listing the refunds of a payment', (payments) => payments.listRefunds('pi_1')],
  ['reading a dispute', (payments) => payments.readDispute('dp_1')],
  ['listing every checkout', (payments) => payments.eachCheckout(new Date(0), new Date(1000), () => {})],
  ['listing every refund', (payments) => payments.eachRefund(new Date(0), new Date(1000), () => {})],
]

const brokenAnswers: [string, Answer][] = [
  ['answers 500', json(500, apiError)],
  ['is behind a gateway that answers in HTML', html(502)],
  ['answers 429', json(429, refusal('rate_limit'))],
  ['answers 409, still processing the same request', json(409, refusal('idempotency_key_in_use'))],
  ['hangs up', hangUp],
  ['hangs up in the middle of its answer', half],
  ['answers 200 with HTML', html(200)],
  ['answers 200 with another object', json(200, { hello: 'world' })],
  ['answers 404 without an error object', json(404, { hello: 'world' })],
  ['answers 404 with HTML, as a proxy does', html(404)],
]

// Concurrent, because the client pauses in real time before it retries.
describe.concurrent.each(brokenAnswers)('while the payment service %s', (_what, answer) => {
  it.concurrent.for(calls)('%s throws PaymentsUnavailable', async ([, ask], context) => {
    const odd = await openServiceFor(context)
    odd.answers = [answer]
    await context.expect(ask(odd.payments)).rejects.toBeInstanceOf(PaymentsUnavailable)
  })
})

describe('a retried call', () => {
  it('carries the same idempotency key, so that one refund is made', async () => {
    service.answers = [hangUp, json(200, made)]
    expect(await payments.refund(refund)).toEqual({
      id: 're_1',
      status: 'succeeded',
      amount: 4500,
      currency: 'GBP',
      paymentIntent: 'pi_1',
      createdAt: new Date('2030-01-01T00:00:00Z'),
      key,
    })
    expect(service.requests.map(({ method, url, key: sent }) => [method, url, sent])).toEqual([
      ['POST', '/v1/refunds', key],
      ['POST', '/v1/refunds', key],
    ])
    expect(decodeURIComponent(service.requests[0]!.body)).toBe(`payment_intent=pi_1&amount=4500&metadata[key]=${key}`)
  })

  it('carries the same idempotency key, so that one checkout is opened', async () => {
    service.answers = [hangUp, json(200, session)]
    const opened = { id: 'cs_1', status: 'open', amount: 4500, currency: 'GBP' }
    expect(await payments.startCheckout(order)).toMatchObject(opened)
    expect(service.requests.map(({ key }) => key)).toEqual(['checkout:booking-1:1', 'checkout:booking-1:1'])
  })

  it('is given up after two attempts, so that a visitor does not wait long', async () => {
    service.answers = [json(500, apiError)]
    await expect(payments.readCheckout('cs_1')).rejects.toBeInstanceOf(PaymentsUnavailable)
    expect(service.requests).toHaveLength(2)
  })
})

describe('startCheckout', () => {
  it('requests one line at the price in the database, and an expiry at the second the hold allows', async () => {
    service.answers = [json(200, session)]
    await payments.startCheckout(order)
    expect(Object.fromEntries(new URLSearchParams(service.requests[0]!.body))).toEqual({
      mode: 'payment',
      client_reference_id: 'booking-1',
      customer_email: 'grace@example.com',
      expires_at: String(Date.parse('2030-01-07T09:31:00Z') / 1000),
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      'allowed_payment_method_types[0]': 'card',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'gbp',
      'line_items[0][price_data][unit_amount]': '4500',
      'line_items[0][price_data][product_data][name]': 'First ninety days',
      'line_items[0][price_data][product_data][description]': '60 minutes with Ada Lovelace',
      'payment_intent_data[description]': 'Booking B-7KQ2-M9XP',
      'payment_intent_data[metadata][booking]': 'B-7KQ2-M9XP',
      'payment_intent_data[metadata][booking_id]': 'booking-1',
    })
  })

  it('passes a refusal on unchanged, and fails if the session has no address to pay at', async () => {
    service.answers = [json(400, refusal('email_invalid'))]
    await expect(payments.startCheckout(order)).rejects.toMatchObject({ statusCode: 400, code: 'email_invalid' })
    expect(service.requests).toHaveLength(1)
    service.answers = [json(200, { ...session, url: null })]
    await expect(payments.startCheckout(order)).rejects.toBeInstanceOf(PaymentsUnavailable)
  })
})

describe('readCheckout', () => {
  it.each([
    ['open', { status: 'open' }],
    ['paid', { status: 'complete', payment_status: 'paid' }],
    ['processing', { status: 'complete', payment_status: 'unpaid' }],
    ['processing', { status: 'complete', payment_status: 'no_payment_required' }],
    ['expired', { status: 'expired' }],
  ])('reports a session as %s: %o', async (status, state) => {
    service.answers = [json(200, { ...session, ...state, url: null })]
    expect(await payments.readCheckout('cs_1')).toMatchObject({ id: 'cs_1', status, url: null, bookingId: 'booking-1' })
  })

  it('returns the payment’s id if the session holds it, or the whole payment', async () => {
    for (const payment of ['pi_1', { id: 'pi_1', object: 'payment_intent' }]) {
      service.answers = [json(200, { ...session, status: 'complete', payment_status: 'paid', payment_intent: payment })]
      expect(await payments.readCheckout('cs_1')).toMatchObject({ paymentIntent: 'pi_1' })
    }
  })

  it('requests exactly this session, and returns null if the service does not know it', async () => {
    service.answers = [json(404, refusal('resource_missing'))]
    expect(await payments.readCheckout('../refunds?limit=1#')).toBeNull()
    expect(service.requests[0]!.url).toBe('/v1/checkout/sessions/..%2Frefunds%3Flimit%3D1%23?expand[0]=payment_intent')
  })
})

describe('expireCheckout', () => {
  it('returns what a session has become that is no longer open', async () => {
    service.answers = [
      json(400, refusal('wrong_state')),
      json(200, { ...session, status: 'complete', payment_status: 'paid' }),
    ]
    expect(await payments.expireCheckout('cs_1')).toMatchObject({ status: 'paid' })
  })
})

describe('findCheckouts', () => {
  it('reads every page and returns the sessions of the booking', async () => {
    const page = (id: string, has_more: boolean, client_reference_id: string) =>
      json(200, { object: 'list', data: [{ ...session, id, client_reference_id }], has_more, url: '/v1/list' })
    service.answers = [
      page('cs_3', true, 'booking-1'),
      page('cs_2', true, 'booking-2'),
      page('cs_1', false, 'booking-1'),
    ]
    const found = await payments.findCheckouts('booking-1', new Date('2030-01-07T09:00:00Z'))
    expect(found.map(({ id }) => id)).toEqual(['cs_3', 'cs_1'])
    const after = service.requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('starting_after'))
    expect(after).toEqual([null, 'cs_3', 'cs_2'])
  })
})
