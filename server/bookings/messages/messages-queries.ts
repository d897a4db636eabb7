/** SQL for what the two people of a booking write to each other. */
import { sql } from 'kysely'
import { MAIL_MINUTES } from '#domain/bookings/message-rule'
import { minutesAfter } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'
import type { Side } from '#domain/bookings/after-session'

type Message = { id: string; bookingId: string; writer: Side; body: string; createdAt: Date }

/** False when a message with this id is there: a second click. */
export async function insertMessage(tx: Db, message: Message): Promise<boolean> {
  const written = await tx
    .insertInto('bookingMessages')
    .values({ ...message, mailedAs: null })
    .onConflict((known) => known.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** A booking's messages, the first one first. */
export const listMessages = (db: Db, bookingId: string) =>
  db
    .selectFrom('bookingMessages')
    .select(['id', 'writer', 'body', 'createdAt'])
    .where('bookingId', '=', bookingId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

const otherSide = (side: Side): Side => (side === 'mentee' ? 'mentor' : 'mentee')

/** How many messages one side has written about a booking since an instant. */
export async function countMessages(db: Db, bookingId: string, writer: Side, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('bookingMessages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('bookingId', '=', bookingId)
    .where('writer', '=', writer)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** The messages that an email to one side carries, the first one first. */
export const listMessagesOfMail = (
  db: Db,
  { bookingId, recipient, version }: { bookingId: string; recipient: Side; version: number },
) =>
  db
    .selectFrom('bookingMessages')
    .select(['body', 'createdAt'])
    .where('bookingId', '=', bookingId)
    .where('writer', '=', otherSide(recipient))
    .where('mailedAs', '=', version)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/**
 * Gives the unmailed messages to one side to its next email. Returns that mail's version; null when there is nothing to
 * email, or when the last email was queued less than `MAIL_MINUTES` ago. Call with the booking locked.
 */
export async function takeUnmailed(
  tx: Db,
  { bookingId, recipient, now }: { bookingId: string; recipient: Side; now: Date },
): Promise<number | null> {
  const writer = otherSide(recipient)
  const { last, mailedAt } = await tx
    .selectFrom('bookingMessages')
    .select((row) => [sql<number>`coalesce(max(mailed_as), 0)`.as('last'), row.fn.max('mailQueuedAt').as('mailedAt')])
    .where('bookingId', '=', bookingId)
    .where('writer', '=', writer)
    .executeTakeFirstOrThrow()
  if (mailedAt && now < minutesAfter(mailedAt, MAIL_MINUTES)) return null
  const taken = await tx
    .updateTable('bookingMessages')
    .set({ mailedAs: last + 1, mailQueuedAt: now })
    .where('bookingId', '=', bookingId)
    .where('writer', '=', writer)
    .where('mailedAs', 'is', null)
    .returning('id')
    .execute()
  return taken.length > 0 ? last + 1 : null
}

/** Bookings with messages that wait to be emailed, and to whom, the longest waiting first. */
export async function listUnmailed(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ bookingId: string; recipient: Side }[]> {
  const rows = await db
    .selectFrom('bookingMessages as message')
    .select(['message.bookingId', 'message.writer'])
    .where('message.mailedAs', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('bookingMessages as mailed')
            .select('mailed.id')
            .whereRef('mailed.bookingId', '=', 'message.bookingId')
            .whereRef('mailed.writer', '=', 'message.writer')
            .where('mailed.mailQueuedAt', '>', minutesAfter(now, -MAIL_MINUTES)),
        ),
      ),
    )
    .groupBy(['message.bookingId', 'message.writer'])
    .orderBy((row) => row.fn.min('message.createdAt'))
    .limit(limit)
    .execute()
  return rows.map(({ bookingId, writer }) => ({ bookingId, recipient: otherSide(writer) }))
}
