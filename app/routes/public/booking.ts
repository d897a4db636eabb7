/** /mentors/:slug/booking — what the booking dialog asks and sends, as JSON. The same without scripts is `book.tsx`. */
import { clientOfPage } from '#server/http/client'
import { appContext } from '#server/context'
import { readPosted } from '#server/http/form'
import { currentSession } from '#server/http/guards'
import type { Route } from './+types/booking'
import { answerOf, bookFromForm, readOffer } from '../../views/bookings/booking-offer.ts'

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
  const held = await bookFromForm(context.get(appContext), await readPosted(request), client, accountId)
  if (held.ok) return Response.json(held.value, { headers: headersWith(setCookie) })
  const { status, headers } = answerOf(held.error)
  return Response.json(held.error, { status, headers: { ...headersWith(setCookie), ...headers } })
}

/** Never kept: what is free changes by the second. */
function headersWith(setCookie: string | null): Record<string, string> {
  return { 'cache-control': 'no-store', ...(setCookie && { 'set-cookie': setCookie }) }
}
