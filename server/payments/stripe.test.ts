/** The payments module against servers that do not answer as they should. How it works when all is well is told by the bookings' tests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toPence } from '#domain/money'
import { PaymentsUnavailable } from '#domain/checkout'
import { connectPayments, type Payments } from '#server/payments/stripe'

type Asked = { method: string; url: string; body: string; key: string | undefined }
type Answer = (response: ServerResponse, request: IncomingMessage) => unknown

let asked: Asked[]
let answers: Answer[]
let payments: Payments

/** Answers each request with the next of `answers`; the last one stays. */
const server = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request
  asked.push({ method, url, body: await text(request), key: headers['idempotency-key'] as string | undefined })
  const answer = answers.length > 1 ? answers.shift()! : answers[0]!
  answer(response, request)
})

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  payments = connectPayments({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiBase })
})
beforeEach(() => {
  asked = []
})
afterAll(() => new Promise((closed) => server.close(closed).closeAllConnections()))

const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const html =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
const hangUp: Answer = (response, request) => request.socket.destroy(undefined) ?? response
const half: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"id":"cs_1",', () => response.destroy())
}
const apiError = { error: { type: 'api_error', message: 'An unknown error occurred' } }
const refusal = (code: string) => ({ error: { type: 'invalid_request_error', code, message: 'No' } })

const session = {
  object: 'checkout.session',
  id: 'cs_1',
  url: 'https://checkout.test/cs_1',
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 4500,
  currency: 'gbp',
  client_reference_id: 'booking-1',
  payment_intent: null,
}
const order = {
  bookingId: 'booking-1',
  title: 'First ninety days',
  description: '60 minutes with Ada Lovelace',
  price: toPence(4500),
  currency: 'GBP',
  email: 'grace@example.com',
  expiresAt: new Date('2030-01-07T09:31:00.900Z'),
  successUrl: 'https://landfall.test/success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://landfall.test/cancel?hold=secret',
}
const refund = { paymentIntent: 'pi_1', amount: toPence(4500), key: 'refund:booking-1' }

const questions: [string, () => Promise<unknown>][] = [
  ['opening a checkout', () => payments.startCheckout(order)],
  ['reading a checkout', () => payments.readCheckout('cs_1')],
  ['ending a checkout', () => payments.expireCheckout('cs_1')],
  ['looking for checkouts', () => payments.findCheckouts('booking-1', new Date('2030-01-07T09:00:00Z'))],
  ['sending money back', () => payments.refund(refund)],
]

const oddities: [string, Answer][] = [
  ['breaks down', json(500, apiError)],
  ['is behind a gateway that answers in HTML', html(502)],
  ['is too busy', json(429, refusal('rate_limit'))],
  ['is still busy with the same request', json(409, refusal('idempotency_key_in_use'))],
  ['hangs up', hangUp],
  ['hangs up in the middle of its answer', half],
  ['says “fine” in HTML', html(200)],
  ['says “fine” and something else', json(200, { hello: 'world' })],
  ['says “not found” without saying it as an error', json(404, { hello: 'world' })],
  ['says “not found” in HTML, as a proxy does', html(404)],
]

describe.each(oddities)('while the payment service %s', (_what, answer) => {
  it.each(questions)('%s fails as unavailable: nobody can say what happened', async (_question, ask) => {
    answers = [answer]
    await expect(ask()).rejects.toBeInstanceOf(PaymentsUnavailable)
  })
})

describe('a request that is sent again', () => {
  it('carries the same key, so that money goes back once', async () => {
    answers = [json(500, apiError), json(200, { object: 'refund', id: 're_1', status: 'succeeded' })]
    expect(await payments.refund(refund)).toEqual({ id: 're_1', status: 'succeeded' })
    expect(asked.map(({ method, url, key }) => [method, url, key])).toEqual([
      ['POST', '/v1/refunds', 'refund:booking-1'],
      ['POST', '/v1/refunds', 'refund:booking-1'],
    ])
    expect(asked[0]!.body).toBe('payment_intent=pi_1&amount=4500')
  })

  it('carries the same key, so that one checkout is opened', async () => {
    answers = [hangUp, json(200, session)]
    expect(await payments.startCheckout(order)).toMatchObject({
      id: 'cs_1',
      status: 'open',
      amount: 4500,
      currency: 'GBP',
    })
    expect(asked.map(({ key }) => key)).toEqual(['checkout:booking-1:1', 'checkout:booking-1:1'])
  })

  it('is given up after two attempts, so that nobody waits long', async () => {
    answers = [json(500, apiError)]
    await expect(payments.readCheckout('cs_1')).rejects.toBeInstanceOf(PaymentsUnavailable)
    expect(asked).toHaveLength(2)
  })
})

