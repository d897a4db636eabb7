import { describe, expect, it } from 'vitest'
import { releaseHoldBySecret } from '#server/bookings/holds/release'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { payCheckout, sandboxSessions } from '../../../tests/support/payments/checkout.ts'
import { bookTuesday } from '../../../tests/support/bookings/requests.ts'

useProduct()

const statuses = async () =>
  (await test.db.selectFrom('bookings').select('status').orderBy('createdAt').execute()).map(({ status }) => status)
const claims = () => test.db.selectFrom('claims').selectAll().execute()
const findSecret = async (checkoutId: string) => {
  const session = (await sandboxSessions(test)).find(({ id }) => id === checkoutId)
  return new URL(session!.cancel_url!).searchParams.get('hold')!
}

describe('releaseHoldBySecret', () => {
  it('expires the checkout and frees the slot, also when it is called twice', async () => {
    const secret = await findSecret(await bookTuesday(test))
    for (let time = 0; time < 2; time += 1) expect(await releaseHoldBySecret(test.app, secret)).toBe('released')
    expect(await sandboxSessions(test)).toMatchObject([{ status: 'expired' }])
    expect(await statuses()).toEqual(['expired'])
    expect(await claims()).toEqual([])
  })

  it('confirms the booking instead when the checkout turns out to be paid', async () => {
    const checkoutId = await bookTuesday(test)
    const secret = await findSecret(checkoutId)
    await payCheckout(test, checkoutId)
    expect(await releaseHoldBySecret(test.app, secret)).toBe('paid')
    expect(await statuses()).toEqual(['confirmed'])
  })

  it('returns `paid` when a payment came after the hold expired, even if it was refunded', async () => {
    const mentor = await addMentor(test)
    const late = await bookTuesday(test, { mentor })
    test.clock.forward(36)
    await sweep(test.app)
    const secret = await findSecret(late)
    expect(await releaseHoldBySecret(test.app, secret)).toBe('released')

    await bookTuesday(test, { mentor, email: 'quick@example.com' })
    await test.stripe.control.payLate(late)
    await settleCheckout(test.app, late)
    expect(await statuses()).toEqual(['expired', 'held'])
    expect(await releaseHoldBySecret(test.app, secret)).toBe('paid')
  })

  it('keeps a hold whose checkout the payment service does not know, since it may still be paid', async () => {
    const secret = await findSecret(await bookTuesday(test))
    await test.db.updateTable('bookings').set({ checkoutId: 'cs_test_unknown' }).execute()
    expect(await releaseHoldBySecret(test.app, secret)).toBe('kept')
    expect(await statuses()).toEqual(['held'])
    expect(await claims()).toHaveLength(1)
  })

  it('frees the slot of a hold whose payment failed, and keeps one whose payment is processing', async () => {
    const checkoutId = await bookTuesday(test)
    const secret = await findSecret(checkoutId)
    await test.stripe.control.payByDebit(checkoutId)
    expect(await releaseHoldBySecret(test.app, secret)).toBe('kept')
    expect(await claims()).toHaveLength(1)
    await test.stripe.control.settleDebit(checkoutId, 'failed')
    expect(await releaseHoldBySecret(test.app, secret)).toBe('released')
    expect(await statuses()).toEqual(['expired'])
    expect(await claims()).toEqual([])
  })
})
