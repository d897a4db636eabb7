/** What can be booked of a mentor, and booking it. Server side, shared by the booking page and by what its dialog asks. */
import type { BookingError } from '#domain/booking'
import { HORIZON_DAYS } from '#domain/availability'
import { priceOf } from '#domain/mentor'
import { err, type Result } from '#domain/result'
import { DAY } from '#domain/time'
import type { App } from '#server/context'
import { findMentor } from '#server/db/mentors'
import { readBookingForm } from '#server/forms/booking'
import { holdSlot, type Held } from '#server/workflows/bookings'
import { readSlots } from '#server/workflows/slots'
import type { BookingOffer } from '../../ui/booking/offer.ts'
import type { Refusal } from '../../ui/booking/refusal.ts'
import { clockPlace, zoneOfCookie } from '../../ui/clock.ts'

/** Null when no accepted mentor has this slug. An unknown session is as good as none: the choice is shown. */
export async function readOffer(app: App, request: Request, slug: string): Promise<BookingOffer | null> {
  const mentor = await findMentor(app.db, slug)
  if (!mentor) return null
  const asked = new URL(request.url).searchParams.get('session')
  const session = mentor.sessionTypes.find(({ id }) => id === asked)
  const from = app.now()
  const to = new Date(from.getTime() + (HORIZON_DAYS + 1) * DAY)
  const offered = { mentorId: mentor.id, timeZone: mentor.time_zone, from, to }
  const slots = session && (await readSlots(app, { ...offered, minutes: session.minutes }))
  return {
    mentor: {
      slug: mentor.slug,
      name: mentor.name,
      picture: mentor.portrait,
      timeZone: mentor.time_zone,
      place: clockPlace(mentor.location, mentor.time_zone),
    },
    sessions: mentor.sessionTypes.map(({ id, title, minutes, description, price_pence }) => ({
      id,
      title,
      minutes,
      description,
      price: priceOf({ price: price_pence }, { price: mentor.price_pence }),
    })),
    session: session?.id ?? null,
    slots: slots?.map(({ startsAt, taken }) => ({ startsAt: startsAt.toISOString(), taken })) ?? null,
    zone: zoneOfCookie(request.headers.get('cookie')),
    horizonDays: HORIZON_DAYS,
  }
}

/** Holds what a posted form asks for. Throws only on outages of our own. */
export async function bookFromForm(app: App, form: FormData): Promise<Result<Held, Refusal>> {
  const read = readBookingForm(form)
  if (!read.ok) return err(refusalOfFields(read.error))
  const held = await holdSlot(app, read.value)
  return held.ok ? held : err(refusalOf(held.error))
}

/** A time or session that is none was not typed by anybody: no field shows it, another time has to be chosen. */
function refusalOfFields(fields: Record<string, string>): Refusal {
  if (fields['sessionTypeId']) return { code: 'session_type_not_found' }
  if (fields['startsAt']) return { code: 'slot_not_bookable' }
  return { code: 'invalid', fields }
}

function refusalOf(error: BookingError): Refusal {
  switch (error.code) {
    case 'slot_taken':
      return { code: 'slot_taken', alternatives: error.alternatives.map(({ startsAt }) => startsAt.toISOString()) }
    default:
      return error
  }
}

/** The HTTP status that says the same. */
export function statusOf(refusal: Refusal): number {
  switch (refusal.code) {
    case 'invalid':
      return 400
    case 'session_type_not_found':
      return 404
    case 'slot_taken':
    case 'price_changed':
      return 409
    case 'slot_not_bookable':
      return 422
    case 'payments_unavailable':
      return 502
    default:
      return 500
  }
}
