/** A request to a host that a user named: one connection to an address that was checked, and no redirect followed. */
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { Readable } from 'node:stream'
import { err, ok, type Result } from '#domain/result'
import { isPublicAddress, type Network } from '#server/platform/network/network'

/** `not_allowed`: the host is not on the internet. `too_slow`: the signal ended it. */
export type OutsideProblem = 'no_answer' | 'not_allowed' | 'too_slow'

type Outgoing = { signal: AbortSignal; headers: Record<string, string> } & (
  | { method: 'GET' }
  | { method: 'POST'; body: Buffer }
)

/** Bytes, as Node counts them. */
const MAX_HEADERS = 16_384

/**
 * @param url As `readOutsideAddress` returns it.
 * @returns the response without its body, which the caller reads or destroys. Throws what the connection throws.
 */
export async function requestOutside(
  network: Network,
  url: URL,
  { signal, headers, ...outgoing }: Outgoing,
): Promise<Result<IncomingMessage, OutsideProblem>> {
  const addresses = await network.resolve(url.hostname)
  if (signal.aborted) return err('too_slow')
  if (addresses.length === 0) return err('no_answer')
  // One private address is enough: who answers with both kinds is trying something.
  if (!addresses.every(isPublicAddress)) return err('not_allowed')
  const response = Promise.withResolvers<IncomingMessage>()
  const sent = request({
    method: outgoing.method,
    host: url.hostname,
    path: url.pathname + url.search,
    headers: { Host: url.host, ...headers }, // Without an agent, Node would add port 80 to the host.
    maxHeaderSize: MAX_HEADERS,
    createConnection: () => network.open(url.hostname, addresses),
    signal,
  })
  sent.on('response', response.resolve)
  sent.on('error', response.reject)
  sent.end('body' in outgoing ? outgoing.body : undefined)
  return ok(await response.promise)
}

/** Does something until a deadline, and ends with it whatever is still coming. Errors are `no_answer`. */
export async function withDeadline<Value, Problem>(
  deadlineMs: number,
  act: (signal: AbortSignal) => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem | 'no_answer' | 'too_slow'>> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), deadlineMs)
  const late = new Promise<Result<never, 'too_slow'>>((end) =>
    deadline.signal.addEventListener('abort', () => end(err('too_slow')), { once: true }),
  )
  try {
    return await Promise.race([act(deadline.signal).catch(() => err('no_answer' as const)), late])
  } finally {
    clearTimeout(timer)
    deadline.abort() // Ends the connection.
  }
}

/** The first bytes of a body, and whether these are all of it. */
export async function readFirst(body: Readable, maxBytes: number): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    chunks.push(chunk)
    if (size > maxBytes) break // Leaving the loop ends the stream.
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isWhole: size <= maxBytes }
}
