/** HTTP/1.1 over a socket, for half requests, bodies that never end, and what a connection does after a response. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

type RawResponse = { status: number; headers: Headers; body: string }

export type Connection = {
  /** Writes with backpressure. Resolves when the data is written, or when the connection is closed. */
  send(data: string | Uint8Array): Promise<void>
  /** Writes a request's line and headers, with a Host and, unless `origin` is null, our own Origin. */
  request(line: string, headers?: Record<string, string>, origin?: string | null): Promise<void>
  /** The next complete response. Rejects if the connection ends before it. */
  response(): Promise<RawResponse>
  /** Resolves when the other side has closed the connection, orderly or by a reset. */
  closed: Promise<void>
  /** Says that nothing more is sent, and still reads. */
  end(): void
  close(): void
}

export async function openConnection(product: string): Promise<Connection> {
  const { hostname, port, host } = new URL(product)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let received = Buffer.alloc(0)
  let isClosed = false
  const arrived = () => new Promise<void>((resolve) => socket.once('data', () => resolve()).once('close', resolve))
  socket.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve())).then(
    () => void (isClosed = true),
  )
  socket.on('error', () => {}) // A reset, which `closed` reports.

  const send = (data: string | Uint8Array) => write(socket, data)
  return {
    send,
    request: (line, headers = {}, origin = product) => {
      const all = { host, ...(origin === null ? {} : { origin }), ...headers }
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
      return send(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`)
    },
    async response() {
      for (;;) {
        const response = parse(received, isClosed)
        if (response) {
          received = received.subarray(response.length)
          return response
        }
        if (isClosed) throw new Error(`The connection ended after ${received.length} bytes: ${received.toString()}`)
        await arrived()
      }
    },
    closed,
    end: () => void socket.end(),
    close: () => socket.destroy(),
  }
}

async function write(socket: Socket, data: string | Uint8Array): Promise<void> {
  if (socket.destroyed) return
  if (socket.write(data)) return
  await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
}

/** Null while the response is incomplete. */
function parse(bytes: Buffer, isEnded: boolean): (RawResponse & { length: number }) | null {
  const head = bytes.indexOf('\r\n\r\n')
  if (head < 0) return null
  const [first = '', ...lines] = bytes.subarray(0, head).toString('latin1').split('\r\n')
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const status = Number(first.split(' ')[1])
  const start = head + 4
  if (headers.get('transfer-encoding') === 'chunked') {
    const end = bytes.indexOf('0\r\n\r\n', start)
    if (end < 0) return null
    return { status, headers, body: bytes.subarray(start, end).toString(), length: end + 5 }
  }
  const declared = headers.get('content-length')
  if (declared === null && !isEnded) return null
  const length = start + Number(declared ?? bytes.length - start)
  if (bytes.length < length) return null
  return { status, headers, body: bytes.subarray(start, length).toString(), length }
}

/** A chunk of a chunked body. */
export const chunk = (data: string | Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${Buffer.byteLength(data).toString(16)}\r\n`), Buffer.from(data), Buffer.from('\r\n')])

const BOUNDARY = 'parts-of-a-form'
export const MULTIPART_FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

/** A multipart form with one file. `end: false` leaves it unfinished. */
export const upload = (file: Uint8Array, { end = true, field = 'picture' } = {}): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="a"\r\n\r\n`),
    file,
    Buffer.from(end ? `\r\n--${BOUNDARY}--\r\n` : ''),
  ])

/** Sends a body of this many bytes in chunks, as long as the other side accepts them. */
export async function pour(connection: Connection, bytes: number): Promise<void> {
  const part = chunk(Buffer.alloc(64 * 1024, 'x'))
  for (let sent = 0; sent < bytes; sent += 64 * 1024) await connection.send(part)
  await connection.send('0\r\n\r\n')
}
