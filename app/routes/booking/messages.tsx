/** /bookings/{reference}/messages — the thread of a booking by itself, and where its form is sent. */
import { data, redirect } from 'react-router'
import { readMessageForm } from '#server/bookings/messages/form'
import { writeMessage } from '#server/bookings/messages/messages'
import { appContext } from '#server/context'
import { limitByNetwork } from '#server/accounts/sign-in/attempts'
import { BOOKING_PAGE, requireBooking } from '#server/site/guards/booking-guard'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import * as m from '#messages/bookings'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { BackToBooking } from '../../ui/bookings/page/back-to-booking.tsx'
import { ThreadPart } from '../../ui/bookings/page/thread.tsx'
import { createReader } from '../../views/bookings/page/people.ts'
import { readThread, refusalOfMessage } from '../../views/bookings/page/thread.ts'
import type { Route } from './+types/messages'

export { ClosedBooking as ErrorBoundary } from '../../ui/bookings/page/closed-booking.tsx'

/** From one network, for all bookings together. */
const WRITTEN = { network: { max: 60, minutes: 60 }, farNetwork: { max: 300, minutes: 60 } }

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const thread = await readThread(app, createReader(app, await requireBooking(context, request, params.reference)))
  if (!thread) throw redirect(`/bookings/${params.reference}`, { headers: BOOKING_PAGE })
  return data(thread, { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { booking, side } = await requireBooking(context, request, params.reference)
  const posted = await readPosted(request)
  const form = readMessageForm(posted)
  if (!form.ok && form.error['id']) throw data(null, { status: 400, headers: BOOKING_PAGE })
  const refuse = (refused: string, status: 422 | 429) => {
    const body = posted.get('body')
    return data({ typed: typeof body === 'string' ? body : '', refused }, { status, headers: BOOKING_PAGE })
  }
  if (!form.ok) return refuse(form.error['body'] ?? '', 422)
  const counted = await limitByNetwork(app, 'message', clientOfPage(context, request).client, WRITTEN)
  if (!counted.ok) return refuse(refusalOfMessage({ code: 'too_many' }), 429)
  const written = await writeMessage(app, { bookingId: booking.id, writer: side, ...form.value })
  if (written.ok) return redirect(`/bookings/${booking.reference}#messages`, { status: 303, headers: BOOKING_PAGE })
  return refuse(refusalOfMessage(written.error), written.error.code === 'too_many' ? 429 : 422)
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function Messages({ loaderData: thread, actionData }: Route.ComponentProps) {
  return (
    <div className="page py-6 md:py-10">
      <PageHead title={m.messagesPageTitle({ notSent: Boolean(actionData), name: thread.other })} />
      <div className="mx-auto grid max-w-[47.5rem] gap-5">
        <BackToBooking reference={thread.reference} />
        <h1 className="text-2xl">{m.messagesWith({ name: thread.other })}</h1>
        <ThreadPart thread={thread} {...(actionData && { typed: actionData.typed, refused: actionData.refused })} />
      </div>
    </div>
  )
}
