/**
 * A stand-in for PgBouncer with `pool_mode = transaction`, which refuses settings in a session's first message as it does by default.
 * Sources: postgresql.org/docs/18/protocol-message-formats.html, pgbouncer.org/config.html.
 */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

const SETTING = /\b(statement_timeout|lock_timeout|idle_in_transaction_session_timeout)\b/

/** An error message of the server. */
function refuse(setting: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${setting}\0\0`)
  const header = Buffer.from('E\0\0\0\0')
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

export async function openTransactionPooler() {
  const server = createServer((session) => {
    session.on('error', () => {}) // The process has ended.
    session.once('data', (first: Buffer) => session.end(refuse(SETTING.exec(first.toString())?.[1] ?? 'none')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://landfall@127.0.0.1:${port}/landfall`,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}
