/** Clients that never read, read very slowly, send too much ahead, or come in crowds. */
import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpServer } from '#server/platform/http/http-server'

const GET = 'GET / HTTP/1.1\r\nhost: landfall.test\r\n\r\n'
/** More than the operating system takes over from a process, whose client reads nothing. */
const LARGE = Buffer.alloc(32 * 1024 * 1024)

const ends: (() => void)[] = []
afterEach(() => {
  for (const close of ends.splice(0)) close()
})

type Limits = Parameters<typeof createHttpServer>[1]

async function serve(listener: RequestListener, limits: Limits) {
  const responses: ServerResponse[] = []
  const { server, underWay } = createHttpServer(
    (incoming, outgoing) => {
      responses.push(outgoing)
      listener(incoming, outgoing)
    },
    { check: 20, ...limits },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    responses,
    underWay,
    /** A connection that reads nothing by itself. */
    async open(): Promise<Socket> {
      const socket = connect(port, '127.0.0.1').pause()
      socket.on('error', () => {})
      ends.push(() => socket.destroy())
      await once(socket, 'connect')
      return socket
    },
  }
}

/** Orderly or by a reset. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

const sendLarge: RequestListener = (_incoming, outgoing) => outgoing.end(LARGE)

const sendPieces: RequestListener = (_incoming, outgoing) => {
  const fill = () => {
    while (outgoing.write(LARGE.subarray(0, 65_536)));
  }
  outgoing.on('drain', fill)
  fill()
}

/** Reads so much every ten milliseconds. */
function readSlowly(socket: Socket, bytes: number): Promise<number> {
  let taken = 0
  const timer = setInterval(() => {
    const chunk = (socket.read(Math.min(bytes, socket.readableLength)) as Buffer | null) ?? Buffer.alloc(0)
    taken += chunk.length
    if (taken >= LARGE.length) socket.destroy()
  }, 10)
  socket.on('readable', () => {})
  return new Promise((ended) =>
    socket.once('close', () => {
      clearInterval(timer)
      ended(taken)
    }),
  )
}

describe('a client that asks and never reads', () => {
  it.each<[how: string, send: RequestListener]>([
    ['whole', sendLarge],
    ['in pieces', sendPieces],
  ])('is cut off after a silence, and what waits for it is freed: a response %s', async (_how, send) => {
    const { open, responses, underWay } = await serve(send, { silence: 300 })
    const socket = await open()
    socket.write(GET)
    await expect.poll(() => responses.length).toBe(1)
    await once(responses[0]!, 'close')
    expect([responses[0]!.writableFinished, underWay.size]).toEqual([false, 0])
  })
})

describe('a client that reads slowly', () => {
  it('is cut off when it takes a response more slowly than any phone', async () => {
    const { open, responses } = await serve(sendLarge, { graceMs: 300, bytesPerSecond: 200_000_000 })
    const socket = await open()
    socket.write(GET)
    const taken = await readSlowly(socket, 10_000)
    expect(taken).toBeLessThan(LARGE.length)
    expect(responses[0]!.writableFinished).toBe(false)
  })

  it('gets all of it if it takes some of it again and again', async () => {
    const { open } = await serve(sendLarge, { graceMs: 300, bytesPerSecond: 200_000 })
    const socket = await open()
    socket.write(GET)
    expect(await readSlowly(socket, 400_000)).toBeGreaterThanOrEqual(LARGE.length)
  })

  it('is not taken for one while the server itself has nothing to send', async () => {
    const finish = Promise.withResolvers<void>()
    const { open } = await serve(
      async (_incoming, outgoing) => {
        outgoing.write('a')
        await finish.promise
        outgoing.end('b')
      },
      { graceMs: 0 },
    )
    const socket = await open()
    socket.resume().write(GET)
    const [first] = (await once(socket, 'data')) as [Buffer]
    expect(first.toString()).toMatch(/^HTTP\/1.1 200/)
    setTimeout(finish.resolve, 100) // Five checks.
    const [last] = (await once(socket, 'data')) as [Buffer]
    expect(last.toString()).toContain('b')
  })
})

describe('a client that sends requests ahead', () => {
  it('gets a few responses in their order', async () => {
    const { open } = await serve((incoming, outgoing) => outgoing.end(`[${incoming.url}]`), { pipelined: 3 })
    const socket = await open()
    let received = ''
    socket.resume().on('data', (chunk: Buffer) => (received += chunk))
    for (const path of ['/1', '/2', '/3']) socket.write(GET.replace('/', path))
    await expect.poll(() => received.match(/\[.+?\]/g)).toEqual(['[/1]', '[/2]', '[/3]'])
    socket.write(GET.replace('/', '/4'))
    await expect.poll(() => received).toContain('[/4]')
  })

  it('is cut off before hundreds of them become work', async () => {
    const { open, responses, underWay } = await serve(() => {}, {}) // By the product's own limit.
    const socket = await open()
    socket.resume().write(GET.repeat(900))
    await closed(socket)
    expect(responses).toHaveLength(8)
    await expect.poll(() => underWay.size).toBe(0)
  })
})

describe('a crowd of connections', () => {
  it('is limited, and makes those leave that only wait for a next request', async () => {
    const { open, responses } = await serve((_incoming, outgoing) => outgoing.end('a'), { connections: 2 })
    const idle = [await open(), await open()]
    for (const socket of idle) {
      socket.write(GET)
      await once(socket, 'readable')
    }
    const left = idle.map((socket) => closed(socket.resume()))
    await closed((await open()).resume())
    await Promise.all(left)
    const next = await open()
    next.write(GET)
    await once(next, 'readable')
    expect(responses).toHaveLength(3)
  })
})
