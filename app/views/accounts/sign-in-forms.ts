/** Signing in and up by a form, for the pages and for the header's dialog. Server side. */
import type { Client } from '#domain/accounts/client'
import { data } from 'react-router'
import type { App } from '#server/context'
import { readSignIn, readSignUp } from '#server/accounts/form'
import { requestSignUp } from '#server/accounts/sign-up'
import { delayResponse, type TooMany } from '#server/accounts/sign-in/attempts'
import { signIn } from '#server/accounts/sign-in/sign-in'
import { leadingTo, NO_ANSWER, type AccountAnswer } from '../../ui/accounts/sign-in/answer.ts'
import { redirectWithCookies, PERSONAL, pageAfterSignIn } from './sign-in-pages.ts'

/** Somebody was let in, and goes on; or the form is answered. `retryAfter`: in seconds, where they tried too often. */
export type Signing =
  | { to: string; setCookies: string[] }
  | { answer: AccountAnswer; status: number; retryAfter?: number }

/** `next`: a path of ours. */
export async function signInByForm(app: App, form: FormData, next: string, client: Client): Promise<Signing> {
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
  return again({ typed, refusal: { code: error.code } }, error.code === 'suspended' ? 403 : 401)
}

/** Lets nobody in yet: that is for the mailed link. */
export async function signUpByForm(app: App, form: FormData, next: string, client: Client): Promise<Signing> {
  const typed = typedIn(form)
  const read = readSignUp(form)
  if (!read.ok) return again({ typed, fields: read.error }, 400)
  const asked = await requestSignUp(app, { ...read.value, next }, client)
  if (asked.ok) return again({ sent: read.value.email }, 200)
  if (asked.error.code === 'too_many') return tooMany(asked.error, typed)
  return again({ typed, fields: { password: asked.error.why } }, 400)
}

/** With what a page has to say, answered by the page itself. */
export function again(answer: Partial<AccountAnswer>, status: number) {
  return { answer: { ...NO_ANSWER, ...answer }, status }
}

export function tooMany({ retryAfter }: TooMany, typed: AccountAnswer['typed'] = {}) {
  return { ...again({ typed, refusal: { code: 'too_many', seconds: retryAfter } }, 429), retryAfter }
}

/** For a page: on to where they go, or the page again. */
export function asPage(signing: Signing) {
  if ('to' in signing) return redirectWithCookies(signing.to, signing.setCookies)
  return data(signing.answer, { status: signing.status, headers: headersOf(signing) })
}

/** For the dialog, which goes on by itself. */
export function asJson(signing: Signing): Response {
  const headers = headersOf(signing)
  if (!('to' in signing)) return Response.json(signing.answer, { status: signing.status, headers })
  for (const cookie of signing.setCookies) headers.append('Set-Cookie', cookie)
  return Response.json({ to: signing.to }, { headers })
}

function headersOf(signing: Signing): Headers {
  const headers = new Headers(PERSONAL)
  if ('retryAfter' in signing && signing.retryAfter) headers.set('Retry-After', String(signing.retryAfter))
  return headers
}

/** What comes back into a form that was refused: everything but passwords. */
export function typedIn(form: FormData): AccountAnswer['typed'] {
  const [name, email] = [form.get('name'), form.get('email')]
  return { ...(typeof name === 'string' && { name }), ...(typeof email === 'string' && { email }) }
}
