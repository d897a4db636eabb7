/**
 * A server that no client can hold on to. Each part of a request and of its response ends by itself, at the pace of a phone on a
 * train and not slower, and what connections may cost has a maximum. Decision 0049.
 */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { EarlyResponse } from '#server/platform/http/early-response'

/**
 * Options for `createServer`, in milliseconds. They end requests that never finish. Idle connections are kept for longer
 * than proxies keep them (60 s): a request that is sent while the other side closes the connection is lost.
 */
const REQUESTS = {
  requestTimeout: 30_000,
  headersTimeout: 20_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
  ServerResponse: EarlyResponse,
}

const LIMITS = {
  /** Open at once. An idle one takes 17 kB, so all of them 70 MB. */
  connections: 4_000,
  /** Requests of one connection that are under way. Browsers and proxies send the next one after the response. */
  pipelined: 8,
  /** Milliseconds without a byte in either direction, while a response is drawn or sent. */
  silence: 60_000,
  /** A response may take `graceMs` milliseconds, and besides as long as this pace needs. */
  graceMs: 60_000,
  bytesPerSecond: 1_000,
  /** How often that is looked at, in milliseconds. */
  check: 5_000,
}

/** `underWay`: responses that have not been sent whole. */
type HttpServer = { server: Server; underWay: ReadonlySet<ServerResponse> }

export function createHttpServer(listener: RequestListener, limits: Partial<typeof LIMITS> = {}): HttpServer {
  const { connections, pipelined, silence, check, ...pace } = { ...LIMITS, ...limits }
  const underWay = new Set<ServerResponse>()
  const counts = new WeakMap<Socket, number>()
  const server = createServer(REQUESTS, (incoming, outgoing) => {
    const { socket } = incoming
    if (socket.destroyed) return // What a connection had sent ahead still arrives when it is cut.
    const count = (counts.get(socket) ?? 0) + 1
    if (count > pipelined) return void socket.resetAndDestroy()
    counts.set(socket, count)
    underWay.add(outgoing)
    outgoing.once('close', () => {
      underWay.delete(outgoing)
      counts.set(socket, counts.get(socket)! - 1)
    })
    return listener(incoming, outgoing)
  })
  server.timeout = silence
  server.maxConnections = connections
  server.on('drop', () => server.closeIdleConnections()) // The next one finds room.
  const timer = setInterval(() => endSlow(underWay, pace), check).unref()
  server.once('close', () => clearInterval(timer))
  return { server, underWay }
}

type Pace = Pick<typeof LIMITS, 'graceMs' | 'bytesPerSecond'>

/** Since when a connection's client has been behind, and what it had taken then at least. */
const behind = new WeakMap<Socket, { since: number; taken: number }>()

/**
 * Cuts the connections of clients that take a response too slowly. Only those count that have been behind all the time: if the
 * server itself was slow, nothing waits to be taken. A reset, so that the operating system discards what it holds, too.
 */
function endSlow(underWay: Iterable<ServerResponse>, { graceMs, bytesPerSecond }: Pace): void {
  const now = performance.now()
  for (const { socket } of underWay) {
    if (!socket) continue
    if (socket.writableLength === 0) {
      behind.delete(socket)
      continue
    }
    const begun = behind.get(socket) ?? { since: now, taken: socket.bytesWritten - socket.writableLength }
    behind.set(socket, begun)
    const needed = (socket.bytesWritten - begun.taken) / bytesPerSecond
    if (now - begun.since > graceMs + needed * 1_000) socket.resetAndDestroy()
  }
}
