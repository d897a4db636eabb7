/**
 * Reading the session of a request. How long a session is valid is in `domain/accounts/account.ts`, by the product's
 * clock.
 */
import { roleOf, SEEN_MINUTES, sessionEnd, sessionLives, type Session } from '#domain/accounts/account'
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { whereWritable } from '#server/platform/db/connect'
import { findSession, rotateSession, touchSession } from '#server/accounts/sign-in/sessions-queries'

/** `setCookies`: headers for the response, if the browser's cookie is to change. */
type FoundSession = { session: Session | null; setCookies: string[] }

/**
 * Reads the session from a Cookie header. A cookie without a valid session is cleared. If the role has changed since
 * the session got its token, it gets another one: a token that was seen before the change must not open more than it
 * did then.
 *
 * Both only if the response is a page (`maySetCookies`). A form, a program or a fetch beside a page must not undo what
 * the response to the page says about the cookie.
 */
export async function readSession(
  app: App,
  cookies: string,
  { maySetCookies }: { maySetCookies: boolean },
): Promise<FoundSession> {
  if (!app.auth.hasCookie(cookies)) return { session: null, setCookies: [] }
  const signedOut = { session: null, setCookies: maySetCookies ? [app.auth.clearCookie()] : [] }
  const token = app.auth.readToken(cookies)
  const found = token && (await findSession(app.db, token))
  if (!token || !found) return signedOut
  const now = app.now()
  const role = roleOf({ role: found.role, mentorId: found.mentorId })
  if (!sessionLives({ createdAt: found.createdAt, expiresAt: found.expiresAt }, role, now)) return signedOut

  const setCookies: string[] = []
  if (maySetCookies && role !== found.sessionRole) {
    const next = app.auth.newToken()
    if (await rotateSession(app.db, token, { token: next, role })) setCookies.push(app.auth.setCookie(next))
  }
  if (found.updatedAt <= minutesAfter(now, -SEEN_MINUTES)) {
    const end = sessionEnd(role, found.createdAt, now)
    await whereWritable(() => touchSession(app.db, found.id, { updatedAt: now, expiresAt: end }))
  }
  const session: Session = {
    accountId: found.accountId,
    sessionId: found.id,
    name: found.name,
    email: found.email,
    role,
    mentorId: found.mentorId,
    picture: found.picture,
    timeZone: found.timeZone,
    destination: found.destination,
    language: found.language,
    secondFactor: found.secondFactor,
    provenAt: found.provenAt,
  }
  return { session, setCookies }
}
