import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import { findBooking } from '#server/bookings/queries'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { bookTuesday } from '../../tests/support/bookings/requests.ts'

useProduct({ unchecked: true }) // These refunds belong to no payment.

describe('what a booking says of its refund', () => {
  type Status = 'queued' | 'failed' | 'succeeded'

  /** Writes a refund of the booking. `minutes`: from now. */
  async function refund(bookingId: string, status: Status, minutes: number) {
    const at = minutesAfter(test.clock.time, minutes)
    const paid = {
      paymentIntent: 'pi_1',
      amountPence: toMinorUnits(4500),
      currency: 'GBP',
      reason: 'slot_taken' as const,
    }
    const row = { id: randomUUID(), bookingId, key: randomUUID(), status, serviceId: null }
    await test.db
      .insertInto('refunds')
      .values({ ...row, ...paid, createdAt: at, updatedAt: at })
      .execute()
  }

  it('is the state of the newest one, in whatever order they were written, and of no other booking’s', async () => {
    await bookTuesday(test)
    const [{ id } = { id: '' }] = await test.db.selectFrom('bookings').select('id').execute()
    const status = async () => (await findBooking(test.db, id))?.refundStatus
    expect(await status()).toBeNull()
    await refund(id, 'failed', 1)
    expect(await status()).toBe('failed')
    await refund(id, 'succeeded', 3)
    await refund(id, 'queued', 2)
    expect(await status()).toBe('succeeded')
    await bookTuesday(test)
    const other = test.db.selectFrom('bookings').select('id').where('id', '<>', id)
    await refund((await other.executeTakeFirstOrThrow()).id, 'queued', 4)
    expect(await status()).toBe('succeeded')
  })
})
