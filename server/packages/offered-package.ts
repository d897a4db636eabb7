/** A package as it can be bought now. */
import { checkPackagePrice } from '#domain/packages/package'
import { priceOf } from '#domain/mentors/mentor'
import type { MinorUnits } from '#domain/payments/money'
import type { App } from '#server/context'
import { isPriceAllowed } from '#server/bookings/holds/hold-request'
import { listOfferedPackages } from '#server/mentors/packages/packages-queries'
import { findSessionType } from '#server/mentors/queries'

type SessionType = NonNullable<Awaited<ReturnType<typeof findSessionType>>>

/** `single`: what one session costs. */
export type PackageOnOffer = { sessionType: SessionType; sessions: number; price: MinorUnits; single: MinorUnits }

/** Null for a session type or number of sessions that is not on offer, or whose price has become no reduction. */
export async function findOfferedPackage(
  app: App,
  { sessionTypeId, sessions }: { sessionTypeId: string; sessions: number },
): Promise<PackageOnOffer | null> {
  const sessionType = await findSessionType(app.db, { id: sessionTypeId, browserHash: null })
  if (!sessionType) return null
  const { mentorId, currency } = sessionType
  const offered = await listOfferedPackages(app.db, { mentorId, sessionTypeId })
  const found = offered.find((each) => each.sessions === sessions)
  const single = priceOf({ price: sessionType.pricePence }, { price: sessionType.mentorPrice })
  if (!found || !isPriceAllowed(app, { amount: single, currency })) return null
  const { price } = found
  return checkPackagePrice({ price, sessions, single, currency }) ? null : { sessionType, sessions, price, single }
}
