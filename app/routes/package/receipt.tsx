/** /packages/{reference}/receipt — what was paid for a package and what went back, to be printed. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { BOOKING_PAGE } from '#server/site/guards/booking-guard'
import { requirePackage } from '#server/site/guards/package-guard'
import { ReceiptPage } from '../../ui/bookings/page/receipt-page.tsx'
import documentStyles from '../../ui/tax-documents/document.css?url'
import { readPackageReceipt } from '../../views/packages/package.ts'
import type { Route } from './+types/receipt'

export { ClosedPackage as ErrorBoundary } from '../../ui/packages/closed-package.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: documentStyles }]

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const bought = await requirePackage(context, request, params.reference)
  const part = await readPackageReceipt(context.get(appContext), bought)
  if (!part) throw data('No document is issued', { status: 404, headers: BOOKING_PAGE })
  return data(part, { headers: BOOKING_PAGE })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function PackageReceipt({ loaderData }: Route.ComponentProps) {
  return <ReceiptPage part={loaderData} />
}
