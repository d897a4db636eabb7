import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { PaymentsUnavailable, type Checkout } from '#domain/payments/checkout'
import { toMinorUnits } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { addMentor, type TestApp } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { copyBooking } from '../../../tests/support/bookings/copied-bookings.ts'
import { bookTuesday } from '../../../tests/support/bookings/requests.ts'

useProduct()

const bookings = () => test.db.selectFrom('bookings').selectAll().orderBy('createdAt').execute()
const statuses = async () => (await bookings()).map(({ status }) => status)
const claims = () => test.db.selectFrom('claims').selectAll().execute()

const allowDebits = () => {
  test.app.config = { ...test.app.config, PAYMENT_METHODS: ['card', 'bacs_debit'] }
}

/** The App with a payment service that responds this way for each session. */
function answeringBy(readCheckout: (id: string) => Promise<Checkout | null>): TestApp['app'] {
  const { payments } = test.app
  const withLongTimeout = { ...payments.withLongTimeout, readCheckout }
  return { ...test.app, payments: { ...payments, withLongTimeout, readCheckout } }
}

it('an orphan with a bank debit keeps its slot while the debit is processing, and is confirmed when it succeeds', async () => {
  allowDebits()
  const checkoutId = await bookTuesday(test)
  await test.db.updateTable('bookings').set({ checkoutId: null, checkoutUrl: null }).execute()
  await test.stripe.control.payByDebit(checkoutId)
  test.clock.forward(3)
  await sweep(test.app)
  expect(await bookings()).toMatchObject([{ status: 'held', checkoutId }])
  expect(await claims()).toHaveLength(1)

  await test.stripe.control.settleDebit(checkoutId, 'succeeded')
  await settleCheckout(test.app, checkoutId)
  expect(await statuses()).toEqual(['confirmed'])
})

describe('a round of the sweeper', () => {
  it('continues to its end when some checkouts in between get no answer', async () => {
    const ids: string[] = []
    for (let n = 0; n < 10; n += 1) {
      ids.push(await bookTuesday(test, { email: `visitor${n}@example.com` }))
      test.clock.forward(1)
    }
    test.clock.forward(60)
    const isSilent = (n: number) => n % 2 === 0
    /** Until the booking before it is put right, or is known not to be: then the answers come in this order. */
    const before = (n: number) =>
      vi.waitFor(
        async () => {
          const booking = (await bookings()).find(({ checkoutId }) => checkoutId === ids[n - 1])
          if (booking?.status === 'held' && !booking.expireFailedAt) throw new Error('Its turn has not come')
        },
        { interval: 1, timeout: 10_000 },
      )
    const app = answeringBy(async (id) => {
      const n = ids.indexOf(id)
      await before(n)
      if (isSilent(n)) throw new PaymentsUnavailable('No answer')
      return test.app.payments.readCheckout(id)
    })
    await sweep(app)
    expect(await statuses()).toEqual(ids.map((_, n) => (isSilent(n) ? 'held' : 'expired')))
  })

  it('expires all holds of the same instant, even if they are more than one batch', async () => {
    const mentor = await addMentor(test)
    const known = await bookTuesday(test, { mentor })
    await copyBooking(test, 249)
    test.clock.forward(60)
    const expired = await test.app.payments.readCheckout(known)
    await sweep(answeringBy(async (id) => ({ ...expired!, id, bookingId: null })))
    expect(await claims()).toEqual([])
    expect(new Set(await statuses())).toEqual(new Set(['expired']))
  })
})

