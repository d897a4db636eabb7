/** /packages/{reference}/refund — asks with the exact sum, and refunds the sessions that are not booked. */
import { data, redirect } from 'react-router'
import { readShownSum } from '#server/bookings/cancellation/cancel-form'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { BOOKING_PAGE } from '#server/site/guards/booking-guard'
import { requirePackage } from '#server/site/guards/package-guard'
import { RefundPage } from '../../ui/packages/refund-page.tsx'
import { readRefundQuestion, refundByForm } from '../../views/packages/package.ts'
import type { Route } from './+types/refund'

export { ClosedPackage as ErrorBoundary } from '../../ui/packages/closed-package.tsx'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const bought = await requirePackage(context, request, params.reference)
  const question = await readRefundQuestion(context.get(appContext), bought)
  if (!question) throw redirect(`/packages/${params.reference}`, { headers: BOOKING_PAGE })
  return data(question, { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const bought = await requirePackage(context, request, params.reference)
  const shown = readShownSum(await readPosted(request))
  if (shown === null) throw data(null, { status: 400, headers: BOOKING_PAGE })
  const question = await refundByForm(context.get(appContext), bought, shown)
  if (!question) throw redirect(`/packages/${params.reference}`, { status: 303, headers: BOOKING_PAGE })
  return data({ question }, { status: 409, headers: BOOKING_PAGE })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  return <RefundPage question={actionData?.question ?? loaderData} changed={actionData !== undefined} />
}
