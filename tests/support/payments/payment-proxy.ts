/**
 * A proxy between the product and the payment service that forwards every call unchanged. A test may cut the connection
 * after the service has responded, or after the product has got the response.
 */
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Moment = 'received' | 'responded'

/**
 * Calls `at` at each moment of each call, counted from 1. Once it returns true, nothing is forwarded any more.
 */
export async function openPaymentProxy(serviceUrl: string, at: (call: number, moment: Moment) => boolean) {
  let calls = 0
  let cut = false
  const proxy = createServer(async (incoming, outgoing) => {
    if (cut) return void outgoing.destroy()
    calls += 1
    const call = calls
    const { method, headers, url } = incoming
    const forwarded = forward(new URL(url ?? '/', serviceUrl), { method, headers }, async (response) => {
      const body = await buffer(response)
      cut ||= at(call, 'received')
      if (cut) return void outgoing.destroy()
      outgoing.writeHead(response.statusCode ?? 500, response.headers)
      outgoing.end(body, () => {
        cut ||= at(call, 'responded')
      })
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    calls: () => calls,
    async close() {
      const closed = new Promise((done) => proxy.close(done))
      proxy.closeAllConnections()
      await closed
    },
  }
}