describe('the sweeper', () => {
  it('checks a hold at once that a clock far ahead had postponed', async () => {
    await bookTuesday(test)
    test.clock.forward(60)
    await test.db
      .updateTable('bookings')
      .set({ nextCheckAt: new Date(test.clock.time.getTime() + 86_400_000) })
      .execute()
    await sweep(test.app)
    expect(await statuses()).toEqual(['expired'])
  })

  it('skips a hold whose row is locked, and continues with the others and with events', async () => {
    const locked = await bookTuesday(test)
    await copyBooking(test, 1, () => ({ pricePence: toMinorUnits(0), checkoutId: null, checkoutUrl: null }))
    test.clock.forward(1)
    await bookTuesday(test)
    test.clock.forward(60)
    await test.db
      .insertInto('paymentEvents')
      .values({ id: 'evt_1', type: 'charge.updated', receivedAt: test.clock.time, nextAttemptAt: test.clock.time })
      .execute()
    await sql`create function keep_locked() returns trigger language plpgsql as $$
      begin raise exception 'canceling statement due to lock timeout' using errcode = 'lock_not_available'; end $$`.execute(
      test.db,
    )
    await sql`create trigger keep_locked before update on bookings for each row
      when (old.checkout_id = ${sql.lit(locked)} or old.price_pence = 0) execute function keep_locked()`.execute(
      test.db,
    )
    try {
      await sweep(test.app)
    } finally {
      await sql`drop function keep_locked cascade`.execute(test.db)
    }
    expect(await statuses()).toEqual(['held', 'held', 'expired'])
    expect(await test.db.selectFrom('paymentEvents').select('processedAt').execute()).toEqual([
      { processedAt: test.clock.time },
    ])
    await sweep(test.app)
    await test.check()
    expect(await statuses()).toEqual(['expired', 'expired', 'expired'])
  })

  it('keeps a hold whose checkout the payment service does not know, and raises a concern', async () => {
    await bookTuesday(test)
    const { id } = await test.db
      .updateTable('bookings')
      .set({ checkoutId: 'cs_test_of_another_account' })
      .returning('id')
      .executeTakeFirstOrThrow()
    test.clock.forward(60)
    await sweep(test.app)
    await sweep(test.app)
    await test.check()
    expect(await statuses()).toEqual(['held'])
    expect(await test.db.selectFrom('concerns').select(['kind', 'subject']).execute()).toEqual([
      { kind: 'mismatch', subject: `checkout_unknown:${id}` },
    ])
  })
})

describe('a checkout that is still open', () => {
  it('is checked at an age of 2, 4, 8 and 16 minutes, and when it is overdue', async () => {
    await bookTuesday(test)
    const requested: number[] = []
    for (let minute = 1; minute <= 31; minute += 1) {
      test.clock.forward(1)
      const app = answeringBy((id) => (requested.push(minute), test.app.payments.readCheckout(id)))
      await sweep(app)
    }
    expect(requested).toEqual([2, 4, 8, 16, 31])
    expect(await statuses()).toEqual(['expired'])
  })

  it('is one of at most 200 that a round checks; the next round checks the others', async () => {
    const open = await test.app.payments.readCheckout(await bookTuesday(test))
    await copyBooking(test, 249)
    test.clock.forward(2)
    const requested = new Set<string>()
    const app = answeringBy(async (id) => (requested.add(id), { ...open!, id, bookingId: null }))
    await sweep(app)
    expect(requested.size).toBe(200)
    await sweep(app)
    expect(requested.size).toBe(250)
  })

  it('stays a hold while its bank debit is processing, and is checked less and less often', async () => {
    allowDebits()
    await test.stripe.control.payByDebit(await bookTuesday(test))
    let requested = 0
    for (let minute = 1; minute <= 120; minute += 1) {
      test.clock.forward(1)
      await sweep(answeringBy((id) => ((requested += 1), test.app.payments.readCheckout(id))))
    }
    expect(await bookings()).toMatchObject([{ status: 'held', processingSince: expect.any(Date) }])
    expect(requested).toBeLessThan(10)
  })
})

