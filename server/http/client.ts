/**
 * Which browser asks, so that whoever comes back finds what they hold, and from which network. The browser is known by a
 * random secret of our own in a cookie: it names nobody, and no page of the list sets it, since those are kept for all.
 */
import { randomBytes } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { createContext, type RouterContextProvider } from 'react-router'
import { clientAddress, isLoopback, isPassedOn } from '#server/http/client-address'
import { addressContext, appContext, type App } from '#server/context'
import type { Caller } from '#server/accounts/sign-in/attempts'
import type { Visitor } from '#server/bookings/hold'

/** `setCookie` for a browser that had no such cookie yet: the header's value that gives it one. */
export type Known = { visitor: Visitor & { browser: string; farNetwork: string | null }; setCookie: string | null }

const YEAR_SECONDS = 31_536_000
const SECRET = /^[\w-]{22,64}$/ // As made below, 192 bits: 32 letters of base64url.

/** Within one request the loader after an action must not make another secret. */
const knownContext = createContext<Known | null>(null)

/** For pages. */
export function visitorOfPage(context: Readonly<RouterContextProvider>, request: Request): Known {
  const known = context.get(knownContext) ?? visitorOf(context.get(appContext), request, context.get(addressContext))
  context.set(knownContext, known)
  return known
}

/** Whose browser a page answers. `setCookie`: as of `Known`. */
export function callerOfPage(
  context: Readonly<RouterContextProvider>,
  request: Request,
): { caller: Caller; setCookie: string | null } {
  const { visitor, setCookie } = visitorOfPage(context, request)
  return { caller: toCaller(visitor, context.get(addressContext), request), setCookie }
}

/** The same for what is no page. */
export function callerOfCall(app: App, request: Request, bindings: Bindings): Caller {
  const address = addressOfCall(app, request, bindings)
  return toCaller(visitorOf(app, request, address).visitor, address, request)
}

function toCaller({ browser, network, farNetwork: far }: Known['visitor'], address: string, request: Request): Caller {
  const { headers } = request
  return { browser, network, far, address, cookies: headers.get('cookie') ?? '', userAgent: headers.get('user-agent') }
}

type Bindings = { incoming?: { socket: { remoteAddress?: string | undefined } } } | undefined

/** For the API, whose requests come with the server's own bindings. */
export function visitorOfCall(app: App, request: Request, bindings: Bindings): Known {
  return visitorOf(app, request, addressOfCall(app, request, bindings))
}

function addressOfCall({ config }: App, request: Request, bindings: Bindings): string {
  const socketAddress = bindings?.incoming?.socket.remoteAddress ?? ''
  const forwardedFor = request.headers.get('x-forwarded-for') ?? undefined
  return clientAddress(socketAddress, forwardedFor, config.TRUSTED_PROXIES)
}

/**
 * `address` is the client's, from `client-address.ts`. Its network is null only in a demo that is asked from its own machine
 * without a proxy between: that is whoever tries the product, with nobody to be kept from anything.
 */
export function visitorOf({ config }: Pick<App, 'config'>, request: Request, address: string): Known {
  const secure = config.PUBLIC_URL.startsWith('https:')
  // `__Host-`: set by this very host over TLS, so that no other one under the same domain can plant a secret it knows.
  const name = secure ? '__Host-browser' : 'browser'
  const atHome = config.mode === 'demo' && isLoopback(address) && !isPassedOn(request.headers)
  const { near: network, far: farNetwork } = atHome ? { near: null, far: null } : networksOf(address)
  const sent = readCookie(request.headers.get('cookie') ?? '', name)
  if (sent && SECRET.test(sent)) return { visitor: { browser: sent, network, farNetwork }, setCookie: null }
  const browser = randomBytes(24).toString('base64url')
  const setCookie = `${name}=${browser}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return { visitor: { browser, network, farNetwork }, setCookie }
}

/**
 * The networks that limits count an address in. `near`: an IPv4 address, or the /64 of an IPv6 one, which is one household
 * or office. `far`: the /48 of an IPv6 address, which one customer of a provider may have whole (RFC 6177); null for IPv4.
 * What is no address is a network of its own, so that it is never uncounted.
 */
export function networksOf(address: string): { near: string; far: string | null } {
  if (!ipaddr.isValid(address)) return { near: 'unknown', far: null }
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return { near: parsed.toString(), far: null }
  return { near: prefix(parsed, 64), far: prefix(parsed, 48) }
}

/** The network of this many bits that an IPv6 address is in, as "2001:db8::/48". A zone such as %eth0 is left out. */
function prefix(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const plain = address.toString().replace(/%.*/, '')
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${bits}`).toString()}/${bits}`
}

function readCookie(cookies: string, name: string): string | null {
  for (const cookie of cookies.split(';')) {
    const [found, value] = cookie.trim().split('=', 2)
    if (found === name) return value ?? null
  }
  return null
}
