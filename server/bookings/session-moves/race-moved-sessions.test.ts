/** A paid session is moved while another buyer wants the new time, its mentor proposes others, or it is cancelled. */
import { beforeAll, describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { holdSlot } from '#server/bookings/holds/hold'
import type { App } from '#server/context'
import { moveSession } from '#server/bookings/session-moves/move-session'
import { proposeTimes } from '#server/bookings/session-moves/proposals'
import { listProposals } from '#server/bookings/session-moves/proposals-queries'
import {
  bookPaid,
  claimedStarts,
  inKolkata,
  readBooking,
  type Mentor,
} from '../../../tests/support/bookings/paid-session.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { atMessage } from '../../../tests/support/database/message-offset.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()
beforeAll(() => {
  Object.assign(test.app.payments, test.app.payments.withLongTimeout) // The sandbox shares this busy process, so requests get the long timeout of jobs.
})

const FRIDAY = inKolkata(11, '14:30')
const SATURDAY = inKolkata(12, '15:30')

/**
 * Moves a session while something else happens: it begins at each message of the move in turn, then the move at each of
 * its messages. In the last round of each order one ends before the other begins, so both orders are certain to occur.
 * Returns whether the session was moved, of all rounds.
 */
async function race<Value>(
  contend: (app: App, id: string, mentor: Mentor) => Promise<Value>,
  judge: (seen: { id: string; mentor: Mentor; moved: boolean; other: Value }) => Promise<void>,
): Promise<Set<boolean>> {
  const outcomes = new Set<boolean>()
  for (const first of ['move', 'other'] as const) {
    for (let offset = 0, sent = 0; offset <= sent; offset += 1) {
      await test.reset()
      const mentor = await addMentor(test)
      const { id } = await bookPaid(test, { mentor })
      const move = (app: App) => moveSession(app, { id, startsAt: SATURDAY, revision: 0 })
      const other = (app: App) => contend(app, id, mentor)
      const ends = first === 'move' ? await begun(offset, move, other) : await begun(offset, other, move)
      const [moved, contended] = first === 'move' ? [ends.one, ends.two] : [ends.two, ends.one]
      await judge({ id, mentor, moved: (moved as Awaited<ReturnType<typeof move>>).ok, other: contended as Value })
      outcomes.add((moved as Awaited<ReturnType<typeof move>>).ok)
      sent = ends.sent
    }
  }
  expect(test.faults).toEqual([])
  return outcomes
}

/** Starts `two` when `one` sends message number `offset`, or after it if it sends fewer. */
async function begun<One, Two>(offset: number, one: (app: App) => Promise<One>, two: (app: App) => Promise<Two>) {
  const line = atMessage(test.app, offset, () => two(test.app))
  const done = await one(line.app)
  return { one: done, two: await line.outcome, sent: line.sent() }
}

describe('a paid session that is moved', { timeout: 300_000 }, () => {
  it('has the old or the new time when a competitor wants the new one, never neither and never both', async () => {
    const outcomes = await race(
      (app, _id, mentor) =>
        holdSlot(app, holdRequest(mentor.sessionTypeIds[0]!, { startsAt: SATURDAY, email: 'alan@example.com' })),
      async ({ id, mentor, moved, other }) => {
        expect(other.ok).toBe(!moved)
        expect((await readBooking(test, id)).startsAt).toEqual(moved ? SATURDAY : FRIDAY)
        const claimed = [...(moved ? [] : [FRIDAY]), SATURDAY].map((start) => start.toISOString())
        expect(await claimedStarts(test, mentor.id)).toEqual(claimed)
      },
    )
    expect(outcomes).toEqual(new Set([true, false]))
  })

  it('is cancelled with one refund, and claims nothing, when it is cancelled at the same time', async () => {
    const outcomes = await race(
      (app, id) => cancelBooking(app, { id, by: 'mentor', shown: toMinorUnits(0) }),
      async ({ id, mentor, other }) => {
        expect(other.ok).toBe(true)
        expect((await readBooking(test, id)).status).toBe('cancelled')
        expect(await claimedStarts(test, mentor.id)).toEqual([])
        expect(await test.db.selectFrom('refunds').select('amountPence').execute()).toEqual([{ amountPence: 4500 }])
      },
    )
    expect(outcomes).toEqual(new Set([true, false]))
  })

  it('stands at the new time when its mentor proposes others at the same time, and no deadline outlives it', async () => {
    await race(
      (app, id) => proposeTimes(app, { id, times: [inKolkata(14, '08:00')] }),
      async ({ id, mentor, moved, other }) => {
        expect([moved, other.ok]).toEqual([true, true])
        const [proposal] = await listProposals(test.db, id)
        expect(await claimedStarts(test, mentor.id)).toEqual([SATURDAY.toISOString()])
        expect(['open', 'replaced']).toContain(proposal!.status)
      },
    )
  })
})
