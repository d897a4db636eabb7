/** What the two people of a booking have written to each other. Server side. */
import { isThreadOpen, threadEnd } from '#domain/bookings/message-rule'
import type { MessageRefusal } from '#server/bookings/messages/messages'
import { listMessages } from '#server/bookings/messages/messages-queries'
import type { App } from '#server/context'
import * as m from '#messages/bookings'
import { shortDayIn, shortMomentIn } from '#words/time'
import type { Thread } from '../../../ui/bookings/page/thread.tsx'
import { type Reader } from './people.ts'

/** Null for a booking that was never confirmed. */
export async function readThread(app: App, reader: Reader): Promise<Thread | null> {
  return describeThread(reader, await listMessages(app.db, reader.booking.id))
}

type Message = Omit<Awaited<ReturnType<typeof listMessages>>[number], 'createdAt'> & { createdAt: Date | number }

/** As `readThread`, of messages that were read with the rest of a page. */
export function describeThread({ booking, side, people, now }: Reader, messages: Message[]): Thread | null {
  const end = threadEnd(booking)
  if (!end) return null
  const zone = people.own.clock.timeZone
  const isStillToCome = booking.status === 'confirmed' && booking.startsAt > now
  return {
    reference: booking.reference,
    other: people.other.firstName,
    messages: messages.map(({ id, writer, body, createdAt }) => ({
      id,
      own: writer === side,
      name: writer === side ? people.own.name : people.other.firstName,
      picture: writer === 'mentor' ? booking.mentorPortrait : null,
      at: new Date(createdAt).toISOString(),
      when: shortMomentIn(new Date(createdAt), zone),
      body,
    })),
    newId: crypto.randomUUID(),
    empty: isStillToCome ? m.askBefore({ name: people.other.firstName }) : m.noMessages(),
    closed: isThreadOpen(booking, now) ? null : m.messagesWereOpen({ day: shortDayIn(end, zone) }),
  }
}

export function refusalOfMessage({ code }: MessageRefusal): string {
  switch (code) {
    case 'empty':
      return m.messageEmpty()
    case 'too_long':
      return m.messageTooLong()
    case 'too_many':
      return m.tooManyMessages()
    case 'closed':
      return m.threadClosed()
  }
}
