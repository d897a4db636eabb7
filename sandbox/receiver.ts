/**
 * A receiver of webhooks for demos, on loopback. The product finds it under a name that does not exist on the internet
 * (RFC 2606), and treats it like any other.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Network } from './calendar.ts'

const HOST = 'receiver.example'
const PATH = '/webhooks'
/** An address of the internet, since the product connects to no other. Nothing is sent there. */
const ADDRESS = '93.184.215.14'

/** What an admin would type. Every other path of the host responds with an error. */
export const DEMO_RECEIVER = `https://${HOST}${PATH}`

/** `within`: a network in which the receiver is found under its name. */
export async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === PATH) response.end('Received')
    else response.writeHead(500).end('This program always fails')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    within: (rest: Network): Network => ({
      resolve: async (host) => (host === HOST ? [ADDRESS] : rest.resolve(host)),
      open: (host, addresses) => (host === HOST ? connect(port, '127.0.0.1') : rest.open(host, addresses)),
    }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
