/**
 * /cancel — the payment page sends people here who go back. With the secret of their hold in the address, it releases
 * the hold.
 */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import * as m from '#messages/bookings'
import { ReleasedPage } from '../../../ui/bookings/results/released-page.tsx'
import { PRIVATE_PAGE } from '../../../ui/bookings/results/result-page.tsx'
import type { Route } from './+types/cancel'
import { releaseHold } from '../../../views/bookings/release-hold.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const outcome = await releaseHold(context.get(appContext), request)
  if (outcome.state === 'elsewhere') throw redirect(outcome.to, { headers: PRIVATE_PAGE })
  return data(outcome, { headers: PRIVATE_PAGE })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function Cancel({ loaderData }: Route.ComponentProps) {
  return <ReleasedPage title={m.paymentCanceled()} why={m.paymentWasCanceled()} outcome={loaderData} />
}
