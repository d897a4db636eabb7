/** What the two people of a booking write to each other: one thread for each booking, emailed to the other side. */
import { isThreadOpen, MAX_MESSAGE } from '#domain/bookings/message-rule'
import { err, ok, type Result } from '#domain/result'
import { minutesAfter } from '#domain/time/wall-time'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { countMessages, insertMessage, listUnmailed, takeUnmailed } from '#server/bookings/messages/messages-queries'
import { lockBooking } from '#server/bookings/queries'
import type { App, SettlementContext } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import type { Side } from '#domain/bookings/after-session'
import { forEachConcurrently } from '#server/payments/for-each-concurrently'

/** How many messages one side writes about a booking in an hour. */
const MAX_HOURLY = 30

export type MessageRefusal = { code: 'closed' | 'empty' | 'too_long' | 'too_many' }

/**
 * Writes a message and queues the email to the other side, at most one in ten minutes: later messages share the next.
 *
 * @param message `id`: made by the form, so that a second click writes nothing.
 */
export function writeMessage(
  app: SettlementContext,
  { bookingId, writer, ...message }: { bookingId: string; writer: Side; id: string; body: string },
): Promise<Result<null, MessageRefusal>> {
  return transact(app.db, async (tx) => {
    const booking = await lockBooking(tx, { id: bookingId })
    const now = app.now()
    const body = message.body.replaceAll('\r\n', '\n').trim()
    if (!booking || !isThreadOpen(booking, now)) return err({ code: 'closed' })
    if (body === '') return err({ code: 'empty' })
    if ([...body].length > MAX_MESSAGE) return err({ code: 'too_long' })
    if ((await countMessages(tx, bookingId, writer, minutesAfter(now, -60))) >= MAX_HOURLY) {
      return err({ code: 'too_many' })
    }
    await insertMessage(tx, { id: message.id, bookingId, writer, body, createdAt: now })
    await mailMessages(app, tx, { bookingId, recipient: writer === 'mentee' ? 'mentor' : 'mentee' })
    return ok(null)
  })
}

/** Queues the email with what is not emailed yet, if the last one is long enough ago. Call with the booking locked. */
async function mailMessages(
  app: SettlementContext,
  tx: Db,
  { bookingId, recipient }: { bookingId: string; recipient: Side },
): Promise<void> {
  const version = await takeUnmailed(tx, { bookingId, recipient, now: app.now() })
  if (version !== null) await queueBookingMail(app, tx, bookingId, 'message', { recipient, version })
}

/** How many threads a round of the sweeper looks at. */
const ROUND = 200

/** Emails the messages that were written within ten minutes of the last email. Safe in any number of processes. */
export async function mailWaitingMessages(app: App): Promise<void> {
  const threads = await listUnmailed(app.db, app.now(), ROUND)
  const mail = (thread: { bookingId: string; recipient: Side }) =>
    transact(app.db, async (tx) => {
      await lockBooking(tx, { id: thread.bookingId })
      await mailMessages(app, tx, thread)
    })
  await forEachConcurrently(app, threads, mail, async ({ bookingId }, error) => {
    app.log.error('messages not emailed', { bookingId, error })
  })
}
