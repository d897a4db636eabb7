/**
 * A TCP proxy between the product and PostgreSQL. It counts the product's messages, so that a test can make something
 * happen after any one of them, and it can drop all connections and accept new ones again.
 * Source: postgresql.org/docs/18/protocol-message-formats.html.
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type CountingProxy = {
  /** The address of the database through the proxy. */
  url: string
  /**
   * Starts counting all messages, or only those that end a query and wait for its result (Query and Sync). After number
   * `until`, `reached` is called and nothing passes any more in either direction.
   */
  count(what: Counted, until: number, reached: () => void): void
  counted(): number
  /** Drops every connection and refuses new ones. */
  cut(): Promise<void>
  /** Accepts connections again, at the same address. */
  mend(): Promise<void>
  close(): Promise<void>
}

export type Counted = 'messages' | 'queries'

const STARTUP_HEADER_BYTES = 4 // The first message of a connection has a length and no type.
const HEADER_BYTES = 5

export async function openCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let counted = 0
  let limit = { what: 'messages' as Counted, until: Number.POSITIVE_INFINITY, reached: () => {} }

  /** Counts a message. False if it must not pass. */
  const countMessage = (type: string) => {
    if (counted >= limit.until) return false
    if (limit.what === 'queries' && !/[QS]/.test(type)) return true
    counted += 1
    if (counted === limit.until) setImmediate(limit.reached) // After the message itself was passed on.
    return true
  }

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    let rest: Buffer = Buffer.alloc(0)
    let headerBytes = STARTUP_HEADER_BYTES
    client.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= headerBytes) {
        const size = rest.readInt32BE(headerBytes - 4) + headerBytes - 4 // A length counts itself, and not the type before it.
        if (rest.length < size) return
        if (!countMessage(String.fromCharCode(rest[0]!))) return
        database.write(rest.subarray(0, size))
        rest = rest.subarray(size)
        headerBytes = HEADER_BYTES
      }
    })
    database.on('data', (chunk: Buffer) => {
      if (counted < limit.until) client.write(chunk)
    })
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.setNoDelay(true)
      sockets.add(one)
      one.on('error', () => {}) // The process was killed, or the connection dropped.
      one.on('close', () => {
        sockets.delete(one)
        other.end() // Data that was passed on still arrives.
      })
    }
  })

  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const cut = async () => {
    const closed = server.listening ? once(server, 'close') : null
    server.close()
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }

  const port = await listen(0)
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    count(what, until, reached) {
      counted = 0
      limit = { what, until, reached }
    },
    counted: () => counted,
    cut,
    mend: async () => void (await listen(port)),
    close: cut,
  }
}
