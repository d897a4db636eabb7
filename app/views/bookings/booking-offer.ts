/**
 * What can be booked of a mentor, and booking it. Server side, shared by the booking page and by what its dialog asks.
 */
import { mentorZoneAt, type Availability } from '#domain/bookings/availability'
import type { BookingError } from '#domain/bookings/booking'
import { priceOf } from '#domain/mentors/mentor'
import { err, ok, type Result } from '#domain/result'
import { clockChanges, DAY_MS, minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { readAvailability } from '#server/bookings/availability/availability-queries'
import { findMentor } from '#server/mentors/queries'
import { readBookingForm } from '#server/bookings/form'
import { holdSlot } from '#server/bookings/hold'
import type { BookingClient } from '#server/bookings/hold-request'
import { readCurrentHold } from '#server/bookings/current-hold'
import { readSlots } from '#server/bookings/availability/slots'
import type { BookingOffer, SlotOffer } from '../../ui/bookings/offer.ts'
import type { HeldAnswer } from '../../ui/bookings/payment.ts'
import type { Refusal } from '../../ui/bookings/booking-problem.ts'
import { statusOf, type ProblemCode } from '#server/http/problem'
import { clockPlace, zoneOfCookie } from '../../ui/time/clock.ts'

/** Where somebody waits who has asked for a free session: on this page's own host, which knows their browser. */
const CONFIRM = '/confirm'

/** Null when no accepted mentor has this slug. An unknown session is as good as none: the choice is shown. */
export async function readOffer(
  app: App,
  request: Request,
  slug: string,
  browser: string,
): Promise<BookingOffer | null> {
  const mentor = await findMentor(app.db, slug)
  if (!mentor) return null
  const now = app.now()
  const asked = new URL(request.url).searchParams.get('session')
  const session = mentor.sessionTypes.find(({ id }) => id === asked)
  const availability = session ? await readAvailability(app.db, mentor.id) : null
  const own = await readCurrentHold(app, browser, mentor.id)
  const span = { from: now, to: new Date(now.getTime() + (mentor.horizon_days + 1) * DAY_MS) }
  const free = session !== undefined && (session.price_pence ?? mentor.price_pence) === 0
  const held = own?.startsAt ?? null
  const offered = { mentorId: mentor.id, minutes: session?.minutes ?? 0, free, availability, held }
  const slots =
    session && availability ? (await readSlots(app, { ...offered, ...span })).map(slotIn(availability)) : null
  const zone = zoneOfCookie(request.headers.get('cookie'))
  const zones = new Set([
    zone ?? mentor.time_zone,
    mentor.time_zone,
    ...(slots ?? []).flatMap((slot) => slot.zone ?? []),
  ])
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
    slots,
    own: own && {
      at: own.startsAt.toISOString(),
      payUrl: own.payUrl ?? CONFIRM,
      payBefore: own.payBefore.toISOString(),
      free: own.payUrl === null,
    },
    zone,
    horizonDays: mentor.horizon_days,
    minutesHeld: app.config.CHECKOUT_MINUTES,
    now: now.toISOString(),
    clockChanges: slots ? changesOf([...zones], now, span.to) : {},
  }
}

/** A mentor who travels has another clock at some of their slots. */
const slotIn =
  (availability: Availability) =>
  ({ startsAt, taken }: { startsAt: Date; taken: boolean }): SlotOffer => {
    const zone = mentorZoneAt(availability, startsAt)
    return { startsAt: startsAt.toISOString(), taken, ...(zone !== availability.timeZone && { zone }) }
  }

/** Every change that can matter for one of the slots, by zone. */
function changesOf(zones: string[], now: Date, to: Date): BookingOffer['clockChanges'] {
  const [from, until] = [new Date(now.getTime() - 7 * DAY_MS), new Date(to.getTime() + 7 * DAY_MS)]
  return Object.fromEntries(
    zones.map((zone) => [
      zone,
      clockChanges(zone, from, until).map(({ at, minutes }) => ({ at: at.toISOString(), minutes })),
    ]),
  )
}

/** Holds what a posted form asks for. Throws only on outages of our own. */
export async function bookFromForm(
  app: App,
  form: FormData,
  client: BookingClient,
  accountId: string | null,
): Promise<Result<HeldAnswer, Refusal>> {
  const read = readBookingForm(form)
  if (!read.ok) return err(refusalOfFields(read.error))
  const held = await holdSlot(app, read.value, client, accountId)
  if (!held.ok) return err(refusalOf(held.error, app.now()))
  const { checkoutId, payUrl, payBefore } = held.value
  const free = checkoutId === null
  return ok({ payUrl: free ? CONFIRM : payUrl, payBefore: payBefore.toISOString(), free })
}

/** A time or session that is none was not typed by anybody: no field shows it, another time has to be chosen. */
function refusalOfFields(fields: Record<string, string>): Refusal {
  if (fields['sessionTypeId']) return { code: 'session_type_not_found' }
  if (fields['startsAt']) return { code: 'slot_not_bookable' }
  return { code: 'invalid', fields }
}

function refusalOf(error: BookingError, now: Date): Refusal {
  switch (error.code) {
    case 'slot_taken':
      return { code: 'slot_taken', alternatives: error.alternatives.map(({ startsAt }) => startsAt.toISOString()) }
    case 'too_many_holds':
      return { ...error, until: minutesAfter(now, error.retryAfter / 60).toISOString() }
    case 'already_paid':
      return { code: 'already_paid', success: `/success?session_id=${error.checkoutId}` }
    default:
      return error
  }
}

/** The HTTP status and headers of a refusal. */
export function answerOf(refusal: Refusal): { status: number; headers: Record<string, string> } {
  const headers: Record<string, string> =
    refusal.code === 'too_many_holds' ? { 'Retry-After': String(refusal.retryAfter) } : {}
  return { status: statusOf(PROBLEMS[refusal.code]), headers }
}

/** The same refusals as problems of the API, which have the same statuses. */
const PROBLEMS: Record<Refusal['code'], ProblemCode> = {
  invalid: 'invalid',
  session_type_not_found: 'not_found',
  slot_taken: 'slot_taken',
  price_changed: 'price_changed',
  already_paid: 'already_paid',
  slot_not_bookable: 'slot_not_bookable',
  too_many_holds: 'too_many_holds',
  payments_unavailable: 'payments_unavailable',
  unreachable: 'internal', // Only the browser says this one and the next.
  failed: 'internal',
}
