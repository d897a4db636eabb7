/**
 * The line between the product and the payment service, carrying every call as it is. A test may cut in when the service
 * has done what a call asked for, and when the product has been told.
 */
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Moment = 'received' | 'answered'

/** `at` hears of each moment of each call, counted from 1. After it has answered true nothing passes any more. */
export async function openPaymentLine(serviceUrl: string, at: (call: number, moment: Moment) => boolean) {
  let calls = 0
  let cut = false
  const line = createServer(async (incoming, outgoing) => {
    if (cut) return void outgoing.destroy()
    calls += 1
    const call = calls
    const { method, headers, url } = incoming
    const question = forward(new URL(url ?? '/', serviceUrl), { method, headers }, async (answer) => {
      const body = await buffer(answer)
      cut ||= at(call, 'received')
      if (cut) return void outgoing.destroy()
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      outgoing.end(body, () => {
        cut ||= at(call, 'answered')
      })
    })
    incoming.pipe(question)
  })
  await new Promise<void>((listening) => line.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    calls: () => calls,
    async close() {
      const closed = new Promise((done) => line.close(done))
      line.closeAllConnections()
      await closed
    },
  }
}
