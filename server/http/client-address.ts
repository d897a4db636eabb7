/** Whose request this is. The socket says; a proxy's word counts only where the operator trusts that proxy. */
import ipaddr from 'ipaddr.js'

/**
 * The client's address. `X-Forwarded-For` is read from its end, past every address inside `trusted` (networks such as
 * "10.0.0.0/8"); the first one that is not trusted is the client. An entry that cannot be
 * read ends the walk: the nearest address that could be read counts.
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
 * One spelling for each address: IPv4 written as IPv6 ("::ffff:10.0.0.1") is IPv4, and neither port nor zone ("%eth0") is
 * part of it. Null when it is no address, nor one in full: "7" and "0x7f.1" are to some, and would make two clients of one.
 */
function normalise(text: string): string | null {
  const [, bracketed, beforePort, bare] = WRITTEN.exec(text) ?? []
  const written = (bracketed ?? beforePort ?? bare ?? '').replace(/%.*$/, '')
  const inFull = ipaddr.IPv4.isValidFourPartDecimal(written) || ipaddr.IPv6.isValid(written)
  return inFull ? ipaddr.process(written).toString() : null
}

function contains([network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number], address: string): boolean {
  const parsed = ipaddr.parse(address)
  return parsed.kind() === network.kind() && parsed.match(network, bits)
}

/** Whether a proxy says that it passes a request on for somebody. */
export function isPassedOn(headers: Headers): boolean {
  return ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers.has(name))
}

/** `address`: in the spelling of `clientAddress`. */
export const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')
