/** What a booking's own page is drawn from, and in how many statements. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, describe, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { refundPart } from '#server/bookings/admin/partial-refund'
import { readReturnable } from '#server/bookings/credits/credits'
import { writeMessage } from '#server/bookings/messages/messages'
import { readPageRows } from '#server/bookings/page-queries'
import { findBooking, findBookingByReference } from '#server/bookings/queries'
import { moveSession } from '#server/bookings/session-moves/move-session'
import { readMoneyOfBooking } from '#server/payments/booking-money-queries'
import { transact, type Db } from '#server/platform/db/connect'
import { readBookingPage } from '../../app/views/bookings/page/booking-page.ts'
import { describePageMoney } from '../../app/views/bookings/page/money.ts'
import { createReader } from '../../app/views/bookings/page/people.ts'
import { bookPaid, inKolkata } from '../../tests/support/bookings/paid-session.ts'
import { countStatements } from '../../tests/support/database/count-statements.ts'
import { addDecider } from '../../tests/support/bookings/sessions.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

let id: string
beforeEach(async () => {
  id = (await bookPaid(test)).id
})

const read = async (db: Db = test.db) => {
  const booking = (await findBooking(db, id))!
  const rows = await readPageRows(db, booking)
  return {
    booking,
    rows,
    page: describePageMoney(createReader(test.app, { booking, side: 'mentee', guest: true }), rows),
  }
}

const refund = async (amount: number) => {
  const { actor } = await addDecider(test)
  const part = { amount: toMinorUnits(amount), shown: toMinorUnits(4500), status: 'confirmed', reason: 'Late' } as const
  expect(await refundPart(test.app, { id, ...part, actor })).toMatchObject({ ok: true })
}

describe('the page of a booking', () => {
  it('is read in two statements before the session, one of which finds the booking', async () => {
    const { app, sent } = countStatements(test.app)
    const { booking: known } = await read()
    const booking = (await findBookingByReference(app.db, known.reference))!
    expect(booking).toEqual(known)
    const search = new URLSearchParams()
    const page = await readBookingPage(app, { booking, side: 'mentee', guest: true }, { search, packagePage: null })
    expect(page.thread?.messages).toEqual([])
    expect(sent.count).toBe(2)
  })

  it('shows the same money as every other page, while a refund is queued and once it has succeeded', async () => {
    for (const step of [() => refund(1000), () => test.runJobs()]) {
      await step()
      const { booking, page } = await read()
      expect(page.money).toEqual(await readMoneyOfBooking(test.db, id))
      expect(page.returnable).toBe(3500)
      expect(page.returnable).toBe(await readReturnable(test.db, booking))
    }
    expect((await read()).page).toMatchObject({ money: { returned: 1000 }, lastReturn: test.app.now() })
  })

  it('counts a refund that failed as delayed, unless it was followed by another', async () => {
    await refund(1000)
    await transact(test.db, async (tx) => {
      const sent = await tx.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()
      await tx.updateTable('refunds').set({ status: 'failed' }).execute()
      expect((await read(tx)).page).toMatchObject({ money: { delayed: 1000 }, receipt: { lines: [{}, {}] } })
      const next = { ...sent, id: randomUUID(), key: 'next', replaces: sent.id, status: 'pending' as const }
      await tx.insertInto('refunds').values(next).execute()
      const { page } = await read(tx)
      expect(page.money).toEqual(await readMoneyOfBooking(tx, id))
      expect(page).toMatchObject({
        money: { delayed: 0, onTheWay: 1000 },
        returnable: 3500,
        receipt: { lines: [{}, {}] },
      })
      throw new Error('undone')
    }).catch((error: Error) => expect(error.message).toBe('undone'))
  })

  it('has its messages in order, and how often the mentee has moved it', async () => {
    const startsAt = inKolkata(12, '15:30')
    expect(await moveSession(test.app, { id, startsAt, revision: 0 })).toMatchObject({ ok: true })
    for (const [writer, body] of [
      ['mentee', 'Shall I book a room?'],
      ['mentor', 'No.'],
    ] as const) {
      await writeMessage(test.app, { bookingId: id, writer, id: randomUUID(), body })
      test.clock.forward(1)
    }
    const { rows } = await read()
    expect(rows).toMatchObject({ moves: 1, messages: [{ body: 'Shall I book a room?' }, { writer: 'mentor' }] })
    expect(new Date(rows.messages[0]!.createdAt)).toEqual(new Date(test.app.now().getTime() - 2 * 60_000))
  })
})
