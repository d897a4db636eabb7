/** What /packages/{reference}/book shows: the times at which a session of the package can be booked, and booking one. Server side. */
import { DAY_MS } from '#domain/time/wall-time'
import { zoneCity } from '#domain/time/zone'
import { bookingPath } from '#server/bookings/booking-link'
import type { BookingClient } from '#server/bookings/holds/hold-request'
import { findBooking } from '#server/bookings/queries'
import type { App } from '#server/context'
import { readAvailability } from '#server/mentors/availability/availability-queries'
import { readSlots } from '#server/mentors/availability/slots'
import { bookWithCredit, type CreditError } from '#server/packages/book-session'
import { readCreditForm } from '#server/packages/form'
import type { BoughtPackage } from '#server/packages/packages-queries'
import { describeClockPlace } from '#server/platform/reference/locations'
import * as m from '#messages/packages'
import type { BookSessionView } from '../../ui/packages/book-session-page.tsx'
import { listClockChanges, slotOfferIn } from '../bookings/booking-offer.ts'

/** `zone`: the browser's, if it is known. Null: the mentor takes no bookings. */
export async function readBookSession(
  app: App,
  bought: BoughtPackage,
  zone: string | null,
): Promise<BookSessionView | null> {
  const availability = bought.mentorStatus === 'accepted' ? await readAvailability(app.db, bought.mentorId) : null
  if (!availability) return null
  const now = app.now()
  const to = new Date(Math.min(now.getTime() + (availability.horizonDays + 1) * DAY_MS, bought.startsAt.getTime()))
  const { mentorId, minutes, sessionTypeId: id } = bought
  const found = await readSlots(app, { mentorId, minutes, free: false, availability, held: null, from: now, to })
  const slots = found.filter(({ startsAt }) => startsAt < bought.startsAt).map(slotOfferIn(availability))
  const own = zone ?? bought.menteeTimeZone
  const { timeZone, horizonDays } = availability
  const zones = new Set([own, timeZone, ...slots.flatMap((slot) => slot.zone ?? [])])
  return {
    reference: bought.reference,
    clock: { timeZone: own, place: zoneCity(own) },
    offer: {
      mentor: {
        slug: bought.mentorSlug,
        name: bought.mentorName,
        picture: bought.mentorPortrait,
        timeZone,
        place: describeClockPlace(bought.mentorLocation, timeZone),
      },
      sessions: [
        {
          id,
          title: bought.sessionTitle,
          minutes,
          description: '',
          price: bought.pricePence,
          currency: bought.currency,
        },
      ],
      session: id,
      slots,
      own: null,
      acceptsLinks: false,
      zone: own,
      policy: bought.cancelPolicy,
      refundRule: '',
      horizonDays,
      minutesHeld: 0,
      now: now.toISOString(),
      clockChanges: listClockChanges([...zones], now, to),
    },
  }
}

/** Where the session's page is, or why nothing was booked. Null: no form of ours. */
export async function bookSessionByForm(
  app: App,
  bought: BoughtPackage,
  form: FormData,
  { client, zone }: { client: BookingClient; zone: string | null },
): Promise<{ to: string } | { problem: string } | null> {
  const read = readCreditForm(form)
  if (!read.ok) return null
  const { at: startsAt, topic } = read.value
  const booked = await bookWithCredit(app, { packageId: bought.id, startsAt, timeZone: zone, topic }, client)
  if (!booked.ok) return { problem: explain(booked.error, bought.mentorName) }
  const session = await findBooking(app.db, booked.value.bookingId)
  if (!session) throw new Error(`Booking ${booked.value.bookingId} is gone`)
  return { to: bookingPath(app, session) }
}

function explain({ code }: CreditError, name: string): string {
  switch (code) {
    case 'no_credit':
      return m.problemNoCredit()
    case 'mentor_away':
      return m.mentorAway({ name })
    case 'after_end':
      return m.problemAfterEnd()
    case 'slot_not_bookable':
      return m.problemNotBookable()
    case 'slot_taken':
      return m.problemTaken()
  }
}
