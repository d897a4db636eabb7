/** Calling better-auth: what goes in of a request, and its refusals as values. */
import type { Client } from '#domain/accounts/client'
import { err, ok, type Result } from '#domain/result'

/** What better-auth is shown of a client: its own Cookie and User-Agent headers, and nothing else. */
export type ClientHeaders = Pick<Client, 'cookies' | 'userAgent'>

export function headersOf({ cookies, userAgent }: ClientHeaders): Headers {
  const headers = new Headers()
  if (cookies) headers.set('cookie', cookies)
  if (userAgent) headers.set('user-agent', userAgent)
  return headers
}

/** What better-auth calls faults of its own and are refusals: of a suspended account, and of what is no passkey. */
const REFUSALS = new Set(['FAILED_TO_CREATE_SESSION', 'UNABLE_TO_CREATE_SESSION', 'FAILED_TO_VERIFY_REGISTRATION'])

/** A refusal of better-auth's as its code; anything else is thrown on. */
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
