/**
 * /mentors/:slug/waiting — asks for a mail when a mentor who has nothing to book has a time again. It says the same whether
 * or not the address waits already.
 */
import { data } from 'react-router'
import { readWaitingForm } from '#server/bookings/waiting-list/form'
import { askToBeTold } from '#server/bookings/waiting-list/ask-to-be-told'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/http/client'
import { readPosted } from '#server/http/form'
import { currentSession } from '#server/http/guards'
import { findMentor } from '#server/mentors/queries'
import { AskPage, type AskAnswer } from '../../ui/waiting-list/ask-page.tsx'
import { zoneOfCookie } from '../../ui/time/clock.ts'
import { PERSONAL, personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { askedInWords, readAsk, refusalInWords } from '../../views/bookings/waiting-list.ts'
import type { Route } from './+types/ask-to-be-told'

export async function loader({ context, params }: Route.LoaderArgs) {
  const view = await readAsk(context.get(appContext), params.slug, currentSession(context)?.email ?? '')
  if (!view) throw data(null, 404)
  return data(view, { headers: PERSONAL })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const mentor = await findMentor(app.db, params.slug)
  if (!mentor) throw data(null, 404)
  const form = await readPosted(request)
  const given = form.get('email')
  const typed = typeof given === 'string' ? given : ''
  const read = readWaitingForm(form)
  if (!read.ok) return data<AskAnswer>({ typed, error: read.error['email'] }, { status: 400, headers: PERSONAL })
  const { client, setCookie } = clientOfPage(context, request)
  const headers = { ...PERSONAL, ...(setCookie && { 'Set-Cookie': setCookie }) }
  const { email } = read.value
  const asked = { mentor, email, timeZone: zoneOfCookie(client.cookies) }
  const told = await askToBeTold(app, asked, { client, session: currentSession(context) })
  const answer = (more: Partial<AskAnswer>): AskAnswer => ({ typed, ...more })
  if (told.ok) return data(answer({ result: askedInWords(mentor, email, told.value.confirmed) }), { headers })
  const words = answer(refusalInWords(told.error, mentor))
  if (told.error.code !== 'too_many') return data(words, { status: 409, headers })
  return data(words, { status: 429, headers: { ...headers, 'Retry-After': String(told.error.retryAfter) } })
}

export const headers = personalHeaders

export default function AskToBeTold({ loaderData, actionData }: Route.ComponentProps) {
  return <AskPage view={loaderData} answer={actionData} />
}
