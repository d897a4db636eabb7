/** The two people of a booking as one of them sees it, with the clock of each. Server side. */
import { clocksFor } from '#server/bookings/clocks'
import type { Clock } from '#domain/time/zone'
import type { App } from '#server/context'
import type { OpenedBooking } from '#server/site/guards/booking-guard'

/** `own`: the reader. Times are on the clocks for which the session was sold. */
type People = { own: Person; other: Person }
type Person = { name: string; firstName: string; clock: Clock }

/** Input of every part of the page. */
export type Reader = OpenedBooking & { people: People; now: Date }

export function createReader(app: App, opened: OpenedBooking): Reader {
  return { ...opened, people: describePeople(opened), now: app.now() }
}

function describePeople({ booking, side }: Pick<OpenedBooking, 'booking' | 'side'>): People {
  const { own, other } = clocksFor(side, booking)
  const { menteeName, mentorName } = booking
  return side === 'mentee'
    ? { own: person(menteeName, own), other: person(mentorName, other) }
    : { own: person(mentorName, own), other: person(menteeName, other) }
}

const person = (name: string, clock: Clock): Person => ({ name, firstName: name.trim().split(/\s+/)[0] ?? name, clock })
