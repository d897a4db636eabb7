/** The IP address of a request's client: the socket's, or what a proxy says that the operator trusts. */
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Reads `X-Forwarded-For` from its end, past every address inside `trusted` (networks such as "10.0.0.0/8"). The first
 * address that is not trusted is the client's. An unreadable entry ends the walk; the address before it counts.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trusted: readonly string[],
): string {
  const networks = trusted.map((network) => ipaddr.parseCIDR(network))
  let client = normalise(socketAddress)
  if (!client) return socketAddress
  for (const hop of (forwardedFor ?? '').split(',').toReversed()) {
    const address: string = client
    if (!networks.some((network) => contains(network, address))) return client
    const next = normalise(hop.trim())
    if (!next) return client
    client = next
  }
  return client
}

/** An address as proxies write it: in quotes, in brackets, with a port after it (RFC 7239 §6). */
const WRITTEN = /^"?(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5}|([^"]+))"?$/

/**
 * One spelling per address: IPv4 instead of IPv4 in IPv6 ("::ffff:10.0.0.1"), without port and zone ("%eth0"). Null for
 * text that is not a full address: some programs accept "7" and "0x7f.1", which would make two clients of one.
 */
function normalise(text: string): string | null {
  if (isIPv4(text)) return text // As most come, and it has no other spelling.
  const [, bracketed, beforePort, bare] = WRITTEN.exec(text) ?? []
  const written = (bracketed ?? beforePort ?? bare ?? '').replace(/%.*$/, '')
  const inFull = ipaddr.IPv4.isValidFourPartDecimal(written) || ipaddr.IPv6.isValid(written)
  return inFull ? ipaddr.process(written).toString() : null
}

function contains([network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number], address: string): boolean {
  const parsed = ipaddr.parse(address)
  return parsed.kind() === network.kind() && parsed.match(network, bits)
}

/** Whether the headers show that a proxy has passed the request on. */
export function isPassedOn(headers: Headers): boolean {
  return ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers.has(name))
}

/** `address`: as `clientAddress` spells it. */
export const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')
