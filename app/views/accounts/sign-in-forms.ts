/** Responds to the forms for signing in and signing up, on the pages and in the header's dialog. Server side. */
import type { Client } from '#domain/accounts/client'
import { data } from 'react-router'
import type { App } from '#server/context'
import { readSignIn, readSignUp } from '#server/accounts/form'
import { requestSignUp } from '#server/accounts/sign-up'
import { delayResponse, type TooMany } from '#server/accounts/sign-in/attempts'
import { signIn, type SignInRefusal } from '#server/accounts/sign-in/sign-in'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import { localPath } from '#words/local-path'
import { leadingTo, NO_ANSWER, type AccountResult } from '../../ui/accounts/sign-in/answer.ts'
import { redirectWithCookies, PERSONAL, pageAfterSignIn } from './sign-in-pages.ts'

/** Where to go once signed in, or the form again. `retryAfter`: in seconds, after too many attempts. */
export type FormResult =
  | { to: string; setCookies: string[] }
  | { result: AccountResult; status: number; retryAfter?: number }

const SIGN_IN_STATUS: Record<SignInRefusal['code'], number> = { refused: 401, suspended: 403, too_many: 429 }

/** `next`: a path on this site. */
export async function signInByForm(app: App, form: FormData, next: string, client: Client): Promise<FormResult> {
  const typed = typedIn(form)
  const read = readSignIn(form)
  if (!read.ok) return again({ typed, fields: read.error }, 400)
  const { waitSeconds, outcome } = await signIn(app, read.value, 'public', client)
  await delayResponse(waitSeconds)
  if (outcome.ok) {
    const { step, setCookies, admin } = outcome.value
    return { to: step === 'second' ? leadingTo('/sign-in/code', next) : pageAfterSignIn(admin, next), setCookies }
  }
  const { error } = outcome
  if (error.code === 'too_many') return tooMany(error, typed)
  return again({ typed, refusal: { code: error.code } }, SIGN_IN_STATUS[error.code])
}

/** Emails a link. It signs in only once it is followed. */
export async function signUpByForm(app: App, form: FormData, next: string, client: Client): Promise<FormResult> {
  const typed = typedIn(form)
  const read = readSignUp(form)
  if (!read.ok) return again({ typed, fields: read.error }, 400)
  const requested = await requestSignUp(app, { ...read.value, next }, client)
  if (requested.ok) return again({ sent: formatEmailAddress(read.value.email) }, 200)
  switch (requested.error.code) {
    case 'too_many':
      return tooMany(requested.error, typed)
    case 'weak_password':
      return again({ typed, fields: { password: requested.error.why } }, 400)
  }
}

/** The form again, with messages about what is wrong. */
export function again(result: Partial<AccountResult>, status: number) {
  return { result: { ...NO_ANSWER, ...result }, status }
}

export function tooMany({ retryAfter }: TooMany, typed: AccountResult['typed'] = {}) {
  return { ...again({ typed, refusal: { code: 'too_many', seconds: retryAfter } }, 429), retryAfter }
}

/** For a page: a redirect, or the page again. */
export function asPage(result: FormResult) {
  if ('to' in result) return redirectWithCookies(result.to, result.setCookies)
  return data(result.result, { status: result.status, headers: buildHeaders(result) })
}

/** For the dialog, whose script then goes to `to`. */
export function asJson(result: FormResult): Response {
  const headers = buildHeaders(result)
  if (!('to' in result)) return Response.json(result.result, { status: result.status, headers })
  for (const cookie of result.setCookies) headers.append('Set-Cookie', cookie)
  return Response.json({ to: localPath(result.to) }, { headers })
}

function buildHeaders(result: FormResult): Headers {
  const headers = new Headers(PERSONAL)
  if ('retryAfter' in result && result.retryAfter) headers.set('Retry-After', String(result.retryAfter))
  return headers
}

/** What to fill in again: everything but passwords. */
export function typedIn(form: FormData): AccountResult['typed'] {
  const [name, email] = [form.get('name'), form.get('email')]
  return { ...(typeof name === 'string' && { name }), ...(typeof email === 'string' && { email }) }
}
