/**
 * A proxy between the product and the payment service that forwards every call unchanged. A test may cut the connection
 * before the service gets the call, or after it has responded.
 */
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** `requested`: the product has sent the call. `received`: the service has responded. */
type At = (moment: 'requested' | 'received', line: string) => boolean | Promise<boolean>

/** Calls `at` at each moment of each call, with "POST /v1/transfers", and waits for it. Once it returns true, nothing is forwarded any more. */
export async function openPaymentProxy(serviceUrl: string, at: At) {
  let cut = false
  const proxy = createServer(async (incoming, outgoing) => {
    if (cut) return void outgoing.destroy()
    const { method, headers, url } = incoming
    const line = `${method} ${url}`
    cut ||= await at('requested', line)
    if (cut) return void outgoing.destroy()
    const forwarded = forward(new URL(url ?? '/', serviceUrl), { method, headers }, async (response) => {
      const body = await buffer(response)
      cut ||= await at('received', line)
      if (cut) return void outgoing.destroy()
      outgoing.writeHead(response.statusCode ?? 500, response.headers)
      outgoing.end(body)
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((done) => proxy.close(done))
      proxy.closeAllConnections()
      await closed
    },
  }
}
