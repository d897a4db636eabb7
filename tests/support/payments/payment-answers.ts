/** A payment service with scripted answers, which records the requests it gets. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { connectPayments } from '#server/payments/stripe/stripe'

type RecordedRequest = { method: string; url: string; body: string; key: string | undefined }
export type Answer = (response: ServerResponse, request: IncomingMessage) => unknown

/** Answers each request with the next of `answers`; the last one is repeated. */
export async function openAnsweringService() {
  const service = { requests: [] as RecordedRequest[], answers: [] as Answer[] }
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    service.requests.push({
      method,
      url,
      body: await text(request),
      key: headers['idempotency-key'] as string | undefined,
    })
    // A connection that is used again may just be closing, which the SDK takes for a failed attempt.
    response.setHeader('connection', 'close')
    const answer = service.answers.length > 1 ? service.answers.shift()! : service.answers[0]!
    answer(response, request)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(service, {
    payments: connectPayments({ secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], apiBase }),
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  })
}

/** A service for one test, closed at its end, so that tests that wait in real time can run concurrently. */
export async function openServiceFor({ onTestFinished }: TestContext) {
  const service = await openAnsweringService()
  onTestFinished(async () => void (await service.close()))
  return service
}

export const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
export const html =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
export const hangUp: Answer = (response, request) => request.socket.destroy(undefined) ?? response
export const half: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"id":"cs_1",', () => response.destroy())
}
export const apiError = { error: { type: 'api_error', message: 'An unknown error occurred' } }
export const refusal = (code: string) => ({ error: { type: 'invalid_request_error', code, message: 'No' } })

export const session = {
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
export const order = {
  bookingId: 'booking-1',
  reference: 'B-7KQ2-M9XP',
  createdAt: new Date('2030-01-07T09:00:00Z'),
  title: 'First ninety days',
  description: '60 minutes with Ada Lovelace',
  price: toMinorUnits(4500),
  currency: 'GBP',
  methods: ['card' as const],
  email: 'grace@example.com',
  expiresAt: new Date('2030-01-07T09:31:00.900Z'),
  successUrl: 'https://landfall.test/success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://landfall.test/cancel?hold=secret',
}
export const key = 'refund:booking-1'
export const refund = { paymentIntent: 'pi_1', amount: toMinorUnits(4500), currency: 'GBP', key, idempotencyKey: key }

export const made = {
  object: 'refund',
  id: 're_1',
  status: 'succeeded',
  amount: 4500,
  currency: 'gbp',
  payment_intent: 'pi_1',
  created: 1_893_456_000,
  metadata: { key },
}
export const listResponse = (...data: object[]) => json(200, { object: 'list', data, has_more: false, url: '/v1/list' })
