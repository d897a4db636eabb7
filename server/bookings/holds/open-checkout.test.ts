import { describe, expect, it } from 'vitest'
import type { App } from '#server/context'
import { toMinorUnits } from '#domain/payments/money'
import { newHold, readHoldRequest } from '#server/bookings/holds/hold-request'
import { openCheckout } from '#server/bookings/holds/open-checkout'
import { expireHold, markOrphan } from '#server/bookings/queries'
import { insertHold } from '#server/bookings/holds/insert-hold-queries'
import { transact } from '#server/platform/db/connect'
import { addMentor, ORIGIN } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { sandboxSessions, unreachablePayments } from '../../../tests/support/payments/checkout.ts'

useProduct()

const SECRET = 'the-secret-of-this-hold'
const OTHER_SECRET = 'the-secret-of-another-hold'
const unavailable = { ok: false, error: { code: 'payments_unavailable' } }

/** A hold that has its minutes and no checkout yet. */
async function claimed({
  price = 4500,
  secret = SECRET,
  movedFrom = null as string | null,
  email = 'grace@example.com',
} = {}) {
  const { sessionTypeIds } = await addMentor(test, { price })
  const unknown = { browser: null, network: null, farNetwork: null }
  const order = await readHoldRequest(test.app, holdRequest(sessionTypeIds[0]!, { email }), unknown, null)
  if (!order.ok) throw new Error(order.error.code)
  const hold = newHold(test.app, order.value, { secret, movedFrom })
  await transact(test.db, (tx) => insertHold(tx, hold))
  return hold
}

const open = (hold: Awaited<ReturnType<typeof claimed>>, app: App = test.app) =>
  openCheckout(app, hold, { secret: SECRET, sold: '60 minutes with Ada Lovelace' })
const booking = () => test.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
const claims = () => test.db.selectFrom('claims').selectAll().execute()
/** The App whose payment service opens a checkout and, before it answers, `meanwhile` happens. */
const meanwhile = (happens: () => Promise<unknown>): App => ({
  ...test.app,
  payments: {
    ...test.app.payments,
    startCheckout: async (order) => {
      const opened = await test.app.payments.startCheckout(order)
      await happens()
      return opened
    },
  },
})

describe('openCheckout', () => {
  it('keeps from the payment service an address that it would refuse, whose emails arrive all the same', async () => {
    expect(await open(await claimed({ email: 'müller@example.com' }))).toMatchObject({ ok: true })
    expect(await sandboxSessions(test)).toMatchObject([{ customer_email: null }])
    expect(await booking()).toMatchObject({ menteeEmail: 'müller@example.com' })
  })

  it('opens one checkout at the price and until the end of the hold, and writes it into the booking', async () => {
    const orders: unknown[] = []
    const startCheckout: App['payments']['startCheckout'] = (order) => {
      orders.push(order)
      return test.app.payments.startCheckout(order)
    }
    const hold = await claimed()
    const opened = await open(hold, { ...test.app, payments: { ...test.app.payments, startCheckout } })
    expect(orders).toEqual([
      {
        bookingId: hold.id,
        reference: hold.reference,
        createdAt: test.clock.time,
        title: 'First ninety days',
        description: `60 minutes with Ada Lovelace. Booking ${hold.reference}`,
        price: toMinorUnits(4500),
        currency: 'GBP',
        methods: ['card', 'bacs_debit'],
        email: 'grace@example.com',
        expiresAt: hold.payBefore,
        successUrl: `${ORIGIN}/success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${ORIGIN}/cancel?hold=${SECRET}`,
      },
    ])
    const [session] = await sandboxSessions(test)
    expect(opened).toEqual({
      ok: true,
      value: {
        bookingId: hold.id,
        reference: hold.reference,
        checkoutId: session!.id,
        payUrl: session!.url,
        payBefore: hold.payBefore,
      },
    })
    expect(await booking()).toMatchObject({ status: 'held', checkoutId: session!.id, checkoutUrl: session!.url })
  })

  it('opens none for a free session, which the emailed link confirms', async () => {
    const hold = await claimed({ price: 0 })
    expect(await open(hold, { ...test.app, payments: unreachablePayments })).toMatchObject({
      ok: true,
      value: { checkoutId: null, payUrl: `${ORIGIN}/confirm`, payBefore: hold.payBefore },
    })
    expect(await sandboxSessions(test)).toEqual([])
    expect((await booking()).status).toBe('held')
  })

  it('ends the hold where the payment service does not answer, as one whose checkout may exist, and logs why', async () => {
    expect(await open(await claimed(), { ...test.app, payments: unreachablePayments })).toEqual(unavailable)
    expect(await booking()).toMatchObject({ status: 'expired', checkoutId: null, orphanSince: test.clock.time })
    expect(await claims()).toEqual([])
    expect(test.faults).toHaveLength(1)
  })

  it('never shows the checkout of a hold that ended while it was opened', async () => {
    const hold = await claimed()
    const app = meanwhile(() => transact(test.db, (tx) => expireHold(tx, hold.id, test.clock.time)))
    expect(await open(hold, app)).toEqual(unavailable)
    expect(await booking()).toMatchObject({ status: 'expired', checkoutId: null, orphanSince: test.clock.time })
  })

  it('never shows the checkout of a hold that the sweeper has begun to end, and ends it at once', async () => {
    const hold = await claimed()
    expect(
      await open(
        hold,
        meanwhile(() => markOrphan(test.db, hold.id, test.clock.time)),
      ),
    ).toEqual(unavailable)
    expect(await booking()).toMatchObject({ status: 'expired', checkoutId: null })
    expect(await claims()).toEqual([])
  })

  it('leaves what became of a hold that replaces another to the end of the move', async () => {
    const old = await claimed({ secret: OTHER_SECRET })
    const hold = await claimed({ movedFrom: old.id })
    const app = meanwhile(() => transact(test.db, (tx) => expireHold(tx, hold.id, test.clock.time)))
    expect(await open(hold, app)).toMatchObject({ ok: true, value: { bookingId: hold.id } })
  })
})
