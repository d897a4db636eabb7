/** Webhooks against receivers that are slow, endless, elsewhere or not what they seem. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectWebhooks } from '#server/platform/network/webhook-sender'
import {
  SOMEWHERE,
  startCalendarService,
  type CalendarService,
} from '../../../tests/support/calendars/calendar-service.ts'

let service: CalendarService
beforeAll(async () => {
  service = await startCalendarService()
})
afterEach(() => service.reset())
afterAll(() => service.close())

const ADDRESS = 'https://receiver.test/hooks'
/** Long enough for loopback, short enough to wait for. */
const post = (address = ADDRESS, body = '{"a":"é"}') =>
  connectWebhooks({ network: service.network, deadlineMs: 400 }).post(address, body, { 'Landfall-Event-Id': '7' })
const refused = (error: string) => ({ ok: false, error })
const paths = () => service.requests.map(({ host, path }) => host + path)

describe('a webhook', () => {
  it('is one POST of JSON under the host’s own name, whose response is kept', async () => {
    const received = Promise.withResolvers<{ body: string; headers: IncomingMessage['headers']; method: string }>()
    service.pages.set('/hooks', async (request, response) => {
      received.resolve({ body: await text(request), headers: request.headers, method: request.method ?? '' })
      response.writeHead(202).end('Thank\nyou\0')
    })
    expect(await post()).toEqual({ ok: true, value: { status: 202, excerpt: 'Thank you' } })
    const { body, headers, method } = await received.promise
    expect([method, body]).toEqual(['POST', '{"a":"é"}'])
    expect(headers).toMatchObject({
      host: 'receiver.test',
      'content-type': 'application/json',
      'content-length': '10',
      'landfall-event-id': '7',
    })
    expect(service.connections).toEqual([[SOMEWHERE]])
  })

  it.each([302, 308])('follows no redirect: %i', async (status) => {
    service.pages.set('/hooks', (_request, response) => {
      response.writeHead(status, { Location: 'https://169.254.169.254/latest/meta-data/' }).end()
    })
    expect(await post()).toMatchObject({ value: { status } })
    expect(paths()).toEqual(['receiver.test/hooks'])
  })

  it('goes to no host at a private address, not even one with a public address too or a moment before', async () => {
    for (const address of ['127.0.0.1', '169.254.169.254', 'fd00::1']) {
      service.addresses.set('receiver.test', [[SOMEWHERE, address]])
      expect(await post()).toEqual(refused('not_allowed'))
    }
    expect(service.connections).toEqual([])
    service.pages.set('/hooks', '')
    service.addresses.set('receiver.test', [[SOMEWHERE], ['127.0.0.1']])
    expect(await post()).toMatchObject({ value: { status: 200 } })
    expect(await post()).toEqual(refused('not_allowed'))
    expect(service.connections).toEqual([[SOMEWHERE]])
  })

  it.each([
    'http://receiver.test/hooks',
    'https://127.0.0.1/hooks',
    'https://receiver.test:8443/hooks',
    'https://ada:secret@receiver.test/hooks',
  ])('goes to no address such as %s, should one be stored', async (address) => {
    expect(await post(address)).toEqual(refused('not_allowed'))
    expect(service.connections).toEqual([])
  })

  it('has no response from a host that is unknown, hangs up or never responds', async () => {
    service.addresses.set('receiver.test', [[]])
    expect(await post()).toEqual(refused('no_answer'))
    service.addresses.clear()
    service.pages.set('/hooks', (request) => request.socket.destroy())
    expect(await post()).toEqual(refused('no_answer'))
    service.pages.set('/hooks', () => {})
    expect(await post()).toEqual(refused('too_slow'))
  })

  it('counts once its status has arrived, and waits for no slow body', async () => {
    const closed = Promise.withResolvers<void>()
    service.pages.set('/hooks', (_request, response) => {
      response.writeHead(200).write('Slowly')
      response.on('close', closed.resolve)
    })
    expect(await post()).toEqual({ ok: true, value: { status: 200, excerpt: '' } })
    await closed.promise
  })

  it('reads the beginning of a huge body, and ends the connection', async () => {
    let sent = 0
    const closed = Promise.withResolvers<void>()
    service.pages.set('/hooks', async (_request, response) => {
      response.on('close', closed.resolve)
      while (!response.destroyed) {
        sent += 65_536
        if (!response.write('x'.repeat(65_536))) await Promise.race([once(response, 'drain'), closed.promise])
      }
    })
    expect(await post()).toEqual({ ok: true, value: { status: 200, excerpt: 'x'.repeat(200) } })
    await closed.promise
    expect(sent).toBeLessThan(20_000_000)
  })
})
