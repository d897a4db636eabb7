/**
 * /waiting?link= — the pages behind links in emails of the waitlists. Only its forms change something, since email
 * scanners open links. A mail program's own "unsubscribe" posts here too, without any page (RFC 8058).
 */
import { data, redirect } from 'react-router'
import { limitByNetwork } from '#server/accounts/sign-in/attempts'
import { confirmWaitlistEntry, leaveWaitlist } from '#server/waitlist/waitlist'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { PRIVATE_PAGE } from '../../../ui/bookings/results/result-page.tsx'
import { WaitingPage, type WaitingView } from '../../../ui/waitlist/waitlist-page.tsx'
import { describeExpired, describeLeft, readWaitingView } from '../../../views/waitlist/waitlist-page.ts'
import type { Route } from './+types/waiting'

// Not `no-referrer`, since forms need an Origin. `same-origin` keeps the secret from other sites too.
const HEADERS = { ...PRIVATE_PAGE, 'Referrer-Policy': 'same-origin' }

const readLink = (request: Request) => new URL(request.url).searchParams.get('link') ?? ''

export async function loader({ context, request }: Route.LoaderArgs) {
  const view = await readWaitingView(context.get(appContext), readLink(request))
  return data(view ?? describeExpired(), { status: view ? 200 : 404, headers: HEADERS })
}

export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const link = readLink(request)
  const confirming = (await readPosted(request)).get('intent') === 'confirm'
  const result = (view: WaitingView, status = 200, more = {}) =>
    data(view, { status, headers: { ...HEADERS, ...more } })
  if (confirming) {
    const state = await confirmWaitlistEntry(app, link)
    if (state === 'full') return result((await readWaitingView(app, link, true)) ?? describeExpired(), 409)
    if (state !== 'over') throw redirect(`/waiting?link=${link}`, { status: 303, headers: HEADERS })
  } else if (await leaveWaitlist(app, link)) {
    return result(describeLeft()) // Not a redirect, which what posts without a page may not follow.
  }
  const tried = await limitByNetwork(app, 'link', clientOfPage(context, request).client)
  if (tried.ok) return result(describeExpired(), 404)
  return result(describeExpired(), 429, { 'Retry-After': String(tried.error.retryAfter) })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const wait = actionHeaders.get('Retry-After')
  return { ...HEADERS, ...(wait && { 'Retry-After': wait }) }
}

export default function Waiting({ loaderData, actionData }: Route.ComponentProps) {
  return <WaitingPage view={actionData ?? loaderData} />
}
