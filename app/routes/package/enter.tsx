/**
 * /packages/{reference}/{secret} — the link of every email about a package. Exchanges the secret for a cookie and leads to its page,
 * so that the secret leaves the address bar. Opening it changes nothing else.
 */
import { BOOKING_PAGE } from '#server/site/guards/booking-guard'
import { enterPackage } from '#server/site/guards/package-guard'
import type { Route } from './+types/enter'

export { ClosedPackage as ErrorBoundary } from '../../ui/packages/closed-package.tsx'

export const loader = ({ context, request, params }: Route.LoaderArgs) => enterPackage(context, request, params)

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

/** Never shown: the loader redirects or throws. It makes this a page, whose refusals are pages too. */
export default function Enter() {
  return null
}
