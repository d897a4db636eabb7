/** /packages/bought — the payment page sends people here who have paid for a package. It settles what already happened. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { PRIVATE_PAGE } from '../../../ui/bookings/results/result-page.tsx'
import { BoughtPage } from '../../../ui/packages/bought-page.tsx'
import { readBought } from '../../../views/packages/bought.ts'
import type { Route } from './+types/bought-package'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { client } = clientOfPage(context, request)
  const checkoutId = new URL(request.url).searchParams.get('session_id')
  return data(await readBought(context.get(appContext), checkoutId, client), { headers: PRIVATE_PAGE })
}

export const headers = () => PRIVATE_PAGE

export default function BoughtPackage({ loaderData }: Route.ComponentProps) {
  return <BoughtPage view={loaderData} />
}
