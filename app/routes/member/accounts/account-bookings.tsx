/** /account/bookings — the bookings of an account. Each leads to its own page. */
import { appContext } from '#server/context'
import { requireAccount } from '#server/site/guards/account-guards'
import * as m from '#messages/accounts'
import { AccountFrame, AccountPart } from '../../../ui/accounts/account-frame.tsx'
import { OwnBookings } from '../../../ui/accounts/own-bookings.tsx'
import type { Route } from './+types/account-bookings'
import { readOwnBookings } from '../../../views/accounts/own-bookings.ts'
import { ownZone, zoneName } from '../../../views/accounts/own-zone.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAccount(context, request)
  const zone = ownZone(request, session)
  return {
    zone,
    place: zoneName(zone),
    bookings: await readOwnBookings(context.get(appContext), session.accountId, zone),
  }
}

export default function AccountBookings({ loaderData: { zone, place, bookings } }: Route.ComponentProps) {
  return (
    <AccountFrame title={m.myBookings()}>
      <AccountPart id="bookings" title={m.sessionsAndCohorts()} hint={m.timesArePlace({ place })}>
        <OwnBookings {...bookings} zone={zone} />
      </AccountPart>
    </AccountFrame>
  )
}
