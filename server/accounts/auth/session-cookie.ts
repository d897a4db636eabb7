/**
 * The cookie that carries a session's token, signed as better-auth signs it (HMAC-SHA256, base64, behind a dot), so
 * that either may write it and we read it without asking anybody.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { hostCookieName, readCookie, writeCookie } from '#server/http/cookies'

type CookieSettings = { secret: string; secure: boolean; seconds: number }

export const sessionCookieName = (secure: boolean) => hostCookieName('session', secure)

/** A `Set-Cookie` header that gives a browser this session. */
export function writeSessionCookie(token: string, { secret, secure, seconds }: CookieSettings): string {
  return writeCookie(sessionCookieName(secure), `${token}.${sign(token, secret)}`, { secure, seconds })
}

/** A `Set-Cookie` header that takes it away. */
export function clearSessionCookie(secure: boolean): string {
  return writeCookie(sessionCookieName(secure), '', { secure, seconds: 0 })
}

/** Whether a Cookie header has a session's cookie at all, true or not. */
export function hasSessionCookie(cookies: string, secure: boolean): boolean {
  return readCookie(cookies, sessionCookieName(secure)) !== null
}

/** The token in a Cookie header. Null without one, and for one that this secret did not sign. */
export const readSessionCookie = (cookies: string, { secret, secure }: CookieSettings): string | null =>
  readSignedCookie(cookies, sessionCookieName(secure), secret)

/** What a cookie that better-auth or we have signed carries. Null as above. */
export function readSignedCookie(cookies: string, name: string, secret: string): string | null {
  const value = readCookie(cookies, name)
  if (value === null) return null
  const dot = value.lastIndexOf('.')
  const [token, signature] = [value.slice(0, dot), value.slice(dot + 1)]
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(token, secret))]
  return dot > 0 && given.length === right.length && timingSafeEqual(given, right) ? token : null
}

const sign = (token: string, secret: string) => createHmac('sha256', secret).update(token).digest('base64')
