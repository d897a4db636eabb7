/** When a session is, on the clocks of its two people, and from when on it can be joined. Server side. */
import { joinState } from '#domain/bookings/meeting'
import { timeIn } from '#domain/time/clock'
import * as m from '#messages/bookings'
import { formatList } from '#words/lists'
import { dayAndYearIn, shortDayIn, shiftWords } from '#words/time'
import { sameClock } from '../../../ui/time/clock.ts'
import type { Clocks, Join } from '../../../ui/bookings/page/page-parts.ts'
import { summarizeBooking } from '../booking-facts.ts'
import { type Reader } from './people.ts'

export function readClocks({ booking, people, now }: Reader): Clocks {
  const { startsAt, status } = booking
  const off = status === 'cancelled' || status === 'expired'
  const own = people.own.clock
  const other = people.other.clock
  const shift = shiftWords(startsAt, own.timeZone, other.timeZone)
  return {
    day: dayAndYearIn(startsAt, own.timeZone),
    at: startsAt.toISOString(),
    own: {
      time: timeIn(startsAt, own.timeZone),
      whose: m.yourTimePlace({ place: own.place }),
      brief: m.yourTimePlace({ place: own.place }),
      shift: null,
    },
    other: sameClock(startsAt, own.timeZone, other.timeZone)
      ? null
      : {
          time: timeIn(startsAt, other.timeZone),
          whose: m.othersTimePlace({ name: people.other.firstName, place: other.place }),
          brief: m.inPlace({ place: other.place }),
          shift: shift && formatList(['', shift], 'comma'),
        },
    notes: startsAt > now && !off ? summarizeBooking(booking, now).clockNotes : [],
    off,
  }
}

export function describeJoin({ booking, people, now }: Reader): Join {
  const state = joinState(booking, now)
  if (state.is === 'open') return { to: `/bookings/${booking.reference}/join` }
  if (state.is !== 'early') return null
  const { timeZone } = people.own.clock
  return {
    opens: m.dayAtTime({ day: shortDayIn(state.opensAt, timeZone), time: timeIn(state.opensAt, timeZone) }),
  }
}