describe('bookings whose checks fail', () => {
  it('never keep another booking from its check, however many come before it', async () => {
    const sent = await test.app.payments.readCheckout(await bookTuesday(test))
    await copyBooking(test, 60)
    test.clock.forward(60)
    let requested: string[] = []
    const silent = new Set<string>()
    const app = answeringBy(async (id) => {
      requested.push(id)
      if (silent.has(id)) throw new PaymentsUnavailable('No answer')
      return { ...sent!, id, status: 'expired', bookingId: null }
    })
    const holds = await test.db.selectFrom('bookings').select('checkoutId').orderBy('payBefore').orderBy('id').execute()
    for (const { checkoutId } of holds.slice(0, 30)) silent.add(checkoutId!)
    await sweep(app)
    expect((await statuses()).filter((status) => status === 'held')).toHaveLength(30)
    requested = []
    test.clock.forward(1)
    await sweep(app)
    expect(requested).toEqual([]) // They wait.
    test.clock.forward(1)
    await sweep(app)
    expect(requested).toHaveLength(30)
    await test.check()
  })

  it('are distinguished from an outage, which postpones none of them', async () => {
    await bookTuesday(test)
    await copyBooking(test, 60)
    test.clock.forward(60)
    const app = answeringBy(unreachable)
    await expect(
      sweep({ ...app, payments: { ...app.payments, isAnswering: async () => false } }),
    ).rejects.toBeInstanceOf(PaymentsUnavailable)
    expect((await bookings()).filter(({ nextCheckAt }) => nextCheckAt)).toEqual([])
    await test.check() // None counts as overdue, not even those that were not reached.
  })
})

async function unreachable(): Promise<never> {
  throw new PaymentsUnavailable('No answer')
}

/**
 * So many bookings with nothing to show for it at our side, `apart` minutes after each other; gives their ids, the
 * oldest first.
 */
async function leaveOrphans(count: number, apart: number): Promise<string[]> {
  await bookTuesday(test)
  const made = test.clock.time
  const ids = await copyBooking(test, count, (n) => ({
    status: 'expired',
    checkoutId: null,
    checkoutUrl: null,
    createdAt: minutesAfter(made, n * apart),
    orphanSince: made,
  }))
  await test.db.deleteFrom('claims').execute()
  await test.db.deleteFrom('bookings').where('orphanSince', 'is', null).execute()
  test.clock.forward(count * apart + 5)
  return ids
}

/** The App with a payment service that has an open session of each of these bookings, and the minutes of each list it gave. */
function listing(ids: string[]) {
  const lists: number[] = []
  const makeSession = (bookingId: string, status: Checkout['status']): Checkout => ({
    id: `cs_test_${bookingId}`,
    url: null,
    status,
    amount: toMinorUnits(4500),
    currency: 'GBP',
    bookingId,
    paymentIntent: null,
  })
  const payments = {
    ...test.app.payments,
    async eachCheckout(from: Date, to: Date, take: (checkout: Checkout) => void) {
      lists.push((to.getTime() - from.getTime()) / 60_000)
      for (const id of ids) take(makeSession(id, 'open'))
    },
    expireCheckout: async (id: string) => makeSession(id.slice('cs_test_'.length), 'expired'),
  }
  return { app: { ...test.app, payments }, lists }
}

describe('bookings whose payment session never reached us, as an outage leaves them by the hundred,', () => {
  it('are all settled in one round, even if they are more than one batch', async () => {
    await leaveOrphans(210, 0.01)
    await sweep(listing([]).app)
    const left = test.db.selectFrom('bookings').select('id').where('orphanSince', 'is not', null)
    expect(await left.execute()).toEqual([])
  })

  it('of one outage share one list of checkouts', async () => {
    const near = await leaveOrphans(10, 1)
    const { app, lists } = listing(near)
    await sweep(app)
    expect(lists).toEqual([9 + 30]) // A quarter of an hour before the first and after the last.
  })

  it('of different times have separate lists of checkouts', async () => {
    const far = await leaveOrphans(30, 60)
    const { app, lists } = listing([])
    await sweep(app)
    expect(lists).toEqual(far.map(() => 30))
  })
})
