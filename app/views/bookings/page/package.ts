/** Which package a session was booked with, as the head of its page says it. Server side. */
import { isFromPackage } from '#server/bookings/queries'
import type { App } from '#server/context'
import { findPlaceInPackage } from '#server/packages/packages-queries'
import * as m from '#messages/bookings'
import type { PackageLine } from '../../../ui/bookings/page/page-parts.ts'
import type { Reader } from './people.ts'

/**
 * Null for a session that was not paid with a package. Sessions have the numbers of the package's own page.
 *
 * @param to The package's page, if the reader may open it.
 */
export async function readPackageLine(
  app: App,
  { booking, side, people }: Reader,
  to: string | null,
): Promise<PackageLine> {
  if (!isFromPackage(booking)) return null
  const place = await findPlaceInPackage(app.db, booking.id)
  if (side === 'mentee') return { text: place ? m.packageSession(place) : m.bookedWithPackage(), to }
  const { firstName: name } = people.other
  return { text: place ? m.packageSessionOf({ ...place, name }) : m.bookedWithPackageOf({ name }), to }
}
