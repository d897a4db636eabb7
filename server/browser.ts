/**
 * Which browser asks, so that whoever comes back finds what they hold, and from which network. The browser is known by a
 * random secret of our own in a cookie: it names nobody, and no page of the list sets it, since those are kept for all.
 */
import { randomBytes } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { createContext, type RouterContextProvider } from 'react-router'
import { clientAddress } from '#server/client-address'
import { addressContext, appContext, type App } from '#server/context'
import type { Caller } from '#server/workflows/attempts'
import type { Visitor } from '#server/workflows/bookings'

/** `setCookie` for a browser that had no such cookie yet: the header's value that gives it one. */
export type Known = { visitor: Visitor & { browser: string }; setCookie: string | null }

const YEAR = 31_536_000 // Seconds.
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

function toCaller({ browser, network }: Known['visitor'], address: string, request: Request): Caller {
  const { headers } = request
  return { browser, network, address, cookies: headers.get('cookie') ?? '', userAgent: headers.get('user-agent') }
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

/** `address` is the client's, from `client-address.ts`. */
export function visitorOf({ config }: Pick<App, 'config'>, request: Request, address: string): Known {
  const secure = config.PUBLIC_URL.startsWith('https:')
  // `__Host-`: set by this very host over TLS, so that no other one under the same domain can plant a secret it knows.
  const name = secure ? '__Host-browser' : 'browser'
  const network = networkOf(address)
  const sent = readCookie(request.headers.get('cookie') ?? '', name)
  if (sent && SECRET.test(sent)) return { visitor: { browser: sent, network }, setCookie: null }
  const browser = randomBytes(24).toString('base64url')
  const setCookie = `${name}=${browser}; Path=/; Max-Age=${YEAR}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return { visitor: { browser, network }, setCookie }
}

/** Addresses that mean no one place in the world. */
const NEAR = new Set(['unspecified', 'loopback', 'private', 'linkLocal', 'uniqueLocal'])

/**
 * An IPv4 address, or the /64 of an IPv6 one, which is what one household or office has. Null for what is no address of one:
 * a private one is this machine's or a proxy's that nobody has named, and would make one visitor of all.
 */
export function networkOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (NEAR.has(parsed.range())) return null
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}

function readCookie(cookies: string, name: string): string | null {
  for (const cookie of cookies.split(';')) {
    const [found, value] = cookie.trim().split('=', 2)
    if (found === name) return value ?? null
  }
  return null
}
