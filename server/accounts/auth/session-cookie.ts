/**
 * The cookie with a session's token, signed as better-auth signs it (HMAC-SHA256, base64, after a dot), so that
 * better-auth and we can both write it, and reading it needs neither better-auth nor the database.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { hostCookieName, readCookie, writeCookie } from '#server/platform/http/cookies'

type CookieSettings = { secret: string; secure: boolean; seconds: number }

export const sessionCookieName = (secure: boolean) => hostCookieName('session', secure)

/** A `Set-Cookie` header that gives a browser this session. */
export function writeSessionCookie(token: string, { secret, secure, seconds }: CookieSettings): string {
  return writeCookie(sessionCookieName(secure), `${token}.${sign(token, secret)}`, { secure, seconds })
}

/** A `Set-Cookie` header that removes it. */
export function clearSessionCookie(secure: boolean): string {
  return writeCookie(sessionCookieName(secure), '', { secure, seconds: 0 })
}

/** Whether a Cookie header has a session cookie, valid or not. */
export function hasSessionCookie(cookies: string, secure: boolean): boolean {
  return readCookie(cookies, sessionCookieName(secure)) !== null
}

/** The token in a Cookie header. Null without one, or if this secret did not sign it. */
export const readSessionCookie = (cookies: string, { secret, secure }: CookieSettings): string | null =>
  readSignedCookie(cookies, sessionCookieName(secure), secret)

/** The value of a cookie that better-auth or we have signed. Null as above. */
export function readSignedCookie(cookies: string, name: string, secret: string): string | null {
  const value = readCookie(cookies, name)
  if (value === null) return null
  const dot = value.lastIndexOf('.')
  const [token, signature] = [value.slice(0, dot), value.slice(dot + 1)]
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(token, secret))]
  return dot > 0 && given.length === right.length && timingSafeEqual(given, right) ? token : null
}

const sign = (token: string, secret: string) => createHmac('sha256', secret).update(token).digest('base64')
