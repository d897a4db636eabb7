/** What the two people of a booking have written to each other. Server side. */
import { shortDayIn, shortMomentIn } from '#domain/time/clock'
import { isThreadOpen, threadEnd } from '#domain/bookings/message-rule'
import type { MessageRefusal } from '#server/bookings/messages/messages'
import { listMessages } from '#server/bookings/messages/messages-queries'
import type { App } from '#server/context'
import type { Thread } from '../../../ui/bookings/page/thread.tsx'
import { type Reader } from './people.ts'

/** Null for a booking that was never confirmed. */
export async function readThread(app: App, { booking, side, people, now }: Reader): Promise<Thread | null> {
  const end = threadEnd(booking)
  if (!end) return null
  const zone = people.own.clock.timeZone
  const isStillToCome = booking.status === 'confirmed' && booking.startsAt > now
  const messages = await listMessages(app.db, booking.id)
  return {
    reference: booking.reference,
    other: people.other.firstName,
    messages: messages.map(({ id, writer, body, createdAt }) => ({
      id,
      own: writer === side,
      name: writer === side ? people.own.name : people.other.firstName,
      picture: writer === 'mentor' ? booking.mentorPortrait : null,
      at: createdAt.toISOString(),
      when: shortMomentIn(createdAt, zone),
      body,
    })),
    newId: crypto.randomUUID(),
    empty: isStillToCome
      ? `Ask ${people.other.firstName} what you would like to know before the session.`
      : 'No messages yet.',
    closed: isThreadOpen(booking, now) ? null : `Messages were open until ${shortDayIn(end, zone)}.`,
  }
}

export function refusalOfMessage({ code }: MessageRefusal): string {
  switch (code) {
    case 'empty':
      return 'Write something first.'
    case 'too_long':
      return 'That’s more than 2,000 characters. Shorten it, or send two messages.'
    case 'too_many':
      return 'You’ve sent too many messages in the last hour. Try again later.'
    case 'closed':
      return 'This conversation is closed.'
  }
}
