/** /packages/{reference}/erase — says what erasing a guest does, and does it. Afterwards no link opens the package. */
import { data, redirect } from 'react-router'
import { readShownSum } from '#server/bookings/cancellation/cancel-form'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { BOOKING_PAGE } from '#server/site/guards/booking-guard'
import { requirePackage } from '#server/site/guards/package-guard'
import { ErasePage } from '../../ui/bookings/page/erase-page.tsx'
import { eraseByForm } from '../../views/bookings/page/erase.ts'
import { readPackageEraseQuestion } from '../../views/packages/package.ts'
import type { Route } from './+types/erase'

export { ClosedPackage as ErrorBoundary } from '../../ui/packages/closed-package.tsx'

/** A member's packages are erased with the account. */
const OF_ACCOUNT = '/account/leave'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const bought = await requirePackage(context, request, params.reference)
  if (bought.accountId) throw redirect(OF_ACCOUNT, { headers: BOOKING_PAGE })
  return data(await readPackageEraseQuestion(context.get(appContext), bought), { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const bought = await requirePackage(context, request, params.reference)
  if (bought.accountId) throw redirect(OF_ACCOUNT, { status: 303, headers: BOOKING_PAGE })
  const shown = readShownSum(await readPosted(request))
  if (shown === null) throw data(null, { status: 400, headers: BOOKING_PAGE })
  const refused = await eraseByForm(context.get(appContext), bought, shown)
  if (refused) return data({ refused }, { status: 409, headers: BOOKING_PAGE })
  throw redirect('/erased', { status: 303, headers: BOOKING_PAGE })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function Erase({ loaderData, actionData }: Route.ComponentProps) {
  return <ErasePage question={loaderData} refused={actionData?.refused ?? null} />
}
