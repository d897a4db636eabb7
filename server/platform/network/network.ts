/**
 * Resolves a host that a user named. Addresses are checked after the name was resolved, and the connection
 * goes to the checked ones, so that a name that changes its address in between gains nothing.
 */
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect } from 'node:tls'
import ipaddr from 'ipaddr.js'

export type Network = {
  /** All addresses of a host; empty for an unknown one. */
  resolve(host: string): Promise<string[]>
  /** A connection to a host at one of these addresses, over which HTTP is spoken. */
  open(host: string, addresses: string[]): Duplex
}

/**
 * Whether an address belongs to a computer on the internet. Everything reserved is refused, with all ways to write an
 * IPv4 address as an IPv6 one: mapped, NAT64, 6to4, Teredo.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
}

/** The only part of IPv6 that is given out. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

const HTTPS_PORT = 443
/** Milliseconds for each of two tries. */
const RESOLVE_MS = 2_000

/**
 * The internet. Names are resolved by DNS alone, without `/etc/hosts`, and without the thread pool: a name server that
 * answers slowly would block files there.
 */
export const internet: Network = {
  async resolve(host) {
    const resolver = new Resolver({ timeout: RESOLVE_MS, tries: 2 })
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  },
  open: (host, addresses) => openTls(host, addresses),
}

/**
 * A TLS connection to the first of these addresses that answers, with a certificate for this host. Nothing looks the host
 * up again. `options`: a test's own port and certificate authority.
 */
export function openTls(host: string, addresses: string[], options: { port?: number; ca?: string } = {}): Duplex {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const lookup: LookupFunction = (_host, { all }, done) =>
    all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)
  return connect({ host, port: HTTPS_PORT, servername: host, ALPNProtocols: ['http/1.1'], lookup, ...options })
}
