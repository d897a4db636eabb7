/**
 * The cookie that carries a session's token, signed as better-auth signs it (HMAC-SHA256, base64, behind a dot), so that
 * either may write it and we read it without asking anybody.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

type CookieSettings = { secret: string; secure: boolean; seconds: number }

/** `__Host-`: set by this very host over TLS, so that no other one under the same domain can plant a session it knows. */
export const sessionCookieName = (secure: boolean) => (secure ? '__Host-session' : 'session')

/** A `Set-Cookie` header that gives a browser this session. */
export function writeSessionCookie(token: string, { secret, secure, seconds }: CookieSettings): string {
  const value = encodeURIComponent(`${token}.${sign(token, secret)}`)
  return `${sessionCookieName(secure)}=${value}; Max-Age=${seconds}; ${attributes(secure)}`
}

/** A `Set-Cookie` header that takes it away. */
export function clearSessionCookie(secure: boolean): string {
  return `${sessionCookieName(secure)}=; Max-Age=0; ${attributes(secure)}`
}

const attributes = (secure: boolean) => `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** Whether a Cookie header has a session's cookie at all, true or not. */
export function hasSessionCookie(cookies: string, secure: boolean): boolean {
  return valueOf(cookies, sessionCookieName(secure)) !== null
}

/** The token in a Cookie header. Null without one, and for one that this secret did not sign. */
export const readSessionCookie = (cookies: string, { secret, secure }: CookieSettings): string | null =>
  readSignedCookie(cookies, sessionCookieName(secure), secret)

/** What a cookie that better-auth or we have signed carries. Null as above. */
export function readSignedCookie(cookies: string, name: string, secret: string): string | null {
  const value = valueOf(cookies, name)
  if (value === null) return null
  const dot = value.lastIndexOf('.')
  const [token, signature] = [value.slice(0, dot), value.slice(dot + 1)]
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(token, secret))]
  return dot > 0 && given.length === right.length && timingSafeEqual(given, right) ? token : null
}

function valueOf(cookies: string, name: string): string | null {
  for (const cookie of cookies.split(';')) {
    const at = cookie.indexOf('=')
    if (cookie.slice(0, at).trim() !== name) continue
    try {
      return decodeURIComponent(cookie.slice(at + 1).trim())
    } catch {
      return '' // A stray % sign: a cookie, and none of ours.
    }
  }
  return null
}

const sign = (token: string, secret: string) => createHmac('sha256', secret).update(token).digest('base64')
