/**
 * The browser or app that makes a request, signed in or not. `server/platform/http/client.ts` reads it.
 */
export type Client = {
  /** The secret of the browser's own cookie, by which it is recognised when it comes back. */
  browser: string
  /** The IPv4 address, or the /64 of an IPv6 one. Null: not counted, as on a demo's own machine. */
  network: string | null
  /** The /48 of an IPv6 address, which one customer of a provider may have whole. Null for IPv4. */
  farNetwork: string | null
  /** The IP address, as text. */
  address: string
  /** The Cookie header; empty without one. */
  cookies: string
  userAgent: string | null
}
