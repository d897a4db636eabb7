import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { chooseEncoding, compression } from '#server/http/compression'

const LONG = 'A page that is long enough to be worth it. '.repeat(100)
const site = new Hono()
site.use(compression)
site.get('/page', (c) => c.html(LONG))
site.get('/tagged', (c) => c.text(LONG, 200, { etag: '"one"' }))
site.get('/short', (c) => c.json({ status: 'ok' }))
site.get('/picture', (c) => c.body(LONG, 200, { 'content-type': 'image/avif' }))
site.get('/ready', (c) => c.body(LONG, 200, { 'content-type': 'text/css', 'content-encoding': 'br' }))
site.get('/moved', (c) => c.redirect('/page'))

const get = (path: string, encoding = 'gzip, deflate, br') =>
  site.request(path, { headers: { 'accept-encoding': encoding } })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe('an answer', () => {
  it('is compressed with the best that the browser takes', async () => {
    const br = await get('/page')
    expect(br.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(await bytesOf(br)).toString()).toBe(LONG)
    const gzip = await get('/page', 'gzip')
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(LONG)
  })

  it('tells caches that it differs by encoding, compressed or not', async () => {
    for (const encoding of ['br', 'identity']) {
      const answer = await get('/page', encoding)
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    }
  })

  it.each([
    ['short', '/short', null],
    ['a picture', '/picture', null],
    ['compressed already', '/ready', 'br'],
    ['a redirect', '/moved', null],
  ])('stays as it is when it is %s', async (_, path, encoding) => {
    const [plain, answer] = [await site.request(path), await get(path)]
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.status).toBe(plain.status)
    expect(await bytesOf(answer)).toEqual(await bytesOf(plain))
  })

  it('keeps its tag only as a weak one', async () => {
    expect((await get('/tagged')).headers.get('etag')).toBe('W/"one"')
    expect((await get('/tagged', 'identity')).headers.get('etag')).toBe('"one"')
  })
})

describe('a streamed answer', () => {
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

  it('is sent as it is written', async () => {
    const answer = await get('/streamed')
    const decoder = createBrotliDecompress()
    const reader = answer.body!.getReader()
    const heard = Promise.withResolvers<string>()
    decoder.once('data', (chunk: Buffer) => heard.resolve(chunk.toString()))
    decoder.write((await reader.read()).value)
    expect(LONG.startsWith(await heard.promise)).toBe(true) // The source is still open.
    source.close()
    for (let part = await reader.read(); !part.done; part = await reader.read()) decoder.write(part.value)
  })

  it('ends at its source when the visitor leaves', async () => {
    const reader = (await get('/streamed')).body!.getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(() => left).toBe(true)
  })
})

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['BR; Q=1.0', 'br'],
  ['deflate', null],
  ['gzip;q=0.0', null],
  ['', null],
])('of “%s” it chooses %s', (accepted, chosen) => {
  expect(chooseEncoding(accepted)).toBe(chosen)
})
