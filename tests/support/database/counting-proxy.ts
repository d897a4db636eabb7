/**
 * A TCP proxy between the product and PostgreSQL. It counts what the product says, message by message, so that a test can
 * let something happen after any one of them, and it can cut the line for everybody and open it again.
 * Source: postgresql.org/docs/18/protocol-message-formats.html.
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type CountingProxy = {
  /** The database's address by way of the proxy. */
  url: string
  /**
   * Counts from here on, every message or only those that end a question and wait for its answer (Query and Sync). After
   * number `until` nothing passes any more, in either direction, and `reached` is called.
   */
  count(what: Counted, until: number, reached: () => void): void
  counted(): number
  /** Drops every connection and refuses new ones. */
  cut(): Promise<void>
  /** Opens the same address again. */
  mend(): Promise<void>
  close(): Promise<void>
}

export type Counted = 'messages' | 'questions'

const STARTUP_HEADER = 4 // Bytes: the first message of a connection has a length and no type.
const HEADER = 5

export async function openCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let counted = 0
  let limit = { what: 'messages' as Counted, until: Number.POSITIVE_INFINITY, reached: () => {} }

  /** Whether the message that has come may pass. */
  const takes = (type: string) => {
    if (counted >= limit.until) return false
    if (limit.what === 'questions' && !/[QS]/.test(type)) return true
    counted += 1
    if (counted === limit.until) setImmediate(limit.reached) // The message itself is passed on first.
    return true
  }

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    let rest: Buffer = Buffer.alloc(0)
    let header = STARTUP_HEADER
    client.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= header) {
        const size = rest.readInt32BE(header - 4) + header - 4 // A length counts itself, and not the type before it.
        if (rest.length < size) return
        if (!takes(String.fromCharCode(rest[0]!))) return
        database.write(rest.subarray(0, size))
        rest = rest.subarray(size)
        header = HEADER
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
      one.on('error', () => {}) // A process that was killed, a database that was cut off.
      one.on('close', () => {
        sockets.delete(one)
        other.end() // What was passed on arrives before the end does.
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
