/** How request bodies are read (whose, how large, how many at once), and the connection after a refused body. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { addMembers, settlePeople } from '../support/accounts/people.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { chunk, MULTIPART_FORM, openConnection, pour, upload, type Connection } from '../support/http/raw-http.ts'
import { createScratchDatabase, type ScratchDatabase } from '../support/database/scratch-database.ts'

const MEGABYTE = 1024 * 1024

let database: ScratchDatabase
let product: Product
let members: string[] = []
let mentor = ''
beforeAll(async () => {
  database = await createScratchDatabase(inject('seeded').template)
  product = await startProduct({ env: { DATABASE_URL: database.url } })
  members = await addMembers(database.url, 14)
  mentor = (await settlePeople(database.url)).mentor.cookie
})
afterAll(async () => {
  await product.stop()
  await database.drop()
})

const connections: Connection[] = []
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close()
})
async function open(): Promise<Connection> {
  const connection = await openConnection(product.url)
  connections.push(connection)
  return connection
}

const findCookie = (n: number) => ({ cookie: members[n] ?? '' })
const chunked = { 'transfer-encoding': 'chunked' }
const declared = (bytes: number) => ({ 'content-length': String(bytes) })
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const uploadTo = 'POST /account/picture'

describe('an upload', () => {
  it('of a stranger is refused before its first byte is read', async () => {
    for (const length of [chunked, declared(9 * MEGABYTE)]) {
      const connection = await open()
      await connection.request(uploadTo, { ...MULTIPART_FORM, ...length })
      const response = await connection.response()
      expect([response.status, response.headers.get('location')]).toEqual([302, '/sign-in?next=%2Faccount%2Fpicture'])
      expect(response.headers.get('connection')).toBe('close')
    }
  })

  it('is refused while another of the same account is under way', async () => {
    const both = await Promise.all([open(), open()])
    for (const connection of both) {
      await connection.request(uploadTo, { ...MULTIPART_FORM, ...chunked, ...findCookie(0) })
      await connection.send(chunk(upload(Buffer.alloc(70 * 1024), { end: false })))
    }
    const refused = await Promise.race(both.map((connection) => connection.response()))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(refused.body).toContain('Another picture is still uploading')
  })

  it('of more than ten megabytes is refused with a message, with and without a declared length', async () => {
    for (const length of [chunked, declared(11 * MEGABYTE)]) {
      const connection = await open()
      await connection.request(uploadTo, { ...MULTIPART_FORM, ...length, ...findCookie(3) })
      const sending = 'transfer-encoding' in length ? pour(connection, 11 * MEGABYTE) : null
      const { status, body } = await connection.response()
      expect([status, body.includes('This picture is too large')]).toEqual([413, true])
      await sending
    }
  })

  it('of a mentor’s document may have five megabytes, and a message says so about a larger one', async () => {
    const give = async (bytes: number) => {
      const pdf = `%PDF-1.7\n${'x'.repeat(bytes - 15)}\n%%EOF`
      const body = upload(Buffer.from(pdf), { field: 'document' })
      const connection = await open()
      const headers = { ...MULTIPART_FORM, ...declared(body.length), cookie: mentor }
      await connection.request('POST /become-a-mentor/check', headers)
      await connection.send(body)
      const { status, body: page } = await connection.response()
      return [status, /Document uploaded|This document is too large/.exec(page)?.[0]]
    }
    expect(await give(5 * MEGABYTE)).toEqual([200, 'Document uploaded'])
    expect(await give(5 * MEGABYTE + 1)).toEqual([413, 'This document is too large'])
  })
})

describe('bodies of more than 64 KB', () => {
  it('are read a few at a time, twelve uploads and four events; others get Retry-After', async () => {
    const begin = async (line: string, headers: Record<string, string>, body: Uint8Array) => {
      const connection = await open()
      await connection.request(line, { ...headers, ...chunked })
      await connection.send(chunk(body))
      return connection
    }
    const part = upload(Buffer.alloc(70 * 1024), { end: false })
    const event = Buffer.alloc(70 * 1024, 'x')
    const webhook = (body: Uint8Array) => begin('POST /webhooks/stripe', {}, body)
    const uploads = Array.from({ length: 13 }, (_, n) => begin(uploadTo, { ...MULTIPART_FORM, ...findCookie(n) }, part))
    const events = Array.from({ length: 5 }, () => webhook(event))

    /** The first of these that gets a response before its body has ended, and one that does not. */
    const first = async (all: Promise<Connection>[]) => {
      const pending = (await Promise.all(all)).map((connection) => ({ connection, response: connection.response() }))
      for (const { response } of pending) response.catch(() => {}) // Closed at the end of the test.
      const [at, response] = await Promise.race(pending.map(async (each, n) => [n, await each.response] as const))
      return { response, other: pending[at === 0 ? 1 : 0]! }
    }
    const refused = { upload: await first(uploads), event: await first(events) }
    for (const { response } of Object.values(refused)) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60'])
      expect(response.headers.get('connection')).toBe('close')
    }
    expect(refused.upload.response.body).toContain('Try again in a minute')

    const small = await webhook(Buffer.alloc(1_000, 'x'))
    await small.send('0\r\n\r\n')
    expect((await small.response()).status).toBe(400) // Read, and not signed.

    const { other } = refused.event
    await other.connection.send('0\r\n\r\n')
    expect((await other.response).status).toBe(400)
    const next = await webhook(event)
    await next.send('0\r\n\r\n')
    expect((await next.response()).status).toBe(400)
  })
})

