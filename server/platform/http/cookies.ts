/**
 * Reads and writes the cookies that only the server uses: `browser`, `session`, `known`. Zone and theme are also
 * written by scripts, so their format is in `app/ui`, which cannot import this file.
 */
import { parse, serialize } from 'hono/utils/cookie'

/**
 * The cookie's name over TLS has the prefix `__Host-`: only this very host can set such a cookie, so no other host
 * under the same domain can plant a value that it knows (RFC 6265bis §4.1.3.2).
 */
export const hostCookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

/** The decoded value of a cookie in a Cookie header; null without one. Of several with one name the first counts. */
export const readCookie = (cookies: string, name: string): string | null => parse(cookies, name)[name] ?? null

type CookieOptions = { secure: boolean; seconds: number; path?: string }

/**
 * A `Set-Cookie` header. `seconds` is how long the browser keeps the cookie; 0 removes it. `path`: the pages to which it
 * is sent, all by default.
 */
export function writeCookie(name: string, value: string, { secure, seconds, path = '/' }: CookieOptions) {
  return serialize(name, value, { path, maxAge: seconds, httpOnly: true, sameSite: 'Lax', secure })
}
