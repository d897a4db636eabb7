/** Whose request this is. The socket says; a proxy's word counts only where the operator trusts that proxy. */
import ipaddr from 'ipaddr.js'

/**
 * The client's address. `X-Forwarded-For` is read from its end, past every address inside `trusted` (networks such as
 * "10.0.0.0/8"); the first one that is not trusted is the client. Anything unreadable ends the walk.
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

/**
 * IPv4 written as IPv6 ("::ffff:10.0.0.1") is IPv4. Null when it is no address, nor one in full: "7" and "0x7f.1" are to
 * some, and would make two clients of one.
 */
function normalise(text: string): string | null {
  const inFull = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  return inFull ? ipaddr.process(text).toString() : null
}

function contains([network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number], address: string): boolean {
  const parsed = ipaddr.parse(address)
  return parsed.kind() === network.kind() && parsed.match(network, bits)
}
