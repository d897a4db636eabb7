/** Calls better-auth: the request it sees, its API, and its errors as values. */
import type { Client } from '#domain/accounts/client'
import { err, ok, type Result } from '#domain/result'
import type { Library } from '#server/accounts/auth/better-auth'

/** What better-auth is shown of a client: its own Cookie and User-Agent headers, and nothing else. */
export type ClientHeaders = Pick<Client, 'cookies' | 'userAgent'>

/** `Set-Cookie` headers for the response. */
export type SetCookies = string[]

/** What every way of signing in needs. */
export type BetterAuth = {
  /** Loaded by the first call. */
  library: () => Promise<Library>
  /** Signs cookies. */
  secret: string
  endSession: (client: ClientHeaders) => Promise<void>
  /**
   * A Cookie header without the session: a browser that is signed in must not take another account's second step by it.
   */
  withoutSession: (cookies: string) => string
  /** The token of a session in a Cookie header; null without one, or if we did not sign it. */
  readToken: (cookies: string) => string | null
}

export function toHeaders({ cookies, userAgent }: ClientHeaders): Headers {
  const headers = new Headers()
  if (cookies) headers.set('cookie', cookies)
  if (userAgent) headers.set('user-agent', userAgent)
  return headers
}

/**
 * Refusals that better-auth reports as server errors: of a suspended account, and of a response that is not a passkey.
 */
const REFUSALS = new Set(['FAILED_TO_CREATE_SESSION', 'UNABLE_TO_CREATE_SESSION', 'FAILED_TO_VERIFY_REGISTRATION'])

/** Returns a refusal of better-auth as its code; any other error is thrown on. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Result<Value, string>> {
  try {
    return ok(await work())
  } catch (error) {
    const body = error instanceof Error && 'body' in error ? error.body : undefined
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
    const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : null
    if (code && (status < 500 || REFUSALS.has(code))) return err(code)
    if (status === 409) return err('CONFLICT') // A backup code was used twice at the same moment: better-auth names no code.
    throw error
  }
}
