/** The packages that a mentor sells, in words, by the id of their session type. Server side. */
import type { App } from '#server/context'
import { listOfferedPackages } from '#server/mentors/packages/packages-queries'
import * as m from '#messages/packages'
import { formatMoney } from '#words/prices'
import type { OfferedPackage } from '../../ui/packages/package-offers.tsx'
import { formatEach } from './buy.ts'

export async function readPackageOffers(
  app: App,
  mentor: { id: string; slug: string },
): Promise<Map<string, OfferedPackage[]>> {
  const offered = await listOfferedPackages(app.db, { mentorId: mentor.id })
  return new Map(
    [...Map.groupBy(offered, ({ sessionTypeId }) => sessionTypeId)].map(([id, packages]) => [
      id,
      packages.map(({ sessions, price, currency }) => ({
        to: `/mentors/${mentor.slug}/package?session=${id}&sessions=${sessions}`,
        words: m.packageOffer({
          sessions,
          price: formatMoney(price, currency),
          each: formatEach(price, sessions, currency),
        }),
      })),
    ]),
  )
}
