import { brotliDecompressSync, createBrotliDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { chooseEncoding, compression } from '#server/platform/http/compression'

const LONG = 'A page that is long enough to be worth it. '.repeat(100)
const site = new Hono()
site.use(compression)
site.get('/page', (c) => c.html(LONG))
site.get('/tagged', (c) => c.text(LONG, 200, { etag: '"one"' }))
site.get('/long', (c) => c.text(LONG.repeat(100)))
site.get('/short', (c) => c.json({ status: 'ok' }))
site.get('/picture', (c) => c.body(LONG, 200, { 'content-type': 'image/avif' }))
site.get('/ready', (c) => c.body(LONG, 200, { 'content-type': 'text/css', 'content-encoding': 'br' }))
site.get('/moved', (c) => c.redirect('/page'))

const get = (path: string, encoding = 'gzip, deflate, br') =>
  site.request(path, { headers: { 'accept-encoding': encoding } })
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('compression', () => {
  it.each([
    ['br', 'W/"one"'],
    ['identity', '"one"'],
  ])(
    'declares to caches that a response (%s) varies by encoding, and makes a strong tag a weak one',
    async (encoding, tag) => {
      const response = await get('/tagged', encoding)
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      expect(response.headers.get('content-type')).toBe('text/plain; charset=UTF-8')
      expect(response.headers.get('etag')).toBe(tag)
    },
  )

  it.each([
    ['zstd', zstdDecompressSync],
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('uses %s for one who accepts it, and loses nothing of a response of many pieces', async (encoding, decompress) => {
    for (const [path, text] of [
      ['/page', LONG],
      ['/long', LONG.repeat(100)],
    ] as const) {
      const response = await get(path, encoding)
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(decompress(await readBytes(response)).toString()).toBe(text)
    }
  })

  it.each([
    ['short', '/short', null],
    ['a picture', '/picture', null],
    ['compressed already', '/ready', 'br'],
    ['a redirect', '/moved', null],
  ])('leaves a response as it is that is %s', async (_, path, encoding) => {
    const [plain, response] = [await site.request(path), await get(path)]
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.status).toBe(plain.status)
    expect(await readBytes(response)).toEqual(await readBytes(plain))
  })
})

describe('compression of a streamed response', () => {
  const encoder = new TextEncoder()
  let source: ReadableStreamDefaultController<Uint8Array>
  let left = false
  site.get('/streamed', () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        source = controller
        controller.enqueue(encoder.encode(LONG))
      },
      cancel() {
        left = true
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/html' } })
  })

  it('sends each chunk as it is written', async () => {
    const response = await get('/streamed')
    const decoder = createBrotliDecompress()
    const reader = response.body!.getReader()
    const heard = Promise.withResolvers<string>()
    decoder.once('data', (chunk: Buffer) => heard.resolve(chunk.toString()))
    decoder.write((await reader.read()).value)
    expect(LONG.startsWith(await heard.promise)).toBe(true) // The source is still open.
    source.close()
    for (let part = await reader.read(); !part.done; part = await reader.read()) decoder.write(part.value)
  })

  it('cancels the source when the visitor leaves', async () => {
    const reader = (await get('/streamed')).body!.getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(() => left).toBe(true)
  })
})

it.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, br, zstd;q=0', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['BR; Q=1.0', 'br'],
  ['deflate', null],
  ['gzip;q=0.0', null],
  ['', null],
])('chooseEncoding takes from “%s” %s', (accepted, chosen) => {
  expect(chooseEncoding(accepted, ['zstd', 'br', 'gzip'])).toBe(chosen)
})
