/** How the product stops: what SIGTERM lets end, and what it closes. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { startProduct, type Product } from '../support/product/processes.ts'
import { copySeededData } from '../support/product/seeded.ts'
import { findOffer, listMentors, requestFor } from '../support/bookings/visitor.ts'

async function start(env: Record<string, string>): Promise<Product> {
  const product = await startProduct({ data: copySeededData(inject('seeded').data), env })
  onTestFinished(async () => {
    product.kill('SIGKILL')
    await product.exited
  })
  return product
}

describe('SIGTERM', () => {
  // Were it to wait for a connection for longer than it has, it would exit with 1. The request that ends has half a minute for it.
  it('lets requests under way end, accepts no new ones, closes what never ends, and exits with 0, also when it comes twice', async () => {
    const product = await start({ DRAIN_SECONDS: '1', SHUTDOWN_SECONDS: '30' })
    const [ending, never] = [
      await requestInFlight(product, 'drain@example.com'),
      await requestInFlight(product, 'never@example.com'),
    ]
    const began = performance.now()
    product.kill('SIGTERM')
    await refusesConnections(product)
    product.kill('SIGTERM')
    expect(await ending.finish()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"reference":/)
    expect(await product.exited).toMatchObject({ code: 0, signal: null })
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_000) // It drains first.
    for (const { socket } of [ending, never]) socket.destroy()
  })

  it('to a process that drains makes it not ready, and it still serves on connections that it then ends', async () => {
    const product = await start({ DRAIN_SECONDS: '600' })
    const ask = async (path: string) => {
      const answer = await fetch(product.url + path)
      return [answer.status, answer.headers.get('connection')]
    }
    expect(await ask('/readyz')).toEqual([200, 'keep-alive'])
    product.kill('SIGTERM')
    await expect.poll(() => ask('/readyz'), { timeout: 60_000 }).toEqual([503, 'close'])
    expect(await ask('/livez')).toEqual([200, 'close'])
    expect(await ask('/mentors')).toEqual([200, 'close'])
    expect(await listMentors(product.url)).toHaveLength(24)
  })
})

/** A booking request without its last byte. `finish` sends it and returns the whole response. */
async function requestInFlight(product: Product, email: string) {
  const body = requestFor(await findOffer(product.url), email)
  const { hostname, port } = new URL(product.url)
  const socket = connect(Number(port), hostname)
  const answer = readAll(socket)
  await once(socket, 'connect')
  socket.write(
    `POST /create-checkout-session HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, -1)}`,
  )
  // The product has seen the request once it answers another one that came after it, on a connection made after it: over
  // one that is kept alive the answer could come before the first connection is accepted.
  const [health] = (await once(get(`${product.url}/healthz`, { agent: false }), 'response')) as [IncomingMessage]
  health.resume()
  return {
    socket,
    finish() {
      socket.write(body.slice(-1))
      return answer
    },
  }
}

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  socket.on('error', () => {})
  await once(socket, 'close')
  return text
}

async function refusesConnections({ url }: Product) {
  const { hostname, port } = new URL(url)
  await expect.poll(() => connects(Number(port), hostname), { timeout: 60_000 }).toBe(false)
}

function connects(port: number, hostname: string): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(port, hostname, () => {
      socket.destroy()
      settle(true)
    })
    socket.on('error', () => settle(false))
  })
}
