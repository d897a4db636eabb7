/**
 * Compresses responses that are made per request: pages, JSON, text. The build's files are compressed beforehand
 * (`react-router.config.ts`); pictures and fonts are compressed formats.
 *
 * A streamed page stays streamed: each chunk is flushed at once, not when the encoder's window is full.
 */
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'

const MIN_BYTES = 1024 // A shorter response fits one packet either way.
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/([\w.-]+\+)?(json|xml|javascript)\b|image\/svg\+xml)/i

/** Brotli's quality 4 takes a millisecond per page; 11 takes a hundred and saves a tenth. */
const encoders = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 6 }),
}
const FLUSH = { br: constants.BROTLI_OPERATION_FLUSH, gzip: constants.Z_SYNC_FLUSH }

type Encoding = keyof typeof encoders
type Reader = ReadableStreamDefaultReader<Uint8Array>

export const compression: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  if (!COMPRESSIBLE.test(headers.get('content-type') ?? '')) return
  if (!/\bAccept-Encoding\b/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Accept-Encoding')
  const encoding = chooseEncoding(c.req.header('accept-encoding') ?? '')
  if (!encoding || c.req.method === 'HEAD' || c.res.status === 206 || headers.has('content-encoding')) return
  await compress(c, encoding)
}

async function compress(c: Context, encoding: Encoding): Promise<void> {
  const { body } = c.res // Read last: reading it replaces the response whose headers were read before.
  if (!body) return
  const { headers, status } = c.res
  const reader: Reader = body.getReader()
  const start = await readStart(reader)
  if (!start.ended) {
    headers.delete('content-length')
    headers.set('content-encoding', encoding)
    // RFC 9110 §8.8.3: the bytes differ, so the tag becomes a weak one, which only promises the same meaning.
    const tag = headers.get('etag')
    if (tag && !tag.startsWith('W/')) headers.set('etag', `W/${tag}`)
  }
  const rest = start.ended ? Buffer.concat(start.chunks) : encoded(start.chunks, reader, encoding)
  c.res = undefined // Hono would otherwise merge the two.
  c.res = new Response(rest, { status, headers })
}

/** The best encoding that the browser accepts. A quality of 0 means not accepted (RFC 9110 §12.5.3). */
export function chooseEncoding(accepted: string): Encoding | null {
  const encodings = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, quality = '']) => !/^q=0(\.0*)?$/.test(quality))
      .map(([name]) => name),
  )
  return encodings.has('br') ? 'br' : encodings.has('gzip') ? 'gzip' : null
}

/** Reads chunks until compressing is worth while, or to the end. */
async function readStart(reader: Reader): Promise<{ chunks: Uint8Array[]; ended: boolean }> {
  const chunks: Uint8Array[] = []
  for (let bytes = 0; bytes < MIN_BYTES;) {
    const { done, value } = await reader.read()
    if (done) return { chunks, ended: true }
    chunks.push(value)
    bytes += value.byteLength
  }
  return { chunks, ended: false }
}

async function* follow(start: Uint8Array[], reader: Reader): AsyncGenerator<Uint8Array> {
  yield* start
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

function encoded(start: Uint8Array[], reader: Reader, encoding: Encoding): ReadableStream<Uint8Array> {
  const encoder = encoders[encoding]()
  let waiting = false
  const flushing = new Transform({
    transform(chunk, _encoding, done) {
      if (!waiting) {
        waiting = true
        // One flush for all chunks that are written in one go.
        setImmediate(() => {
          waiting = false
          if (!encoder.writableEnded) encoder.flush(FLUSH[encoding])
        })
      }
      done(null, chunk)
    },
  })
  // An error reaches the reader through the encoder, which the pipeline then destroys with it.
  pipeline(follow(start, reader), flushing, encoder).catch(() => undefined)
  // Also when the visitor has left, so that the source stops writing.
  encoder.once('close', () => void reader.cancel().catch(() => undefined))
  return Readable.toWeb(encoder) as ReadableStream<Uint8Array>
}
