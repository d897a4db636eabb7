/**
 * Compresses responses that are made per request: pages, JSON, text. The build's files are compressed beforehand
 * (`react-router.config.ts`); pictures and fonts are compressed formats.
 *
 * A response that is complete is compressed in one piece, which costs a fraction of a stream. A streamed page stays
 * streamed: each chunk is flushed at once, not when the encoder's window is full.
 */
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'

const MIN_BYTES = 1024 // A shorter response fits one packet either way.
const MAX_PIECE_BYTES = 256 * 1024 // Compressing it in one piece blocks for a millisecond or two.
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/([\w.-]+\+)?(json|xml|javascript)\b|image\/svg\+xml)/i

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, ZSTD_c_compressionLevel } = constants
/**
 * Levels above which a byte saved costs most: /mentors of 143 kB has 19.7 kB in 0.5 ms with zstd 3 and 18.8 kB in 1.0 ms
 * with Brotli 4; the next levels save 0.8 kB in 0.7 ms and 1.5 kB in 0.8 ms. Brotli 11 takes a hundred milliseconds.
 */
const ZSTD = { [ZSTD_c_compressionLevel]: 3 }
const BROTLI = { [BROTLI_PARAM_QUALITY]: 4 }
const GZIP = { level: 6 }

/** The best first. */
const encoders = {
  zstd: {
    piece: (bytes: Uint8Array) => zstdCompressSync(bytes, { params: ZSTD, pledgedSrcSize: bytes.byteLength }),
    stream: () => createZstdCompress({ params: ZSTD }),
    flush: constants.ZSTD_e_flush,
  },
  br: {
    piece: (bytes: Uint8Array) =>
      brotliCompressSync(bytes, { params: { ...BROTLI, [BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } }),
    stream: () => createBrotliCompress({ params: BROTLI }),
    flush: constants.BROTLI_OPERATION_FLUSH,
  },
  gzip: {
    piece: (bytes: Uint8Array) => gzipSync(bytes, GZIP),
    stream: () => createGzip(GZIP),
    flush: constants.Z_SYNC_FLUSH,
  },
}

export type Encoding = keyof typeof encoders
type Reader = ReadableStreamDefaultReader<Uint8Array>
type Read = Awaited<ReturnType<Reader['read']>>

const PER_REQUEST = Object.keys(encoders) as Encoding[]

export const compression: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  if (!COMPRESSIBLE.test(headers.get('content-type') ?? '')) return
  if (!/\bAccept-Encoding\b/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Accept-Encoding')
  const encoding = chooseEncoding(c.req.header('accept-encoding') ?? '', PER_REQUEST)
  if (!encoding || c.req.method === 'HEAD' || c.res.status === 206 || headers.has('content-encoding')) return
  await compress(c, encoding)
}

async function compress(c: Context, encoding: Encoding): Promise<void> {
  const { body } = c.res // Read last: reading it replaces the response whose headers were read before.
  if (!body) return
  const { headers, status } = c.res
  const reader: Reader = body.getReader()
  const { chunks, bytes, reading } = await readReady(reader)
  const isShort = !reading && bytes < MIN_BYTES
  if (!isShort) {
    headers.delete('content-length')
    headers.set('content-encoding', encoding)
    // RFC 9110 §8.8.3: the bytes differ, so the tag becomes a weak one, which only promises the same meaning.
    const tag = headers.get('etag')
    if (tag && !tag.startsWith('W/')) headers.set('etag', `W/${tag}`)
  }
  c.res = undefined // Hono would otherwise merge the two.
  if (reading) {
    c.res = new Response(encoded(chunks, reading, reader, encoding), { status, headers })
  } else {
    const piece = Buffer.concat(chunks)
    c.res = new Response(isShort ? piece : encoders[encoding].piece(piece), { status, headers })
  }
}

/** The first of `preferred` that the browser accepts. A quality of 0 means not accepted (RFC 9110 §12.5.3). */
export function chooseEncoding<Known extends Encoding>(accepted: string, preferred: readonly Known[]): Known | null {
  const encodings = new Set<string | undefined>(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, quality = '']) => !/^q=0(\.0*)?$/.test(quality))
      .map(([name]) => name),
  )
  return preferred.find((encoding) => encodings.has(encoding)) ?? null
}

/** What can be read without waiting, up to a limit. `reading`: the next read, if the response is not complete. */
async function readReady(
  reader: Reader,
): Promise<{ chunks: Uint8Array[]; bytes: number; reading: Promise<Read> | null }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (;;) {
    const reading = reader.read()
    const ready = bytes > MAX_PIECE_BYTES ? null : await Promise.race([reading, nextTurn()])
    if (!ready) return { chunks, bytes, reading }
    if (ready.done) return { chunks, bytes, reading: null }
    chunks.push(ready.value)
    bytes += ready.value.byteLength
  }
}

const nextTurn = () => new Promise<null>((resolve) => setImmediate(resolve, null))

async function* follow(start: Uint8Array[], reading: Promise<Read>, reader: Reader): AsyncGenerator<Uint8Array> {
  yield* start
  for (let next = await reading; !next.done; next = await reader.read()) yield next.value
}

function encoded(
  start: Uint8Array[],
  reading: Promise<Read>,
  reader: Reader,
  encoding: Encoding,
): ReadableStream<Uint8Array> {
  const { stream, flush } = encoders[encoding]
  const encoder = stream()
  let waiting = false
  const flushing = new Transform({
    transform(chunk, _encoding, done) {
      if (!waiting) {
        waiting = true
        // One flush for all chunks that are written in one go.
        setImmediate(() => {
          waiting = false
          if (!encoder.writableEnded) encoder.flush(flush)
        })
      }
      done(null, chunk)
    },
  })
  // An error reaches the reader through the encoder, which the pipeline then destroys with it.
  pipeline(follow(start, reading, reader), flushing, encoder).catch(() => undefined)
  // Also when the visitor has left, so that the source stops writing.
  encoder.once('close', () => void reader.cancel().catch(() => undefined))
  return Readable.toWeb(encoder) as ReadableStream<Uint8Array>
}
