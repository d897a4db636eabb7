/** /bookings/{reference}/cancel — asks with the exact refund, and cancels. Then the booking's page says what became of it. */
import { data, redirect } from 'react-router'
import { readCancelMessage, readShownSum } from '#server/bookings/cancellation/cancel-form'
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireBooking } from '#server/site/guards/booking-guard'
import { readPosted } from '#server/platform/http/form'
import bookingStyles from '../../ui/bookings/page/booking-page.css?url'
import { CancelPage, type TypedMessage } from '../../ui/bookings/page/cancel-page.tsx'
import { cancelByForm, readCancelQuestion } from '../../views/bookings/page/cancel.ts'
import type { Route } from './+types/cancel'

export { ClosedBooking as ErrorBoundary } from '../../ui/bookings/page/closed-booking.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: bookingStyles }]

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const opened = await requireBooking(context, request, params.reference)
  const question = await readCancelQuestion(context.get(appContext), opened)
  if (!question) throw redirect(`/bookings/${params.reference}`, { headers: BOOKING_PAGE })
  return data(question, { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const opened = await requireBooking(context, request, params.reference)
  const app = context.get(appContext)
  const form = await readPosted(request)
  const shown = readShownSum(form)
  if (shown === null) throw data(null, { status: 400, headers: BOOKING_PAGE })
  const given = form.get('message')
  const typed: TypedMessage = { message: typeof given === 'string' ? given : '' }
  const message = readCancelMessage(form)
  const question = message.ok
    ? await cancelByForm(app, opened, { shown, message: message.value.message })
    : await readCancelQuestion(app, opened)
  if (!question) throw redirect(`/bookings/${params.reference}`, { status: 303, headers: BOOKING_PAGE })
  const result = message.ok
    ? { question, changed: true, typed }
    : { question, changed: false, typed: { ...typed, error: message.error['message'] } }
  return data(result, { status: message.ok ? 409 : 400, headers: BOOKING_PAGE })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function Cancel({ loaderData, actionData }: Route.ComponentProps) {
  return <CancelPage {...(actionData ?? { question: loaderData, changed: false, typed: undefined })} />
}
