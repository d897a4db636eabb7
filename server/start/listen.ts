/**
 * The port: bound before anything else is opened, so that a taken one is reported at once. Whether the process lives, and
 * whether it starts or stops, is answered here, before the product and whatever the product waits for.
 */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { originOf, type Config } from '#server/config'
import { setSecurityHeaders } from '#server/http/headers'
import { createHttpServer } from '#server/http/http-server'
import { ONE_MOMENT_POLICY, pageThatSays, wantsPage } from '#server/http/one-moment'
import { newRequestId } from '#server/http/request-id'
import { refuseToStart } from '#server/start/refuse'

export type Listener = ReturnType<typeof getRequestListener>

export const LEAVE_BODIES = { autoCleanupIncoming: false } // `EarlyResponse` discards the unread rest of a body.

/** After the drain: how long requests under way may take to end. */
const REQUESTS_END_MS = 5_000

/** When the port closes: for how long a moment without new connections is looked for, and how long that moment is. */
const ACCEPTING_ENDS_MS = 1_000
const SHORT_TURN_MS = 1

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
  const title = 'The product is not ready; try again shortly'
  const body = { type: 'about:blank', title, status: 503, code: 'unavailable', reason }
  const headers = { ...HEADERS, 'content-type': 'application/problem+json', 'retry-after': '1' }
  return identified(new Response(JSON.stringify(body), { status: 503, headers }))
}

function startingPage(): Response {
  const page = pageThatSays('The site is starting. This page tries again by itself in a few seconds.', 2, 503)
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
  const started = Promise.withResolvers<void>()
  setTimeout(started.resolve, timeoutMs).unref()
  const { server, underWay } = createHttpServer((incoming, outgoing) => {
    if (isDraining) outgoing.shouldKeepAlive = false
    const { url = '' } = incoming
    if (/^\/livez(\?|$)/.test(url)) return LIVES(incoming, outgoing)
    if (isDraining && READINESS.test(url)) return STOPPING(incoming, outgoing)
    if (listener) return listener(incoming, outgoing)
    if (READINESS.test(url)) return NOT_READY(incoming, outgoing)
    return started.promise.then(() => (listener ?? STARTING)(incoming, outgoing))
  })
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
      for (const outgoing of underWay) if (!outgoing.headersSent) outgoing.shouldKeepAlive = false
      if (seconds > 0) await pause(seconds * 1_000)
    },
    async close(): Promise<void> {
      await untilNobodyWaits(server)
      await closeServer(server)
    },
  }
}

function bind(server: Server, config: Config): Promise<string> {
  const host = config.HOST ?? (config.mode === 'live' ? '0.0.0.0' : '127.0.0.1')
  return new Promise((bound) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        refuseToStart(`PORT ${config.PORT} is taken. Stop what uses it, or set another PORT.`)
      refuseToStart(`Port ${config.PORT} on ${host} cannot be opened (${error.code}).`)
    })
    server.listen(config.PORT, host, () => {
      const { port } = server.address() as AddressInfo
      bound(originOf(host, port))
    })
  })
}

/**
 * Closing the port resets connections that wait to be accepted, and with them forms that a proxy has sent on them and cannot send
 * again. So this resolves after a turn of the event loop that accepted nothing, since nobody waited, and was short enough that
 * hardly anybody can have come since. A turn accepts one connection.
 */
async function untilNobodyWaits(server: Server): Promise<void> {
  let accepted = 0
  const count = () => (accepted += 1)
  server.on('connection', count)
  const tooLate = performance.now() + ACCEPTING_ENDS_MS
  for (let isQuiet = false; !isQuiet && performance.now() < tooLate;) {
    const [before, began] = [accepted, performance.now()]
    await endOfTurn()
    await endOfTurn() // The first may be the end of the turn that is under way.
    isQuiet = accepted === before && performance.now() - began < SHORT_TURN_MS
  }
  server.off('connection', count)
}

/**
 * Stops accepting requests and waits for those under way. Closes idle keep-alive connections at once and all others
 * after `REQUESTS_END_MS`, so that one client that never finishes cannot keep jobs and database from an orderly end.
 */
function closeServer(server: Server): Promise<void> {
  return new Promise((closed) => {
    // Repeatedly, since a connection whose response was just sent would stay open for seconds.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const timeout = setTimeout(() => server.closeAllConnections(), REQUESTS_END_MS)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(timeout)
      closed()
    })
  })
}
