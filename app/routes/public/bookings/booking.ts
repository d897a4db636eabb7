/** /mentors/:slug/booking — the offer and the hold of the booking dialog, as JSON. Without scripts `book.tsx` does the same. */
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { currentSession } from '#server/site/guards/account-guards'
import { localPath } from '#words/local-path'
import type { Route } from './+types/booking'
import { readOffer } from '../../../views/bookings/booking-offer.ts'
import { holdFromForm, toResponseInit } from '../../../views/bookings/hold-from-form.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { client, setCookie } = clientOfPage(context, request)
  const offer = await readOffer(context.get(appContext), request, params.slug, client.browser)
  const session = currentSession(context)
  const known = session && { visitor: { name: session.name, email: session.email } }
  return Response.json(offer && { ...offer, ...known }, { status: offer ? 200 : 404, headers: headersWith(setCookie) })
}

export async function action({ context, request }: Route.ActionArgs) {
  const { client, setCookie } = clientOfPage(context, request)
  const accountId = currentSession(context)?.accountId ?? null
  const held = await holdFromForm(context.get(appContext), await readPosted(request), client, accountId)
  if (held.ok) {
    const isOurs = held.value.free || held.value.byLink
    const payUrl = isOurs ? localPath(held.value.payUrl) : held.value.payUrl
    return Response.json({ ...held.value, payUrl }, { headers: headersWith(setCookie) })
  }
  const { status, headers } = toResponseInit(held.error)
  const { error } = held
  const problem = error.code === 'already_paid' ? { ...error, success: localPath(error.success) } : error
  return Response.json(problem, { status, headers: { ...headersWith(setCookie), ...headers } })
}

/** Never cached: what is free changes by the second. */
function headersWith(setCookie: string | null): Record<string, string> {
  return { 'cache-control': 'no-store', ...(setCookie && { 'set-cookie': setCookie }) }
}
