/** /bookings/{reference}/feedback — each side gives feedback on the session; the mentor can reply to what is published. Only a POST changes anything. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireBooking } from '#server/site/guards/booking-guard'
import { readPosted } from '#server/platform/http/form'
import { AfterFormPage } from '../../ui/bookings/after-session/after-form-page.tsx'
import { postAfterForm, readAfterForm } from '../../views/bookings/after-session/after-forms.ts'
import type { Route } from './+types/feedback'

export { ClosedBooking as ErrorBoundary } from '../../ui/bookings/page/closed-booking.tsx'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const opened = await requireBooking(context, request, params.reference)
  return data(await readAfterForm(context.get(appContext), opened, 'feedback'), { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const opened = await requireBooking(context, request, params.reference)
  const form = await readPosted(request)
  const refused = await postAfterForm({ context, request, opened, form }, 'feedback')
  if (refused) return data(refused.result, { status: refused.status, headers: BOOKING_PAGE })
  throw redirect(`/bookings/${params.reference}`, { status: 303, headers: BOOKING_PAGE })
}

export function headers({ loaderHeaders, actionHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? (actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders)
}

export default function Feedback({ loaderData, actionData }: Route.ComponentProps) {
  return <AfterFormPage view={loaderData} result={actionData ?? null} />
}
