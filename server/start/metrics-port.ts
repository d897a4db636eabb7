/** The second port, for the operator's monitoring: `/metrics` and nothing else. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createHttpServer } from '#server/platform/http/http-server'
import { refusePort } from '#server/start/refuse'

/** Returns the function that closes it. */
export async function listenForMetrics(
  { host, port }: { host: string; port: number },
  respond: (request: Request) => Promise<Response>,
): Promise<() => Promise<void>> {
  const { server } = createHttpServer(getRequestListener(respond))
  server.listen(port, host)
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) =>
    refusePort('METRICS_PORT', port, host, code),
  )
  return () => close(server)
}

function close(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed())
    server.closeAllConnections()
  })
}
