/** Packages for the email with the links to all bookings of an address. */
import type { ListLinks } from '#server/bookings/links/render-mail'
import { packageLink } from '#server/packages/package-link'
import { listPackagesOfAddress, type BoughtPackage } from '#server/packages/packages-queries'
import * as m from '#messages/packages'
import { dayAndYearIn } from '#words/time'

export const listPackageLinks: ListLinks = async (app, address, limit) =>
  (await listPackagesOfAddress(app.db, address, limit)).map((bought) => ({
    ...bought,
    link: {
      reference: bought.reference,
      is: 'Package',
      words: formatPackage(bought),
      url: packageLink(app, bought),
    },
  }))

/** "3 sessions: First ninety days with Ananya Rao, to Tuesday 7 January 2031" */
const formatPackage = ({ sessions, sessionTitle: title, mentorName: name, startsAt, menteeTimeZone }: BoughtPackage) =>
  m.linkedPackage({ sessions, title, name, end: dayAndYearIn(startsAt, menteeTimeZone) })