describe('opening a checkout', () => {
  it('asks for one line at the price in the database, payable until the second the hold allows', async () => {
    answers = [json(200, session)]
    await payments.startCheckout(order)
    expect(Object.fromEntries(new URLSearchParams(asked[0]!.body))).toEqual({
      mode: 'payment',
      client_reference_id: 'booking-1',
      customer_email: 'grace@example.com',
      expires_at: String(Date.parse('2030-01-07T09:31:00Z') / 1000),
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'gbp',
      'line_items[0][price_data][unit_amount]': '4500',
      'line_items[0][price_data][product_data][name]': 'First ninety days',
      'line_items[0][price_data][product_data][description]': '60 minutes with Ada Lovelace',
    })
  })

  it('fails when the session comes without an address to pay at', async () => {
    answers = [json(200, { ...session, url: null })]
    await expect(payments.startCheckout(order)).rejects.toBeInstanceOf(PaymentsUnavailable)
  })

  it('passes a refusal on as what it is', async () => {
    answers = [json(400, refusal('email_invalid'))]
    await expect(payments.startCheckout(order)).rejects.toMatchObject({ statusCode: 400, code: 'email_invalid' })
    expect(asked).toHaveLength(1)
  })
})

describe('reading a checkout', () => {
  it('is null where the service knows none', async () => {
    answers = [json(404, refusal('resource_missing'))]
    expect(await payments.readCheckout('cs_1')).toBeNull()
  })

  it.each([
    ['open', { status: 'open' }, 'open'],
    ['paid', { status: 'complete', payment_status: 'paid' }, 'paid'],
    ['processing while the money is not there', { status: 'complete', payment_status: 'unpaid' }, 'processing'],
    [
      'processing where nothing was to be paid',
      { status: 'complete', payment_status: 'no_payment_required' },
      'processing',
    ],
    ['expired', { status: 'expired' }, 'expired'],
  ])('tells that it is %s', async (_what, state, status) => {
    answers = [json(200, { ...session, ...state, url: null })]
    expect(await payments.readCheckout('cs_1')).toMatchObject({ id: 'cs_1', status, url: null, bookingId: 'booking-1' })
  })

  it.each([
    ['its id', 'pi_1'],
    ['whole', { id: 'pi_1', object: 'payment_intent' }],
  ])('tells of its payment, named by %s', async (_how, payment) => {
    answers = [json(200, { ...session, status: 'complete', payment_status: 'paid', payment_intent: payment })]
    expect(await payments.readCheckout('cs_1')).toMatchObject({ paymentIntent: 'pi_1' })
  })

  it('asks for exactly this one, whatever its id holds', async () => {
    answers = [json(404, refusal('resource_missing'))]
    await payments.readCheckout('../refunds?limit=1#')
    expect(asked[0]!.url).toBe('/v1/checkout/sessions/..%2Frefunds%3Flimit%3D1%23')
  })
})

describe('ending a checkout', () => {
  it('that is no longer open tells what it has become', async () => {
    answers = [json(400, refusal('wrong_state')), json(200, { ...session, status: 'complete', payment_status: 'paid' })]
    expect(await payments.expireCheckout('cs_1')).toMatchObject({ status: 'paid' })
  })
})

describe('looking for the checkouts of a booking', () => {
  it('reads every page and keeps those that name the booking', async () => {
    const page = (id: string, more: boolean, bookingId: string) =>
      json(200, {
        object: 'list',
        data: [{ ...session, id, client_reference_id: bookingId }],
        has_more: more,
        url: '/v1/checkout/sessions',
      })
    answers = [page('cs_3', true, 'booking-1'), page('cs_2', true, 'booking-2'), page('cs_1', false, 'booking-1')]
    const found = await payments.findCheckouts('booking-1', new Date('2030-01-07T09:00:00Z'))
    expect(found.map(({ id }) => id)).toEqual(['cs_3', 'cs_1'])
    expect(asked.map(({ url }) => new URL(url, 'http://x').searchParams.get('starting_after'))).toEqual([
      null,
      'cs_3',
      'cs_2',
    ])
  })
})

describe('sending money back', () => {
  it('is pending until the service says that it succeeded', async () => {
    answers = [json(200, { object: 'refund', id: 're_1', status: 'requires_action' })]
    expect(await payments.refund(refund)).toEqual({ id: 're_1', status: 'pending' })
  })
})
