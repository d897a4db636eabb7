/** /packages/{reference} — the page of a package, for its buyer. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { BOOKING_PAGE } from '#server/site/guards/booking-guard'
import { requirePackage } from '#server/site/guards/package-guard'
import { PackagePage } from '../../ui/packages/package-page.tsx'
import { readPackagePage } from '../../views/packages/package.ts'
import type { Route } from './+types/package'

export { ClosedPackage as ErrorBoundary } from '../../ui/packages/closed-package.tsx'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const bought = await requirePackage(context, request, params.reference)
  return data(await readPackagePage(context.get(appContext), bought), { headers: BOOKING_PAGE })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function Package({ loaderData }: Route.ComponentProps) {
  return <PackagePage page={loaderData} />
}
