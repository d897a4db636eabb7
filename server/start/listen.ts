/** The port: bound before anything else is opened, so that a taken one is reported at once. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { originOf, type Config } from '#server/config'
import { HTTP_SERVER } from '#server/http/early-response'
import { refuseToStart } from '#server/start/refuse'

export type Listener = ReturnType<typeof getRequestListener>

export const LEAVE_BODIES = { autoCleanupIncoming: false } // `EarlyResponse` discards the unread rest of a body.

/** After SIGTERM: how long requests under way may take to end. */
const REQUESTS_END_MS = 5_000

const STARTING = () => new Response('Starting', { status: 503, headers: { 'retry-after': '1' } })

/** `origin`: what is bound. Responds 503 until `serve` is called. */
export async function listen(config: Config) {
  let listener: Listener = getRequestListener(STARTING, LEAVE_BODIES)
  const server = createServer(HTTP_SERVER, (incoming, outgoing) => listener(incoming, outgoing))
  return {
    server,
    origin: await bind(server, config),
    serve(product: Listener): void {
      listener = product
    },
    close: () => closeServer(server),
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
