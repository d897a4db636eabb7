/**
 * The port: bound before anything else is opened, so that a taken one is reported at once. Whether the process lives, and
 * whether it is starting or stopping, is reported here, before the product and whatever the product waits for.
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { formatOrigin, type Config } from '#server/platform/config'
import { setSecurityHeaders } from '#server/platform/http/headers'
import { createHttpServer } from '#server/platform/http/http-server'
import { ONE_MOMENT_POLICY, textPage, wantsPage } from '#server/platform/http/one-moment'
import { newRequestId } from '#server/platform/http/request-id'
import { refusePort } from '#server/start/refuse'
import * as m from '#messages/problems'

export type Listener = ReturnType<typeof getRequestListener>

export const LEAVE_BODIES = { autoCleanupIncoming: false } // `EarlyResponse` discards the unread rest of a body.

/**
 * When the port closes: for how long a moment without new connections is looked for, and how long that moment is at first. It has
 * to outlast the pause of a client between two requests. It ends with a turn of the event loop that is as short as the last.
 */
const ACCEPTING_ENDS_MS = 1_000
const QUIET_MS = 25
const SHORT_TURN_MS = 0.05

/**
 * From the start on: how long requests wait for a process that starts. A proxy that sends a form here in that second must not get
 * a refusal, since it cannot send a form again.
 */
const START_TIMEOUT_MS = 10_000

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
const LIVES = getRequestListener(() => Response.json({ status: 'ok' }, { headers: HEADERS }))
const STARTING = getRequestListener(
  (request) => (wantsPage(request) ? startingPage() : unavailable('starting')),
  LEAVE_BODIES,
)
const NOT_READY = getRequestListener(() => unavailable('starting'))
const STOPPING = getRequestListener(() => unavailable('stopping'))

const READINESS = /^\/(readyz|healthz)(\?|$)/

/** As `problem` writes it. */
function unavailable(reason: 'starting' | 'stopping'): Response {
  const title = m.notReady()
  const body = { type: 'about:blank', title, status: 503, code: 'unavailable', reason }
  const headers = { ...HEADERS, 'content-type': 'application/problem+json', 'retry-after': '1' }
  return identified(new Response(JSON.stringify(body), { status: 503, headers }))
}

function startingPage(): Response {
  const page = textPage(m.siteStarting(), 2, 503)
  page.headers.set('retry-after', '2')
  setSecurityHeaders(page.headers, '', ONE_MOMENT_POLICY)
  return identified(page)
}

function identified(response: Response): Response {
  response.headers.set('x-request-id', newRequestId())
  return response
}

/** `origin`: what is bound. Until `serve` is called requests wait, for `timeoutMs` at most; then they get 503. */
export async function listen(config: Config, { timeoutMs = START_TIMEOUT_MS } = {}) {
  let listener: Listener | null = null
  let isDraining = false
  let drainMs = 0
  let closing: Promise<void> | null = null
  /** When the last response on a connection ended, if that was during the drain. */
  const lastUse = new WeakMap<Socket, number>()
  const requestsEndMs = config.SHUTDOWN_SECONDS * 1_000
  const started = Promise.withResolvers<void>()
  setTimeout(started.resolve, timeoutMs).unref()
  const { server, underWay } = createHttpServer((incoming, outgoing) => {
    if (isDraining) outgoing.shouldKeepAlive = false
    const { url = '', socket } = incoming
    outgoing.once('close', () => isDraining && lastUse.set(socket, performance.now()))
    if (/^\/livez(\?|$)/.test(url)) return LIVES(incoming, outgoing)
    if (isDraining && READINESS.test(url)) return STOPPING(incoming, outgoing)
    if (closing) return closing.then(() => (listener ?? STOPPING)(incoming, outgoing))
    if (listener) return listener(incoming, outgoing)
    if (READINESS.test(url)) return NOT_READY(incoming, outgoing)
    return started.promise.then(() => (listener ?? STARTING)(incoming, outgoing))
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  /** Whether a proxy cannot be about to send a request on it: nothing is under way, and its last use is long ago. */
  const isIdle = (socket: Socket) =>
    socket.bytesRead > 0 &&
    ![...underWay].some((outgoing) => outgoing.socket === socket) &&
    performance.now() - (lastUse.get(socket) ?? -Infinity) >= drainMs
  return {
    server,
    origin: await bind(server, config),
    serve(product: Listener): void {
      listener = product
      started.resolve()
    },
    /**
     * Goes on serving, but says that this process is not ready, and ends each connection with its next answer: until the
     * time is over, load balancers can find out and send their requests elsewhere.
     */
    async drain(seconds: number): Promise<void> {
      isDraining = true
      drainMs = Math.min(seconds * 1_000, requestsEndMs)
      for (const outgoing of underWay) if (!outgoing.headersSent) outgoing.shouldKeepAlive = false
      if (seconds > 0) await pause(seconds * 1_000)
    },
    /**
     * Closes the port, idle connections once they are unused for as long as the drain, and all others after
     * SHUTDOWN_SECONDS, so that one client that never finishes cannot keep jobs and database from an orderly end.
     *
     * Requests that arrive while the port closes get their response after that: work on them would delay the next connection, and
     * a proxy sends another form after each answer.
     */
    async close(): Promise<void> {
      const closed = once(server, 'close')
      const portClosed = Promise.withResolvers<void>()
      closing = portClosed.promise
      await closePort(server)
      portClosed.resolve()
      const idle = setInterval(() => [...sockets].filter(isIdle).forEach((socket) => socket.destroySoon()), 20)
      const timeout = setTimeout(() => server.closeAllConnections(), requestsEndMs)
      await closed
      clearInterval(idle)
      clearTimeout(timeout)
    },
  }
}

function bind(server: Server, config: Config): Promise<string> {
  const host = config.HOST ?? (config.mode === 'live' ? '0.0.0.0' : '127.0.0.1')
  return new Promise((bound) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => refusePort('PORT', config.PORT, host, code))
    server.listen(config.PORT, host, () => {
      const { port } = server.address() as AddressInfo
      bound(formatOrigin(host, port))
    })
  })
}

/**
 * Closes the port once no one has connected for a moment, in a turn of the event loop that was too short for anyone to have
 * come since. Closing resets connections that wait to be accepted, and with them forms that a proxy has sent on them and
 * cannot send again. The moment gets shorter the longer it is looked for.
 */
function closePort(server: Server): Promise<void> {
  const began = performance.now()
  let accepted = began
  const note = () => (accepted = performance.now())
  server.on('connection', note)
  return new Promise((closed) => {
    const look = (turnBegan: number) => {
      const now = performance.now()
      const left = Math.max(0, 1 - (now - began) / ACCEPTING_ENDS_MS)
      const isQuiet = accepted < turnBegan && now - accepted >= QUIET_MS * left && now - turnBegan < SHORT_TURN_MS
      if (!isQuiet && left > 0) return void setImmediate(look, now)
      // The port alone and at once: `close` of an HTTP server would close idle connections first, also used ones.
      NetServer.prototype.close.call(server)
      server.off('connection', note)
      closed()
    }
    setImmediate(look, began)
  })
}
