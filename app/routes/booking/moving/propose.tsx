/** /bookings/{reference}/propose — the mentor proposes other times, or withdraws them. */
import { data, redirect } from 'react-router'
import { readTypedTimes, readWithdrawForm, typedTimes } from '#server/bookings/session-moves/form'
import { proposeTimes, withdrawProposal } from '#server/bookings/session-moves/proposals'
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireBookingMentor } from '#server/site/guards/booking-guard'
import { readPosted } from '#server/platform/http/form'
import * as m from '#messages/bookings'
import { ProposePage } from '../../../ui/bookings/page/moving/propose-page.tsx'
import { createReader } from '../../../views/bookings/page/people.ts'
import { readPropose, refusalOfProposal } from '../../../views/bookings/page/proposal.ts'
import type { Route } from './+types/propose'

export { ClosedBooking as ErrorBoundary } from '../../../ui/bookings/page/closed-booking.tsx'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const opened = await requireBookingMentor(context, request, params.reference)
  return data(await readPropose(app, createReader(app, opened)), { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const opened = await requireBookingMentor(context, request, params.reference)
  const { booking } = opened
  const form = await readPosted(request)
  const done = redirect(`/bookings/${booking.reference}`, { status: 303, headers: BOOKING_PAGE })
  const withdrawn = readWithdrawForm(form)
  if (withdrawn.ok) {
    await withdrawProposal(app, { id: booking.id, proposalId: withdrawn.value.withdraw }) // What is over stays over.
    return done
  }
  const typed = typedTimes(form)
  if (!form.has('times.0.date')) throw data(null, { status: 400, headers: BOOKING_PAGE })
  const refuse = (row: number | null, words: string) =>
    data({ typed, row, words }, { status: 422, headers: BOOKING_PAGE })
  const times = readTypedTimes(typed, createReader(app, opened).people.own.clock.timeZone)
  if (!times.ok) return refuse(times.error.row, m.enterDateAndTime())
  const made = await proposeTimes(app, { id: booking.id, times: times.value.map(({ at }) => at) })
  if (made.ok) return done
  const row = 'place' in made.error ? (times.value[made.error.place]?.row ?? null) : null
  return refuse(row, refusalOfProposal(made.error))
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function Propose({ loaderData, actionData }: Route.ComponentProps) {
  return <ProposePage view={loaderData} refused={actionData ?? null} />
}
