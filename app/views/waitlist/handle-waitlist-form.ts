/** Handles the form that joins any of the waitlists. */
import { data } from 'react-router'
import type { Result } from '#domain/result'
import type { TooMany } from '#server/accounts/sign-in/attempts'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { currentSession } from '#server/site/guards/account-guards'
import { readWaitlistForm } from '#server/waitlist/form'
import type { WaitlistResult, AskResult } from '../../ui/waitlist/join-page.tsx'
import { zoneOfCookie } from '../../ui/time/clock.ts'
import { PERSONAL } from '../accounts/sign-in-pages.ts'

type Context = Parameters<typeof clientOfPage>[0]
type WaitlistRequest = { email: string; timeZone: string | null }
type Who = { client: ReturnType<typeof clientOfPage>['client']; session: ReturnType<typeof currentSession> }

/** `ask` adds the address to the waitlist. `wordsFor` and `refused` describe the outcome. */
type Ask<Refusal> = {
  ask: (input: WaitlistRequest, who: Who) => Promise<Result<{ confirmed: boolean }, TooMany | Refusal>>
  wordsFor: (email: string, confirmed: boolean) => AskResult
  refused: (refusal: TooMany | Refusal) => Omit<WaitlistResult, 'typed'>
}

/** The answer is the same whether or not the address waits already. */
export async function handleWaitlistForm<Refusal extends { code: string }>(
  context: Context,
  request: Request,
  { ask, wordsFor: input, refused }: Ask<Refusal>,
) {
  const form = await readPosted(request)
  const given = form.get('email')
  const typed = typeof given === 'string' ? given : ''
  const result = (more: Omit<WaitlistResult, 'typed'>): WaitlistResult => ({ typed, ...more })
  const read = readWaitlistForm(form)
  if (!read.ok) return data(result({ error: read.error['email'] }), { status: 400, headers: PERSONAL })
  const { client, setCookie } = clientOfPage(context, request)
  const headers = { ...PERSONAL, ...(setCookie && { 'Set-Cookie': setCookie }) }
  const { email } = read.value
  const who = { client, session: currentSession(context) }
  const joined = await ask({ email, timeZone: zoneOfCookie(client.cookies) }, who)
  if (joined.ok) return data(result({ result: input(email, joined.value.confirmed) }), { headers })
  const words = result(refused(joined.error))
  if (!('retryAfter' in joined.error)) return data(words, { status: 409, headers })
  return data(words, { status: 429, headers: { ...headers, 'Retry-After': String(joined.error.retryAfter) } })
}
