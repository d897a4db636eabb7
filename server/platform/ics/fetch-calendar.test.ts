import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FETCH_LIMITS, fetchCalendar } from '#server/platform/ics/fetch-calendar'
import { isPublicAddress, openTls } from '#server/platform/network/network'
import {
  SOMEWHERE,
  startCalendarService,
  type CalendarService,
} from '../../../tests/support/calendars/calendar-service.ts'
import { CERTIFICATE, KEY } from '../../../tests/support/calendars/certificate.ts'

let service: CalendarService
beforeAll(async () => {
  service = await startCalendarService()
})
afterEach(() => service.reset())
afterAll(() => service.close())

const ADDRESS = 'https://calendar.test/secret.ics'
/** Long enough for loopback, short enough to wait for. */
const SOON = { ...FETCH_LIMITS, deadlineMs: 400 }
const fetchIt = (address = ADDRESS, limits = FETCH_LIMITS) => fetchCalendar(service.network, address, undefined, limits)
const refused = (error: string) => ({ ok: false, error })
const arrivals = () => service.requests.map(({ host, path }) => host + path)

describe('a fetched calendar', () => {
  it('comes with what its service calls this version, and is not sent again while it has not changed', async () => {
    service.pages.set('/secret.ics', (request, response) => {
      const same = request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'] !== undefined
      response.writeHead(same ? 304 : 200, { ETag: '"1"', 'Last-Modified': 'Mon, 07 Jan 2030 09:00:00 GMT' })
      response.end(same ? undefined : 'BEGIN')
    })
    const validators = { etag: '"1"', lastModified: 'Mon, 07 Jan 2030 09:00:00 GMT' }
    expect(await fetchIt()).toEqual({ ok: true, value: { ...validators, text: 'BEGIN' } })
    const again = await fetchCalendar(service.network, ADDRESS, validators)
    expect(again).toEqual({ ok: true, value: { ...validators, text: null } })
  })

  it('is requested under its own host, with nothing of the product but its name', async () => {
    service.pages.set('/secret.ics', 'BEGIN')
    await fetchIt()
    const [{ headers } = { headers: {} }] = service.requests
    expect(headers).toMatchObject({ host: 'calendar.test', connection: 'close' })
    expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
  })

  it.each([
    [401, 'not_found'],
    [404, 'not_found'],
    [304, 'no_answer'],
    [206, 'no_answer'],
    [500, 'no_answer'],
  ])('is not there if the service says %i', async (status, problem) => {
    service.pages.set('/secret.ics', (_request, response) => response.writeHead(status).end())
    expect(await fetchIt()).toEqual(refused(problem))
  })
})

