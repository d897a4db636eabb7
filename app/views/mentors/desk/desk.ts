/** What every page of a mentor's desk is made of. Server side. */
import { HORIZON_DAYS, type Availability } from '#domain/bookings/availability'
import type { HoursContext } from '#domain/bookings/hours'
import { DAY_MS, wallTimeAt } from '#domain/time/wall-time'
import { zoneCity } from '#domain/time/zone'
import type { App } from '#server/context'
import { listTakenTime, readAvailability } from '#server/mentors/availability/availability-queries'
import { listBookingsOfMentor, type DeskBooking } from '#server/bookings/desk-queries'
import { findMentorForDesk } from '#server/mentors/desk-queries'
import { countryName } from '#server/platform/reference/countries'
import { listZonePlaces } from '#server/platform/reference/zones'
import { describeClockPlace } from '#server/platform/reference/locations'
import { zoneOfCookie } from '../../../ui/time/clock.ts'

/** The head of the desk: who it belongs to, and on which clock. */
export async function readDeskHead(app: App, mentorId: string) {
  return describeHead(await findMentorForDesk(app.db, mentorId))
}

function describeHead({
  name,
  portrait,
  slug,
  status,
  location,
  timeZone,
}: Awaited<ReturnType<typeof findMentorForDesk>>) {
  return { name, portrait, slug, paused: status === 'paused', place: describeClockPlace(location, timeZone) }
}

/** `saved`: the hours. `today`: the date on the mentor's clock. `clock`: the zone beside theirs. */
export type Desk = {
  mentor: Awaited<ReturnType<typeof findMentorForDesk>>
  head: ReturnType<typeof describeHead>
  saved: Availability
  today: string
  context: HoursContext
  bookings: DeskBooking[]
  clock: string
}

/** `since`: the first instant of which bookings are wanted; by default eight days ago, within the week that is shown. */
export async function readDesk(app: App, request: Request, mentorId: string, since?: Date): Promise<Desk> {
  const now = app.now()
  const [mentor, saved] = [await findMentorForDesk(app.db, mentorId), await readAvailability(app.db, mentorId)]
  if (!saved) throw new Error(`No mentor ${mentorId}`)
  const until = new Date(now.getTime() + (HORIZON_DAYS.max + 15) * DAY_MS)
  const from = since ?? new Date(now.getTime() - 8 * DAY_MS)
  const taken = await listTakenTime(app.db, [mentorId], { from: now, to: until })
  const { claims, busy } = taken.get(mentorId) ?? { claims: [], busy: [] }
  const bookings = await listBookingsOfMentor(app.db, mentorId, { from, to: until, now })
  return {
    mentor,
    head: describeHead(mentor),
    saved,
    today: wallTimeAt(now, saved.timeZone).date,
    context: { kinds: mentor.kinds, claims, busy, now },
    bookings,
    clock: secondClock(request, saved.timeZone, bookings, mentor.fromCountry, now),
  }
}

/**
 * The zone beside the mentor's: of the mentee who comes next, else of the country that the mentor came from, else of
 * this browser.
 */
function secondClock(
  request: Request,
  own: string,
  bookings: DeskBooking[],
  country: string | null,
  now: Date,
): string {
  const differs = (zone: string | null | undefined): zone is string => Boolean(zone) && zone !== own
  const name = country && countryName(country)
  const coming = bookings.filter(({ status, startsAt }) => status === 'confirmed' && startsAt > now)
  const zones = [
    coming.find(({ menteeTimeZone }) => differs(menteeTimeZone))?.menteeTimeZone,
    listZonePlaces().find((place) => place.country === name)?.zone,
    zoneOfCookie(request.headers.get('cookie')),
  ]
  return zones.find(differs) ?? 'UTC'
}

/** The name of a second clock. */
export const formatPlace = (zone: string): string => (zone === 'UTC' ? 'UTC' : zoneCity(zone))
