/** A hold is moved while another buyer wants the hour it moves to. */
import { beforeAll, describe, expect, it } from 'vitest'
import { holdSlot } from '#server/bookings/holds/hold'
import { hashSecret } from '#server/bookings/holds/release'
import { addMentor, type TestApp } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { sandboxSessions } from '../../tests/support/payments/checkout.ts'
import { atMessage } from '../../tests/support/database/message-offset.ts'

const BEFORE = -1

/**
 * When the competitor begins: before the move, or at one of its messages. A whole move sends fewer than twenty to the
 * database and the payment service together, so the last competitor comes after it.
 */
const OFFSETS = [BEFORE, ...Array.from({ length: 20 }, (_, n) => n)]

useProduct()
beforeAll(async () => {
  Object.assign(test.app.payments, test.app.payments.withLongTimeout) // The sandbox shares this busy process, so requests get the long timeout of jobs.
})

const startAt = (time: string) => new Date(`2030-01-08T${time}:00+05:30`)

/** `browser` null: one that keeps no cookies. */
const hold = (app: TestApp['app'], sessionTypeId: string, time: string, browser: string) =>
  holdSlot(
    app,
    {
      sessionTypeId,
      startsAt: startAt(time),
      timeZone: null,
      name: browser,
      email: `${browser}@example.com`,
      phone: '07700 900000',
      topic: '',
      expectedPrice: null,
    },
    { browser, network: null, farNetwork: null },
  )

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
  const open = new Set((await sandboxSessions(test)).filter(({ status }) => status === 'open').map(({ id }) => id))
  return rows.filter((row) => open.has(row.checkoutId!)).map((row) => row.startsAt.toISOString())
}

describe('a move while a competitor claims the new time', () => {
  it.each([
    ['an hour apart', 0, '16:30'],
    ['by a quarter of an hour, into its own minutes', 0, '14:45'],
    ['to a longer session around it', 1, '14:15'],
  ])(
    'leaves the mover with the old or the new time, never neither: %s',
    { timeout: 300_000 },
    async (_how, length, time) => {
      const outcomes: string[] = []
      for (const offset of OFFSETS) {
        await test.reset()
        const starts = ['14:15', '14:30', '14:45', '15:30', '16:30']
        const mentor = await addMentor(test, { starts, sessions: [{ minutes: 60 }, { minutes: 90, title: 'Longer' }] })
        const wanted = mentor.sessionTypeIds[length]!
        expect((await hold(test.app, mentor.sessionTypeIds[0]!, '14:30', 'mover')).ok).toBe(true)
        // The competitor's hour overlaps the new one and not the one that is held.
        const rival = time === '16:30' ? '16:30' : '15:30'
        const line = atMessage(test.app, offset, () => hold(test.app, mentor.sessionTypeIds[0]!, rival, 'competitor'))
        if (offset === BEFORE) await line.outcome
        const moved = await hold(line.app, wanted, time, 'mover')
        const competitor = await line.outcome
        if (offset === OFFSETS.at(-1)) expect(line.sent()).toBeLessThanOrEqual(offset) // No other buyer was in between.

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
})
