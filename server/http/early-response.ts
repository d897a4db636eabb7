/**
 * A response that may go out before the request's body has come: a refusal above all. The connection cannot be used again
 * then, since what follows on it is still that body, so the response says `connection: close` (RFC 9112 §9.6). And since
 * closing while the sender still sends would reset the connection, and the response with it, what comes is thrown away
 * for a while: most senders read only when they have sent everything.
 */
import { IncomingMessage, ServerResponse } from 'node:http'

/** Bytes that are thrown away at most. More than any body that is taken here. */
const MAX_DISCARDED = 32 * 1024 * 1024

class EarlyResponse extends ServerResponse<IncomingMessage> {
  override writeHead(status: number, ...rest: unknown[]): this {
    if (declaresBody(this.req) && !this.req.complete) this.shouldKeepAlive = false
    return super.writeHead(status, ...(rest as []))
  }

  override end(...args: unknown[]): this {
    if (declaresBody(this.req) && !this.req.readableEnded) discardRest(this.req)
    return super.end(...(args as []))
  }
}

/** For `createServer`. A request has half a minute to come in whole, its headers 20 seconds: what never ends is ended. */
export const HTTP_SERVER = {
  requestTimeout: 30_000, // Milliseconds.
  headersTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
  ServerResponse: EarlyResponse,
}

/** Whether a request says that a body follows. RFC 9112 §6.3. */
export function declaresBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Throws away what nobody has read of a body: until it has ended, the connection has, or it is too much. The server's
 * `requestTimeout` bounds the time. Until then the connection is closed for writing only.
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
    if (bytes > MAX_DISCARDED) end()
  }
  // By this Node closes the connection as soon as the response has gone out.
  socket.destroySoon = () => {
    isClosing = true
    socket.end()
  }
  incoming.on('data', count).on('end', end).on('close', end)
  incoming.resume()
}
