/** /bookings/{reference}/proposal — the mentee takes one of the times that the mentor proposes, or everything goes back. */
import { data, redirect } from 'react-router'
import { readAnswerForm } from '#server/bookings/session-moves/form'
import { declineProposal, takeOfferedTime } from '#server/bookings/session-moves/proposals'
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireMentee } from '#server/site/guards/booking-guard'
import { readPosted } from '#server/platform/http/form'
import * as m from '#messages/bookings'
import { ProposalPage } from '../../../ui/bookings/page/moving/proposal-page.tsx'
import { createReader } from '../../../views/bookings/page/people.ts'
import { readProposal } from '../../../views/bookings/page/proposal.ts'
import type { Route } from './+types/proposal'

export { ClosedBooking as ErrorBoundary } from '../../../ui/bookings/page/closed-booking.tsx'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const opened = await requireMentee(context, request, params.reference)
  return data(await readProposal(app, createReader(app, opened)), { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { booking } = await requireMentee(context, request, params.reference)
  const form = readAnswerForm(await readPosted(request))
  if (!form.ok) throw data(null, { status: 400, headers: BOOKING_PAGE })
  const { proposal: proposalId, at } = form.value
  const answer = { id: booking.id, proposalId }
  const done = at ? await takeOfferedTime(app, { ...answer, startsAt: at }) : await declineProposal(app, answer)
  if (done.ok) return redirect(`/bookings/${booking.reference}`, { status: 303, headers: BOOKING_PAGE })
  return data({ refused: REFUSALS[done.error.code]() }, { status: 409, headers: BOOKING_PAGE })
}

const REFUSALS = {
  over: m.proposalOver,
  slot_taken: m.offeredTimeTaken,
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function Proposal({ loaderData, actionData }: Route.ComponentProps) {
  return <ProposalPage view={loaderData} refused={actionData?.refused ?? null} />
}
