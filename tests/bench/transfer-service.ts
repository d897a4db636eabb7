/**
 * The payment service of the benchmark of transfers, and a mail server that stores nothing, in a process of their own. Arguments:
 * milliseconds before each answer of the payment service, and of how many transfers it answers one with 429. It speaks as much of
 * Stripe's protocol as a transfer needs. Each message gets a report as its response.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** `atOnce`: the highest number of calls at the same time. `keys`: different ones among the transfers that were made. */
export type TransferReport = {
  calls: number
  tooMany: number
  atOnce: number
  made: number
  keys: number
  mails: number
}

const [milliseconds = 0, tooManyEvery = 0] = process.argv.slice(2).map(Number)

/** What was made, by idempotency key. */
const transfers = new Map<string, { transfer_group: string; metadata: { key: string } }>()
const report = { calls: 0, tooMany: 0, atOnce: 0, mails: 0 }
let running = 0
let requested = 0

const payments = createServer(async (request, response) => {
  running += 1
  report.calls += 1
  report.atOnce = Math.max(report.atOnce, running)
  const parameters = new URLSearchParams(await text(request))
  await setTimeout(milliseconds)
  const { status, body } = respond(request, parameters)
  running -= 1
  const headers = { 'Content-Type': 'application/json', ...(status === 429 && { 'Retry-After': '1' }) }
  response.writeHead(status, headers).end(JSON.stringify(body))
})

function respond(request: IncomingMessage, parameters: URLSearchParams): { status: number; body: object } {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://service')
  const intent = /^\/v1\/payment_intents\/(.+)$/.exec(pathname)?.[1]
  if (intent) return { status: 200, body: { id: intent, object: 'payment_intent', latest_charge: `ch_${intent}` } }
  if (pathname !== '/v1/transfers') return { status: 404, body: { error: { type: 'invalid_request_error' } } }
  if (request.method === 'POST') return createTransfer(String(request.headers['idempotency-key']), parameters)
  const group = searchParams.get('transfer_group')
  const data = [...transfers.values()].filter(({ transfer_group }) => transfer_group === group)
  return { status: 200, body: { object: 'list', url: pathname, has_more: false, data } }
}

/** A 429 is not stored under the key, as at Stripe. https://docs.stripe.com/api/idempotent_requests */
function createTransfer(idempotencyKey: string, parameters: URLSearchParams): { status: number; body: object } {
  requested += 1
  if (requested % tooManyEvery === 0) {
    report.tooMany += 1
    return { status: 429, body: { error: { type: 'invalid_request_error', code: 'rate_limit' } } }
  }
  const transfer = transfers.get(idempotencyKey) ?? {
    id: `tr_${transfers.size + 1}`,
    object: 'transfer',
    amount: Number(parameters.get('amount')),
    amount_reversed: 0,
    created: Math.floor(Date.now() / 1_000),
    currency: parameters.get('currency'),
    destination: parameters.get('destination'),
    transfer_group: parameters.get('transfer_group') ?? '',
    metadata: { key: parameters.get('metadata[key]') ?? '' },
  }
  transfers.set(idempotencyKey, transfer)
  return { status: 200, body: transfer }
}

const mails = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  async onData(stream, _session, done) {
    await text(stream)
    report.mails += 1
    done()
  },
})

process.on('message', () => {
  const keys = new Set([...transfers.values()].map(({ metadata }) => metadata.key)).size
  process.send?.({ ...report, made: transfers.size, keys } satisfies TransferReport)
})
process.on('disconnect', () => process.exit()) // The benchmark has ended, however it did.
payments.listen(0, '127.0.0.1', () =>
  mails.listen(0, '127.0.0.1', () => {
    const [paymentsPort, mailPort] = [payments, mails.server].map((server) => (server.address() as AddressInfo).port)
    process.send?.({ paymentsUrl: `http://127.0.0.1:${paymentsPort}`, mailUrl: `smtp://127.0.0.1:${mailPort}` })
  }),
)