describe('a connection', () => {
  it.each<[what: string, line: string, headers: Record<string, string>, status: number]>([
    ['too large by what it declares', 'POST /sign-in', { ...form, ...declared(MEGABYTE) }, 413],
    ['too large in chunks', 'POST /sign-in', { ...form, ...chunked }, 413],
    ['too large for an event', 'POST /webhooks/stripe', declared(MEGABYTE), 413],
    ['from another site', 'POST /sign-in', { ...form, ...declared(MEGABYTE), origin: 'https://evil.test' }, 403],
    ['an upload without an account', uploadTo, { ...MULTIPART_FORM, ...declared(9 * MEGABYTE) }, 302],
    ['an upload without an account, in chunks', uploadTo, { ...MULTIPART_FORM, ...chunked }, 302],
    ['with an invalid Host', 'POST /sign-in', { ...declared(MEGABYTE), host: 'a b' }, 400],
    ['a GET with a body', 'GET /about', declared(MEGABYTE), 200],
  ])(
    'is said to be closed after a body that is %s, and brings the response whole while it is still being sent',
    async (_what, line, headers, status) => {
      const connection = await open()
      const { origin = product.url, ...others } = headers
      await connection.request(line, others, origin)
      const bytes = Number(headers['content-length'] ?? 5 * MEGABYTE)
      const sending =
        'transfer-encoding' in headers
          ? pour(connection, bytes)
          : (async () => {
              for (let sent = 0; sent < bytes; sent += 64 * 1024) await connection.send(Buffer.alloc(64 * 1024, 'x'))
            })()
      const response = await connection.response()
      expect([response.status, response.headers.get('connection')]).toEqual([status, 'close'])
      await sending
      await connection.closed
    },
  )

  it('stays open after a refused body that has arrived whole, for the next request', async () => {
    const connection = await open()
    const body = `email=${'x'.repeat(40_000)}`
    await connection.request('POST /sign-in', { ...form, ...declared(body.length), origin: 'https://evil.test' }, null)
    await connection.send(body)
    const refused = await connection.response()
    expect(refused.status).toBe(403)
    if (refused.headers.get('connection') === 'close') return connection.closed
    await connection.request('GET /healthz')
    expect((await connection.response()).status).toBe(200)
  })
})
