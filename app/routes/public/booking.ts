/** /mentors/:slug/booking — what the booking dialog asks and sends, as JSON. The same without scripts is `book.tsx`. */
import { visitorOfPage } from '#server/browser'
import { appContext } from '#server/context'
import { readPosted } from '#server/forms/form'
import type { Route } from './+types/booking'
import { answerOf, bookFromForm, readOffer } from './booking-offer.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { visitor, setCookie } = visitorOfPage(context, request)
  const offer = await readOffer(context.get(appContext), request, params.slug, visitor.browser)
  return Response.json(offer, { status: offer ? 200 : 404, headers: headersWith(setCookie) })
}

export async function action({ context, request }: Route.ActionArgs) {
  const { visitor, setCookie } = visitorOfPage(context, request)
  const held = await bookFromForm(context.get(appContext), await readPosted(request), visitor)
  if (held.ok) return Response.json(held.value, { headers: headersWith(setCookie) })
  const { status, headers } = answerOf(held.error)
  return Response.json(held.error, { status, headers: { ...headersWith(setCookie), ...headers } })
}

/** Never kept: what is free changes by the second. */
function headersWith(setCookie: string | null): Record<string, string> {
  return { 'cache-control': 'no-store', ...(setCookie && { 'set-cookie': setCookie }) }
}
