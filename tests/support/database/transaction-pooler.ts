/**
 * A stand-in for PgBouncer with `pool_mode = transaction`: all of its sessions take turns on one connection to PostgreSQL. Only
 * for what a start does before its first transaction. `ignores`: whether it accepts settings in a session's first message
 * (`ignore_startup_parameters`), or refuses them as it does by default.
 * Sources: postgresql.org/docs/18/protocol-message-formats.html, pgbouncer.org/config.html.
 */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Client } from 'pg'

const STARTUP_HEADER_BYTES = 4 // The first message of a connection has a length and no type.
const HEADER_BYTES = 5
const SETTING = /\b(statement_timeout|lock_timeout|idle_in_transaction_session_timeout)\b/

const message = (type: string, body: Buffer) => {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(type)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}
const AUTHENTICATED = message('R', Buffer.alloc(4))
const READY = message('Z', Buffer.from('I'))
const refusal = (setting: string) =>
  message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${setting}\0\0`))

export async function openTransactionPooler(databaseUrl: string, { ignores }: { ignores: boolean }) {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => {}) // Its connection is taken from it, and ended.
  await client.connect()
  const shared = (client as unknown as { connection: { stream: Socket } }).connection.stream
  shared.removeAllListeners('data')
  let turn = Promise.resolve()

  /** Sends what ends in a query, and passes everything on until the server is ready for the next. */
  const ask = async (session: Socket, batch: Buffer, before: Promise<void>) => {
    await before
    shared.write(batch)
    for (const split = splitMessages(HEADER_BYTES); ;) {
      const [chunk] = (await once(shared, 'data')) as [Buffer]
      session.write(chunk)
      if (split(chunk).some(([type]) => type === 'Z')) return
    }
  }

  const server = createServer((session) => {
    const split = splitMessages(STARTUP_HEADER_BYTES)
    let batch: Buffer[] = []
    let isFirst = true
    session.on('error', () => {}) // The process has ended.
    session.on('data', (chunk: Buffer) => {
      for (const [type, bytes] of split(chunk)) {
        const [setting] = (isFirst && SETTING.exec(bytes.toString())) || []
        if (setting && !ignores) session.end(refusal(setting))
        else if (isFirst) session.write(Buffer.concat([AUTHENTICATED, READY]))
        else if (type === 'X') session.end()
        else batch.push(bytes)
        isFirst = false
        if (!/[QS]/.test(type)) continue
        turn = ask(session, Buffer.concat(batch), turn)
        batch = []
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    async close() {
      server.close()
      shared.destroy()
      await once(server, 'close')
    },
  }
}

/** Cuts what arrives into whole messages, each with its type. */
function splitMessages(headerBytes: number) {
  let header = headerBytes
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer): [type: string, bytes: Buffer][] => {
    const found: [string, Buffer][] = []
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= header) {
      const size = rest.readInt32BE(header - 4) + header - 4 // A length counts itself, and not the type before it.
      if (rest.length < size) break
      found.push([header === HEADER_BYTES ? String.fromCharCode(rest[0]!) : '', rest.subarray(0, size)])
      rest = rest.subarray(size)
      header = HEADER_BYTES
    }
    return found
  }
}
