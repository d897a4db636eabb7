/** The brief: what a mentor reads before a session, on one page. Server side. */
import { isPhoneShown } from '#domain/bookings/phone-rule'
import { findDestination, findTakeaway, listEarlierSessions } from '#server/bookings/brief-queries'
import { listMessages } from '#server/bookings/messages/messages-queries'
import type { App } from '#server/context'
import { countryName } from '#server/platform/reference/countries'
import * as m from '#messages/bookings'
import { formatList } from '#words/lists'
import { shortMomentIn, formatDuration, shortDayAndYearIn } from '#words/time'
import type { Brief } from '../../../ui/bookings/page/brief-page.tsx'
import { readClocks } from './clocks.ts'
import { type Reader } from './people.ts'

export async function readBrief(app: App, reader: Reader): Promise<Brief> {
  const { booking, people, now } = reader
  const { firstName, clock } = people.other
  const zone = people.own.clock.timeZone
  const [leaveWith, destination, earlier, messages] = [
    await findTakeaway(app.db, booking),
    await findDestination(app.db, booking),
    await listEarlierSessions(app.db, booking),
    await listMessages(app.db, booking.id),
  ]
  const shown = isPhoneShown(booking, now)
  return {
    reference: booking.reference,
    firstName,
    session: formatList([booking.sessionTitle, formatDuration(booking.minutes)], 'comma'),
    clocks: readClocks(reader),
    place: clock.place,
    movingTo: destination ? countryName(destination) : null,
    topic: booking.topic,
    leaveWith,
    earlier: earlier.map(({ sessionTitle, startsAt, reference }) => ({
      reference,
      words: m.earlierSession({ day: shortDayAndYearIn(startsAt, zone), title: sessionTitle }),
    })),
    messages: messages.map(({ id, writer, body, createdAt }) => ({
      id,
      who: writer === 'mentor' ? m.you() : firstName,
      when: shortMomentIn(createdAt, zone),
      body,
    })),
    phone: shown ? booking.menteePhone || null : null,
    phoneNote: shown ? m.phoneShown() : m.phoneNotShown(),
  }
}
