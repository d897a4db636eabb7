/** A booking as a calendar entry. It links to the booking's page and contains nothing that is only shown there. */
import {
  writeInvitation,
  writePublished,
  type CalendarEntry,
  type CalendarMethod,
} from '#domain/bookings/calendar-entry'
import type { BookingStatus } from '#domain/bookings/booking'
import type { App } from '#server/context'
import { bookingAddress } from '#server/bookings/booking-link'
import * as m from '#messages/documents'
import { formatDuration } from '#words/time'

/** Which of the booking's two people the entry is for. It names the other one. */
type Side = 'mentee' | 'mentor'

type Entered = {
  id: string
  reference: string
  revision: number
  startsAt: Date
  minutes: number
  sessionTitle: string
  mentorName: string
  menteeName: string
}

export function buildCalendarEntry(
  app: Pick<App, 'config'>,
  booking: Entered,
  side: Side,
  writtenAt: Date,
): CalendarEntry {
  const { id, reference, revision, startsAt, minutes, sessionTitle, mentorName, menteeName } = booking
  const url = bookingAddress(app, reference)
  return {
    uid: `${id}@${new URL(url).hostname}`,
    revision,
    startsAt,
    minutes,
    title: m.entryTitle({ session: sessionTitle, name: side === 'mentee' ? mentorName : menteeName }),
    description: m.entryDescription({ duration: formatDuration(minutes), reference, url }),
    url,
    writtenAt,
  }
}

/** `text` adds, replaces or removes the session in a calendar, as the booking stands now. */
export type Invitation = { method: CalendarMethod; text: string }

/** For the email to one of the two, `recipient`, who is its only attendee. */
export function buildInvitation(
  app: Pick<App, 'config' | 'now'>,
  booking: Entered & { status: BookingStatus },
  side: Side,
  recipient: { name: string; address: string },
): Invitation {
  const method = booking.status === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const entry = buildCalendarEntry(app, booking, side, app.now())
  return { method, text: writeInvitation(method, entry, organizerOf(app), recipient) }
}

/** A file to download from the booking's page, which anyone with the link may open: it has no address of a person. */
export function buildCalendarFile(
  app: Pick<App, 'config' | 'now'>,
  booking: Entered & { status: BookingStatus },
  side: Side,
): string {
  const entry = buildCalendarEntry(app, booking, side, app.now())
  return writePublished(entry, organizerOf(app), { cancelled: booking.status === 'cancelled' })
}

const organizerOf = ({ config }: Pick<App, 'config'>) => ({ name: config.SITE_NAME, address: config.MAIL_FROM })
