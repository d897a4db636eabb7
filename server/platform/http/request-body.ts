/**
 * Reads request bodies within limits, which are checked while the bytes arrive, whatever length was declared. Small
 * bodies are read whole before any handler runs. Uploads are passed on as an unread stream, so that their handler can
 * check who sends them first (decision 0018).
 *
 * Units: bytes. Errors: `BodyRefused`, thrown where the body is read.
 */
import { IncomingMessage } from 'node:http'
import { ReadableStream } from 'node:stream/web'
import type { Context, MiddlewareHandler } from 'hono'
import { busy, problem } from '#server/platform/http/problem'
import { declaresBody } from '#server/platform/http/early-response'
import * as m from '#messages/problems'

/** Smaller bodies are not counted: a connection's own buffers take as much. */
const LARGE_BODY_BYTES = 64 * 1024

const BUSY_RETRY_SECONDS = 60

/** `too_large`: more bytes than the limit. `busy`: too many large bodies are being read at this moment. */
export class BodyRefused extends Error {
  readonly code: 'too_large' | 'busy'
  constructor(code: 'too_large' | 'busy') {
    super(`The request's body was refused: ${code}`)
    this.code = code
  }
}

/** Limits how many large bodies are read at once. One per kind of sender, so that strangers cannot keep members out. */
export class LargeBodies {
  readonly #max: number
  #count = 0
  constructor(max: number) {
    this.#max = max
  }

  /** Takes a place and returns the function that releases it. Throws `BodyRefused` if all are taken. */
  take(): () => void {
    if (this.#count >= this.#max) throw new BodyRefused('busy')
    this.#count += 1
    return () => void (this.#count -= 1)
  }
}

/** `streamed`: the body is passed on unread. `large` is needed if more than `LARGE_BODY_BYTES` is allowed. */
export type BodyLimit = { bytes: number; large?: LargeBodies; streamed?: boolean }

/** Middleware: keeps bodies within their limits and responds 413 or 503 to others. */
export function boundBodies(limitOf: (c: Context) => BodyLimit): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req
    const source = readSource(c)
    if (!source) return next()
    const limit = limitOf(c)
    const declared = Number(raw.headers.get('content-length') ?? 0)
    const chunks = readBounded(source, declared, limit)
    try {
      const body = limit.streamed ? (ReadableStream.from(chunks) as BodyInit) : await readWhole(chunks)
      const { method, headers, signal } = raw
      c.req.raw = new Request(raw.url, { method, headers, signal, body, duplex: 'half' } as RequestInit)
      await next()
    } catch (error) {
      if (error instanceof BodyRefused) return refuse(error)
      if (isConnectionReset(error)) return problem('invalid', { errors: { body: m.brokeOff() } })
      throw error
    } finally {
      void chunks.return()
    }
    return undefined
  }
}

function refuse({ code }: BodyRefused): Response {
  if (code === 'too_large') return problem('too_large')
  return busy(BUSY_RETRY_SECONDS)
}

type Chunks = AsyncIterable<Uint8Array>

/**
 * The body's chunks, read from the connection if there is one: leaving the request's own stream half read would end the
 * connection before the response. Null without a body.
 */
function readSource(c: Context): Chunks | null {
  const { raw } = c.req
  if (raw.method === 'GET' || raw.method === 'HEAD') return null
  const incoming: unknown = c.env?.incoming
  if (!(incoming instanceof IncomingMessage)) return raw.body as Chunks | null
  return declaresBody(incoming) ? (incoming.iterator({ destroyOnReturn: false }) as Chunks) : null
}

async function* readBounded(source: Chunks, declared: number, { bytes, large }: BodyLimit) {
  let release: (() => void) | undefined
  let size = 0
  try {
    if (declared > bytes) throw new BodyRefused('too_large')
    if (declared > LARGE_BODY_BYTES) release = large?.take()
    for await (const chunk of source) {
      size += chunk.byteLength
      if (size > bytes) throw new BodyRefused('too_large')
      if (size > LARGE_BODY_BYTES) release ??= large?.take()
      yield chunk
    }
  } finally {
    release?.()
  }
}

async function readWhole(chunks: Chunks): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

const isConnectionReset = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
