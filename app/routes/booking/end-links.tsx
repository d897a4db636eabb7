/** /bookings/{reference}/links — ends every link emailed so far and emails a new one, after a question. */
import { data, Form, redirect, useNavigation, useParams } from 'react-router'
import { bookingSecret } from '#server/bookings/booking-link'
import { endLinks } from '#server/bookings/links/end-links'
import { appContext } from '#server/context'
import { BOOKING_PAGE, bookingLinkHeaders, requireMentee } from '#server/site/guards/booking-guard'
import * as m from '#messages/bookings'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { ResultPage } from '../../ui/bookings/results/result-page.tsx'
import type { Route } from './+types/end-links'

export { ClosedBooking as ErrorBoundary } from '../../ui/bookings/page/closed-booking.tsx'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  await requireMentee(context, request, params.reference)
  return data(null, { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { booking, guest } = await requireMentee(context, request, params.reference)
  const ended = await endLinks(app, booking.id)
  if (!ended.ok) {
    const headers = { ...BOOKING_PAGE, 'Retry-After': String(ended.error.retryAfter) }
    throw data('Too many attempts', { status: 429, headers })
  }
  // The requesting browser keeps access: its cookie holds one of those links.
  const secret = bookingSecret(app, { id: booking.id, ...ended.value })
  const headers = guest ? bookingLinkHeaders(app, booking, secret) : BOOKING_PAGE
  throw redirect(`/bookings/${params.reference}?links=ended`, { status: 303, headers })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function EndLinks() {
  const busy = useNavigation().state !== 'idle'
  const { reference } = useParams()
  return (
    <ResultPage title={m.resetLinksTitle()} finished={false}>
      <p className="text-lg">{m.resetLinksLead({ reference: reference ?? '' })}</p>
      <Form method="post" className="button-row">
        <Button type="submit" disabled={busy}>
          {busy ? m.endingLinks() : m.resetLinks()}
        </Button>
        <ButtonLink to={`/bookings/${reference}`} variant="secondary">
          {m.keepLinks()}
        </ButtonLink>
      </Form>
    </ResultPage>
  )
}
