/**
 * Which client makes a request: its browser, so that people who come back find what they hold, and its network, which limits
 * count. The browser is recognised by a random secret in a cookie of ours: the cookie names no one, and no page of the list
 * sets it, since those pages are cached for everyone.
 */
import { randomBytes } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { createContext, type RouterContextProvider } from 'react-router'
import type { Client } from '#domain/accounts/client'
import { clientAddress, isLoopback, isPassedOn } from '#server/platform/http/client-address'
import { hostCookieName, readCookie, writeCookie } from '#server/platform/http/cookies'
import { addressContext, appContext, type App } from '#server/context'

/** `setCookie`: the `Set-Cookie` header that gives a new browser its cookie; null if it has one. */
type Identified = { client: Client; setCookie: string | null }

const YEAR_SECONDS = 31_536_000
const SECRET = /^[\w-]{22,64}$/ // As made below, 192 bits: 32 letters of base64url.

/** Within one request the loader after an action must not make another secret. */
const clientContext = createContext<Identified | null>(null)

/** The client of a page's request. */
export function clientOfPage(context: Readonly<RouterContextProvider>, request: Request): Identified {
  const identified =
    context.get(clientContext) ?? identifyClient(context.get(appContext), request, context.get(addressContext))
  context.set(clientContext, identified)
  return identified
}

type Bindings = { incoming?: { socket: { remoteAddress?: string | undefined } } } | undefined

/** The client of a request that is not a page's, such as the API's. `bindings`: the server's own, with the socket. */
export function clientOfRequest(app: App, request: Request, bindings: Bindings): Identified {
  const socketAddress = bindings?.incoming?.socket.remoteAddress ?? ''
  const forwardedFor = request.headers.get('x-forwarded-for') ?? undefined
  return identifyClient(app, request, clientAddress(socketAddress, forwardedFor, app.config.TRUSTED_PROXIES))
}

/**
 * `address` is the client's, from `client-address.ts`. The network is null only in a demo that is visited from its own machine
 * without a proxy in between: then the person trying the product is the only one there, and nothing is limited.
 */
export function identifyClient({ config }: Pick<App, 'config'>, request: Request, address: string): Identified {
  const { headers } = request
  const cookies = headers.get('cookie') ?? ''
  const secure = config.PUBLIC_URL.startsWith('https:')
  const name = hostCookieName('browser', secure)
  const isOwnMachine = config.mode === 'demo' && isLoopback(address) && !isPassedOn(headers)
  const networks = isOwnMachine ? { network: null, farNetwork: null } : findNetworks(address)
  const about = { ...networks, address, cookies, userAgent: headers.get('user-agent') }
  const sent = readCookie(cookies, name)
  if (sent && SECRET.test(sent)) return { client: { browser: sent, ...about }, setCookie: null }
  const browser = randomBytes(24).toString('base64url')
  return { client: { browser, ...about }, setCookie: writeCookie(name, browser, { secure, seconds: YEAR_SECONDS }) }
}

/**
 * The networks that limits count an address in. `network`: an IPv4 address, or the /64 of an IPv6 one, which is one
 * household or office. `farNetwork`: the /48 of an IPv6 address, which one customer of a provider may have whole (RFC 6177);
 * null for IPv4. Text that is not an address counts as the network "unknown", so that it is never uncounted.
 */
export function findNetworks(address: string): { network: string; farNetwork: string | null } {
  if (!ipaddr.isValid(address)) return { network: 'unknown', farNetwork: null }
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return { network: parsed.toString(), farNetwork: null }
  return { network: prefix(parsed, 64), farNetwork: prefix(parsed, 48) }
}

/** The network of this many bits that an IPv6 address is in, as "2001:db8::/48". A zone such as %eth0 is left out. */
function prefix(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const plain = address.toString().replace(/%.*/, '')
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${bits}`).toString()}/${bits}`
}
