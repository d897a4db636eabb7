/** /mentors/:slug/booking — what the booking dialog asks and sends, as JSON. The same without scripts is `book.tsx`. */
import { appContext } from '#server/context'
import { readPosted } from '#server/forms/form'
import type { Route } from './+types/booking'
import { bookFromForm, readOffer, statusOf } from './booking-offer.ts'

const NEVER_KEPT = { 'cache-control': 'no-store' } // What is free changes by the second.

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const offer = await readOffer(context.get(appContext), request, params.slug)
  return Response.json(offer, { status: offer ? 200 : 404, headers: NEVER_KEPT })
}

export async function action({ context, request }: Route.ActionArgs) {
  const held = await bookFromForm(context.get(appContext), await readPosted(request))
  if (!held.ok) return Response.json(held.error, { status: statusOf(held.error), headers: NEVER_KEPT })
  const { payUrl, payBefore } = held.value
  return Response.json({ payUrl, payBefore: payBefore.toISOString() }, { headers: NEVER_KEPT })
}