describe('the address of a host', () => {
  it.each([
    ['127.0.0.1', 'this machine'],
    ['0.0.0.0', 'this machine'],
    ['10.1.2.3', 'a private network'],
    ['192.168.1.1', 'a private network'],
    ['169.254.169.254', 'a cloud’s own data'],
    ['203.0.113.7', 'documentation'],
    ['224.0.0.1', 'many at once'],
    ['::', 'nothing'],
    ['::1', 'this machine'],
    ['::ffff:127.0.0.1', 'IPv4, mapped'],
    ['::ffff:93.184.215.14', 'IPv4, mapped, also a public one'],
    ['64:ff9b::a00:1', 'IPv4, by NAT64'],
    ['2002:a00:1::1', 'IPv4, by 6to4'],
    ['2001:0:53aa:64c::1', 'IPv4, by Teredo'],
    ['fd00:ec2::254', 'a cloud’s own data'],
    ['fe80::1', 'one link'],
    ['ff02::1', 'many at once'],
    ['4000::1', 'not given out'],
    ['', 'empty'],
  ])('%s is refused: %s', async (address) => {
    service.addresses.set('calendar.test', [[address]])
    service.pages.set('/secret.ics', 'BEGIN')
    expect(await fetchIt()).toEqual(refused('not_allowed'))
    expect(service.connections).toEqual([])
  })

  it.each([SOMEWHERE, '8.8.8.8', '2a00:1450:4009:81f::200e'])('%s is a public one', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it('is refused if one of several is private, and gives no response if there is none', async () => {
    service.addresses.set('calendar.test', [[SOMEWHERE, '10.0.0.1']])
    expect(await fetchIt()).toEqual(refused('not_allowed'))
    service.addresses.set('calendar.test', [[]])
    expect(await fetchIt()).toEqual(refused('no_answer'))
    expect(service.connections).toEqual([])
  })

  it('is looked up once: the checked address is the one connected to, whatever DNS says a moment later', async () => {
    service.addresses.set('calendar.test', [[SOMEWHERE], ['127.0.0.1']])
    service.pages.set('/secret.ics', 'BEGIN')
    expect(await fetchIt()).toMatchObject({ ok: true })
    expect(service.connections).toEqual([[SOMEWHERE]])
    expect(await fetchIt()).toEqual(refused('not_allowed'))
    expect(service.connections).toHaveLength(1)
  })
})

describe('a redirect', () => {
  const redirect = (from: string, to: string, status = 302) =>
    service.pages.set(from, (_request, response) => response.writeHead(status, { Location: to }).end())

  it.each([301, 303, 308])('by %i is followed, to a path or another host', async (status) => {
    redirect('/secret.ics', '/moved.ics', status)
    redirect('/moved.ics', 'https://elsewhere.test/there.ics', status)
    service.pages.set('/there.ics', 'BEGIN')
    expect(await fetchIt()).toMatchObject({ value: { text: 'BEGIN' } })
    expect(arrivals()).toEqual(['calendar.test/secret.ics', 'calendar.test/moved.ics', 'elsewhere.test/there.ics'])
  })

  it('is followed three times and no more', async () => {
    for (const n of [1, 2, 3, 4]) redirect(`/${n}.ics`, `/${n + 1}.ics`)
    service.pages.set('/5.ics', 'BEGIN')
    expect(await fetchIt('https://calendar.test/2.ics')).toMatchObject({ ok: true })
    expect(await fetchIt('https://calendar.test/1.ics')).toEqual(refused('not_allowed'))
  })

  it.each([
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'https://elsewhere.test:8080/',
    'https://ada:secret@elsewhere.test/',
    '//10.0.0.1/',
  ])('goes nowhere that an address may not: %s', async (to) => {
    redirect('/secret.ics', to)
    expect(await fetchIt()).toEqual(refused('not_allowed'))
    expect(service.requests).toHaveLength(1)
  })

  it('to a private network is refused, by a name that is public at first too', async () => {
    service.addresses.set('inside.test', [['10.0.0.1']])
    redirect('/secret.ics', 'https://inside.test/')
    expect(await fetchIt()).toEqual(refused('not_allowed'))
    service.addresses.set('calendar.test', [[SOMEWHERE], ['127.0.0.1']])
    redirect('/secret.ics', '/again.ics')
    expect(await fetchIt()).toEqual(refused('not_allowed'))
    expect(arrivals()).toEqual(['calendar.test/secret.ics', 'calendar.test/secret.ics'])
  })
})

describe('a service that does harm', () => {
  const sends = (reply: (response: ServerResponse) => void) =>
    service.pages.set('/secret.ics', (_request, response) => {
      response.on('error', () => {})
      reply(response)
    })

  it('and never answers is left after the deadline', async () => {
    sends(() => {})
    expect(await fetchIt(ADDRESS, SOON)).toEqual(refused('too_slow'))
  })

  it.each([
    ['a little at a time is left after the deadline', 'B', 10, SOON, 'too_slow'],
    ['without end is left after 1 MB', 'x'.repeat(100_000), 0, FETCH_LIMITS, 'too_large'],
  ])('and sends %s, and its connection is ended', async (_what, chunk, everyMs, limits, problem) => {
    const ended = Promise.withResolvers<string>()
    sends((response) => {
      response.on('close', () => ended.resolve('ended'))
      response.writeHead(200)
      const timer = setInterval(() => response.write(chunk), everyMs)
      response.on('close', () => clearInterval(timer))
    })
    expect(await fetchIt(ADDRESS, limits)).toEqual(refused(problem))
    expect(await ended.promise).toBe('ended')
  })

  it('and sends more than 1 MB once it is unpacked is left', async () => {
    const send = (bytes: number) => {
      const packed = gzipSync(Buffer.alloc(bytes, 32))
      sends((response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed))
    }
    send(1_048_577)
    expect(await fetchIt()).toEqual(refused('too_large'))
    send(1_048_576)
    expect(await fetchIt()).toMatchObject({ ok: true })
  })

  it('and resolves for ever is left after the deadline', async () => {
    const network = { ...service.network, resolve: () => new Promise<string[]>(() => {}) }
    expect(await fetchCalendar(network, ADDRESS, undefined, SOON)).toEqual(refused('too_slow'))
  })

  it.each<[string, (response: ServerResponse) => void]>([
    [
      'breaks off',
      (response) => void (response.writeHead(200, { 'Content-Length': 100 }).write('BEGIN'), response.destroy()),
    ],
    ['says nothing and hangs up', (response) => void response.destroy()],
    [
      'sends what is not compressed as if it were',
      (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('BEGIN'),
    ],
    [
      'uses a content encoding that was not accepted',
      (response) => response.writeHead(200, { 'Content-Encoding': 'br' }).end('BEGIN'),
    ],
    ['redirects to nonsense', (response) => response.writeHead(302, { Location: 'https://[' }).end()],
  ])('gives no answer: it %s', async (_what, reply) => {
    sends(reply)
    expect(await fetchIt()).toEqual(refused('no_answer'))
  })

  it('gets no validator sent back that is very long', async () => {
    sends((response) => response.writeHead(200, { ETag: `"${'x'.repeat(600)}"` }).end('BEGIN'))
    expect(await fetchIt()).toMatchObject({ value: { etag: null } })
  })
})

describe('the connection', () => {
  it('goes to the address that was found, and only to a host that proves its name', async () => {
    const server = createServer({ cert: CERTIFICATE, key: KEY }, (_request, response) => response.end('BEGIN'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const over = (address: string, ca?: string) =>
      fetchCalendar(
        {
          resolve: async () => [SOMEWHERE],
          open: (host) => openTls(host, ['127.0.0.1'], { port, ...(ca && { ca }) }),
        },
        address,
      )
    try {
      expect(await over('https://calendar.test/', CERTIFICATE)).toMatchObject({ value: { text: 'BEGIN' } })
      expect(await over('https://other.test/', CERTIFICATE)).toEqual(refused('no_answer'))
      expect(await over('https://calendar.test/')).toEqual(refused('no_answer'))
    } finally {
      server.close()
    }
  })
})
