/**
 * Responses that go out before the request's body has arrived, such as a refusal. The connection cannot be reused,
 * since the rest of the body follows on it, so the response says `connection: close` (RFC 9112 §9.6). Closing while the
 * sender still sends would reset the connection and lose the response, and most senders read only after sending
 * everything. So the rest of the body is read and discarded first.
 */
import { IncomingMessage, ServerResponse } from 'node:http'

/** More than any body that is accepted. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024

export class EarlyResponse extends ServerResponse<IncomingMessage> {
  override writeHead(status: number, ...rest: unknown[]): this {
    if (declaresBody(this.req) && !this.req.complete) this.shouldKeepAlive = false
    return super.writeHead(status, ...(rest as []))
  }

  override end(...args: unknown[]): this {
    if (declaresBody(this.req) && !this.req.readableEnded) discardRest(this.req)
    return super.end(...(args as []))
  }
}

/** Whether the headers announce a body (RFC 9112 §6.3). */
export function declaresBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Discards the unread rest of a body until the body or the connection ends, or the maximum is reached. The server's
 * `requestTimeout` limits the time. Meanwhile the connection is closed for writing only.
 */
function discardRest(incoming: IncomingMessage): void {
  const { socket } = incoming
  const close = socket.destroySoon.bind(socket)
  let isClosing = false
  let bytes = 0
  const end = () => {
    incoming.off('data', count).off('end', end).off('close', end)
    socket.destroySoon = close
    if (isClosing) close()
  }
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_DISCARDED_BYTES) end()
  }
  // Node calls this to close the connection once the response is sent.
  socket.destroySoon = () => {
    isClosing = true
    socket.end()
  }
  incoming.on('data', count).on('end', end).on('close', end)
  incoming.resume()
}
