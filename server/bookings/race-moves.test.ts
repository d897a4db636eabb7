/** A hold is moved while another buyer wants the hour it moves to. */
import { beforeAll, expect, it } from 'vitest'
import { hashSecret } from '#server/bookings/holds/release'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import {
  addQuarterMentor,
  heldTime,
  holdTime,
  openSessions,
  startAt,
} from '../../tests/support/bookings/moved-holds.ts'
import { atMessage } from '../../tests/support/database/message-offset.ts'

const BEFORE = -1

useProduct()
beforeAll(async () => {
  Object.assign(test.app.payments, test.app.payments.withLongTimeout) // The sandbox shares this busy process, so requests get the long timeout of jobs.
})

/**
 * The starts of the holds that a browser has and can pay for: their minutes are claimed, their payment session is open.
 */
async function payable(browser: string): Promise<string[]> {
  const rows = await test.db
    .selectFrom('bookings')
    .innerJoin('claims', 'claims.bookingId', 'bookings.id')
    .select(['checkoutId', 'startsAt'])
    .where('browserHash', '=', hashSecret(browser))
    .where('status', '=', 'held')
    .execute()
  const open = await openSessions(test)
  return rows.filter((row) => open.includes(row.checkoutId!)).map((row) => row.startsAt.toISOString())
}

it.each([
  ['an hour apart', 'usual', '16:30'],
  ['by a quarter of an hour, into its own minutes', 'usual', '14:45'],
  ['to a longer session around it', 'longer', '14:15'],
] as const)(
  'a move while a competitor claims the new time leaves the mover with the old or the new time, never neither: %s',
  { timeout: 300_000 },
  async (_how, session, time) => {
    const outcomes: string[] = []
    // The competitor begins before the move, then at each of its messages in turn, and at last after it.
    for (let offset = BEFORE, sent = 0; offset <= sent; offset += 1) {
      await test.reset()
      const mentor = await addQuarterMentor(test)
      await heldTime(test.app, mentor, '14:30')
      // The competitor's hour overlaps the new one and not the one that is held.
      const rival = time === '16:30' ? '16:30' : '15:30'
      const line = atMessage(test.app, offset, () => holdTime(test.app, mentor, rival, { browser: 'competitor' }))
      if (offset === BEFORE) await line.outcome
      const moved = await holdTime(line.app, mentor, time, { session })
      sent = line.sent()
      const competitor = await line.outcome

      const now = moved.ok ? time : '14:30'
      expect(await payable('mover'), `offset ${offset}`).toEqual([startAt(now).toISOString()])
      if (!moved.ok) expect(moved.error.code).toBe('slot_taken')
      expect(competitor.ok, `offset ${offset}`).toBe(!moved.ok)
      expect(await payable('competitor')).toEqual(competitor.ok ? [startAt(rival).toISOString()] : [])
      outcomes.push(moved.ok ? 'moved' : 'kept')
    }
    expect([outcomes[0], outcomes.at(-1)]).toEqual(['kept', 'moved']) // In between it may be either.
    expect(test.faults).toEqual([])
  },
)
