/** What can be booked with a mentor, for the booking page and the booking dialog. */
import { mentorZoneAt, type Availability } from '#domain/bookings/availability'
import { adviceFor } from '#domain/mentors/advice'
import { priceOf } from '#domain/mentors/mentor'
import { clockChanges, DAY_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { findCallingCode } from '#server/platform/reference/calling-codes'
import { readAvailability } from '#server/mentors/availability/availability-queries'
import { findMentor } from '#server/mentors/queries'
import { readCurrentHold } from '#server/bookings/holds/current-hold'
import { readSlots } from '#server/mentors/availability/slots'
import { describeClockPlace } from '#server/platform/reference/locations'
import { aboutPart, describeRates } from '#words/about-price'
import { toMinorUnits } from '#domain/payments/money'
import { POLICY_SENTENCES } from '#words/bookings/policies'
import { describeAdvice } from '#words/mentors/advice'
import { readAdvice } from '../mentors/advice.ts'
import type { BookingOffer, SlotOffer } from '../../ui/bookings/offer.ts'
import { zoneOfCookie } from '../../ui/time/clock.ts'
import { langAttributesFor } from '../site/lang-attributes.ts'
import { readPackageOffers } from '../packages/offers.ts'
import { aboutPricesFor } from '../payments/shown-currency.ts'
import { localPath } from '#words/local-path'
import { CONFIRM_PAGE } from './hold-from-form.ts'

/**
 * Null when no accepted mentor has this slug. An unknown session in the address counts as none: the choice is shown.
 * `browser` is the secret of the browser's cookie, which finds its current hold.
 */
export async function readOffer(
  app: App,
  request: Request,
  slug: string,
  browser: string,
): Promise<BookingOffer | null> {
  const mentor = await findMentor(app.db, slug)
  if (!mentor) return null
  const now = app.now()
  const sessionId = new URL(request.url).searchParams.get('session')
  const session = mentor.sessionTypes.find(({ id }) => id === sessionId)
  const availability = session ? await readAvailability(app.db, mentor.id) : null
  const hold = await readCurrentHold(app, browser, mentor.id)
  const span = { from: now, to: new Date(now.getTime() + (mentor.horizonDays + 1) * DAY_MS) }
  const free = session !== undefined && (session.pricePence ?? mentor.pricePence) === 0
  const held = hold?.startsAt ?? null
  const offered = { mentorId: mentor.id, minutes: session?.minutes ?? 0, free, availability, held }
  const slots =
    session && availability ? (await readSlots(app, { ...offered, ...span })).map(slotOfferIn(availability)) : null
  const zone = zoneOfCookie(request.headers.get('cookie'))
  const callingCode = zone && findCallingCode(zone)
  const { currency } = mentor
  const about = aboutPricesFor(app, request)
  const packages = await readPackageOffers(app, mentor)
  const notice = describeAdvice(adviceFor(readAdvice(app), mentor.moves[0]?.toCountry ?? null))
  const zones = new Set([zone ?? mentor.timeZone, mentor.timeZone, ...(slots ?? []).flatMap((slot) => slot.zone ?? [])])
  return {
    mentor: {
      slug: mentor.slug,
      name: mentor.name,
      picture: mentor.portrait,
      timeZone: mentor.timeZone,
      place: describeClockPlace(mentor.location, mentor.timeZone),
    },
    sessions: mentor.sessionTypes.map(({ id, title, minutes, description, leaveWith, touchesVisas, pricePence }) => {
      const price = priceOf({ price: pricePence }, { price: mentor.pricePence })
      const notes = { ...(leaveWith && { leaveWith }), ...(touchesVisas && { notice }) }
      const offered = packages.get(id)
      const sold = { price, currency, ...aboutPart(about, price, currency), ...(offered && { packages: offered }) }
      return { id, title, minutes, description, ...notes, ...sold }
    }),
    ...langAttributesFor(mentor.textsLanguage),
    session: session?.id ?? null,
    slots,
    own: hold && {
      at: hold.startsAt.toISOString(),
      payUrl: hold.linkPage ? localPath(hold.linkPage) : (hold.payUrl ?? localPath(CONFIRM_PAGE)),
      payBefore: hold.payBefore.toISOString(),
      free: hold.payUrl === null,
      byLink: hold.linkPage !== null,
    },
    zone,
    ...(callingCode && { callingCode }),
    ...(about(toMinorUnits(1), currency) !== undefined && { rates: describeRates(app.rates) }),
    policy: mentor.cancelPolicy,
    refundRule: POLICY_SENTENCES[mentor.cancelPolicy](),
    horizonDays: mentor.horizonDays,
    acceptsLinks: mentor.acceptsPaymentLinks,
    minutesHeld: app.config.CHECKOUT_MINUTES,
    now: now.toISOString(),
    clockChanges: slots ? listClockChanges([...zones], now, span.to) : {},
  }
}

/** Names the zone of a slot at which the mentor is travelling. */
export const slotOfferIn =
  (availability: Availability) =>
  ({ startsAt, taken }: { startsAt: Date; taken: boolean }): SlotOffer => {
    const zone = mentorZoneAt(availability, startsAt)
    return { startsAt: startsAt.toISOString(), taken, ...(zone !== availability.timeZone && { zone }) }
  }

/** Clock changes up to a week before or after the slots, by zone. */
export function listClockChanges(zones: string[], now: Date, to: Date): BookingOffer['clockChanges'] {
  const [from, until] = [new Date(now.getTime() - 7 * DAY_MS), new Date(to.getTime() + 7 * DAY_MS)]
  return Object.fromEntries(
    zones.map((zone) => [
      zone,
      clockChanges(zone, from, until).map(({ at, minutes }) => ({ at: at.toISOString(), minutes })),
    ]),
  )
}
