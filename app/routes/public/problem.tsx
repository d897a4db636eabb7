/** /problem — where somebody lands when paying went wrong. With the hold's own secret it gives the time back. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { GivenUpPage } from '../../ui/bookings/results/released-page.tsx'
import { PRIVATE_PAGE } from '../../ui/bookings/results/result-page.tsx'
import type { Route } from './+types/problem'
import { giveUp } from '../../views/bookings/release-hold.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const given = await giveUp(context.get(appContext), request)
  if (given.state === 'paid') throw redirect(given.success, { headers: PRIVATE_PAGE })
  return data(given, { headers: PRIVATE_PAGE })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function Problem({ loaderData }: Route.ComponentProps) {
  return <GivenUpPage title="Something Went Wrong" why="The payment could not be made." given={loaderData} />
}
