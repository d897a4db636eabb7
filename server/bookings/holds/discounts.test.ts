/** Holds with a discount code: what they cost, and how often a code is redeemed, whatever becomes of them. */
import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#domain/payments/money'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { releaseHold } from '#server/bookings/holds/release'
import { expireHold } from '#server/bookings/queries'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { findRedemption } from '#server/discounts/redemptions-queries'
import { setCodesDisabled } from '#server/discounts/managing-queries'
import { transact } from '#server/platform/db/connect'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { eraseMentees } from '#server/privacy/erase-bookings'
import { addCode, findCode } from '../../../tests/support/discounts/codes.ts'
import { heldWithCode, holdWithCode, listRedeemed } from '../../../tests/support/discounts/held-codes.ts'
import { addQuarterMentor, claimedTimes } from '../../../tests/support/bookings/moved-holds.ts'
import { payCheckout, sandboxSessions } from '../../../tests/support/payments/checkout.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

const findBooking = (id: string) =>
  test.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const errorOf = (held: Awaited<ReturnType<typeof holdWithCode>>) => (held.ok ? null : held.error)
const refused = (reason: string) => ({ code: 'code_not_valid', reason })
const expire = async () => {
  test.clock.forward(60)
  await sweep(test.app)
}

describe('a hold with a code', () => {
  it('costs less, and the checkout asks for that', async () => {
    await addCode(test, { code: 'FIFTH', percent: 20 })
    const held = await heldWithCode(test, await addMentor(test), { code: ' fif-th ', browser: 'grace' })
    expect(await findBooking(held.bookingId)).toMatchObject({ pricePence: 3_600, discountPence: 900 })
    expect(await sandboxSessions(test)).toMatchObject([{ id: held.checkoutId, amount_total: 3_600 }])
    expect(await listRedeemed(test)).toEqual(['FIFTH 1'])
    expect(await findRedemption(test.db, held.bookingId)).toMatchObject({ code: 'FIFTH', discount: 900 })
  })

  it('is one redemption when its browser comes back, and none when it comes back without the code', async () => {
    const mentor = await addMentor(test)
    await addCode(test, { code: 'ONCE', percent: 20, maxRedemptions: 1, maxPerPerson: 1 })
    const held = await heldWithCode(test, mentor, { code: 'ONCE', browser: 'grace' })
    expect(await heldWithCode(test, mentor, { code: 'ONCE', browser: 'grace' })).toEqual(held)
    expect(await listRedeemed(test)).toEqual(['ONCE 1, 1 counted'])
    const without = await heldWithCode(test, mentor, { code: null, browser: 'grace' })
    expect(await findBooking(without.bookingId)).toMatchObject({ pricePence: 4_500, discountPence: 0 })
    expect(await listRedeemed(test)).toEqual(['ONCE 0'])
  })

  it('keeps a single redemption while it moves to another time, and gives it back with the last hold', async () => {
    const mentor = await addQuarterMentor(test)
    await addCode(test, { code: 'ONCE', percent: 20, maxRedemptions: 1, maxPerPerson: 1 })
    await heldWithCode(test, mentor, { code: 'ONCE', browser: 'mover' })
    const moved = await heldWithCode(test, mentor, { code: 'ONCE', browser: 'mover', time: '16:30' })
    expect(await claimedTimes(test)).toEqual(['16:30 held'])
    expect(await listRedeemed(test)).toEqual(['ONCE 1, 1 counted'])
    const other = await holdWithCode(test, mentor, { code: 'ONCE', browser: 'other' })
    expect(errorOf(other)).toEqual(refused('used_up'))
    await releaseHold(test.app, await findBooking(moved.bookingId))
    expect(await listRedeemed(test)).toEqual(['ONCE 0'])
  })

  it('is refused, and holds nothing, once the code is used up or its person has used it as often as they may', async () => {
    const mentor = await addQuarterMentor(test)
    await addCode(test, { code: 'TWICE', percent: 20, maxRedemptions: 2, maxPerPerson: 1 })
    const hold = (browser: string, time: string, email?: string) =>
      holdWithCode(test, mentor, { code: 'TWICE', browser, time, ...(email && { email }) })
    await hold('grace', '14:30')
    expect(errorOf(await hold('other', '16:30', 'Grace+again@example.com'))).toEqual(refused('per_person'))
    expect((await hold('alan', '16:30')).ok).toBe(true)
    expect(errorOf(await hold('mary', '15:30'))).toEqual(refused('used_up'))
    expect(await claimedTimes(test, 'mary')).toEqual([])
    expect(await listRedeemed(test)).toEqual(['TWICE 2, 2 counted'])
  })

  it('is refused for a code that is unknown, disabled, or for someone else, in the same words', async () => {
    const [mentor, other] = [await addMentor(test), await addMentor(test)]
    await addCode(test, { code: 'OTHERS', mentorIds: [other.id] })
    const id = await addCode(test, { code: 'GONE' })
    await setCodesDisabled(test.db, { id }, test.clock.time)
    for (const code of ['OTHERS', 'GONE', 'NOWHERE', '??'])
      expect(errorOf(await holdWithCode(test, mentor, { code, browser: 'grace' }))).toEqual(refused('unknown'))
    expect(await test.db.selectFrom('bookings').select('id').execute()).toEqual([])
  })
})

describe('a redemption', () => {
  it('is given back when its hold expires', async () => {
    await addCode(test, { code: 'ONCE', percent: 20, maxRedemptions: 1 })
    await heldWithCode(test, await addMentor(test), { code: 'ONCE', browser: 'grace' })
    await expire()
    expect(await listRedeemed(test)).toEqual(['ONCE 0'])
  })

  it('is taken again by a payment that comes late; if the code is used up, the money goes back and the email says so', async () => {
    const mentor = await addQuarterMentor(test)
    await addCode(test, { code: 'ONCE', percent: 20, maxRedemptions: 1, maxPerPerson: 1 })
    const late = await heldWithCode(test, mentor, { code: 'ONCE', browser: 'grace' })
    await payCheckout(test, late.checkoutId!)
    const pay = () => settleCheckout(test.app, late.checkoutId!)
    await expireUnpaid(late.bookingId)
    expect(await listRedeemed(test)).toEqual(['ONCE 0'])
    const other = await heldWithCode(test, mentor, { code: 'ONCE', browser: 'other', time: '16:30' })
    await pay()
    expect(await findBooking(late.bookingId)).toMatchObject({ status: 'expired' })
    expect(await test.db.selectFrom('claims').select('bookingId').execute()).toEqual([{ bookingId: other.bookingId }])
    await test.runJobs()
    const refunds = await test.db.selectFrom('refunds').select(['amountPence', 'reason', 'status']).execute()
    expect(refunds).toEqual([{ amountPence: 3_600, reason: 'code_used_up', status: 'succeeded' }])
    expect((await test.mails())[0]!.text).toContain('the discount code has been used up since')
  })

  it('is taken again by a payment that comes late while the code is not used up', async () => {
    await addCode(test, { code: 'ONCE', percent: 20, maxRedemptions: 1, maxPerPerson: 1 })
    const late = await heldWithCode(test, await addMentor(test), { code: 'ONCE', browser: 'grace' })
    await payCheckout(test, late.checkoutId!)
    await expireUnpaid(late.bookingId)
    await settleCheckout(test.app, late.checkoutId!)
    expect(await findBooking(late.bookingId)).toMatchObject({ status: 'confirmed', paidAmountPence: 3_600 })
    expect(await listRedeemed(test)).toEqual(['ONCE 1, 1 counted'])
  })

  it.each([
    ['in full', 0, 'HALF 0'],
    ['in part', 1, 'HALF 1, 1 counted'],
  ])('of a booking that is cancelled and refunded %s', async (_what, days, redeemed) => {
    const mentor = await addMentor(test)
    await test.db.updateTable('mentors').set({ cancelPolicy: 'moderate' }).execute()
    await addCode(test, { code: 'HALF', percent: 50, maxPerPerson: 1 })
    const { bookingId: id, checkoutId } = await heldWithCode(test, mentor, { code: 'HALF', browser: 'grace' })
    await payCheckout(test, checkoutId!)
    await settleCheckout(test.app, checkoutId!)
    const { startsAt } = await findBooking(id)
    // Within a day of booking everything goes back, until 12 hours before the start.
    test.clock.time = new Date(startsAt.getTime() - (days ? 24.2 : 30) * 3_600_000)
    if (days)
      await test.db
        .updateTable('bookings')
        .set({ paidAt: new Date('2030-01-05T00:00:00Z') })
        .execute()
    expect(await cancelBooking(test.app, { id, by: 'mentee', shown: 0 as MinorUnits })).toMatchObject({ ok: true })
    expect(await listRedeemed(test)).toEqual([redeemed])
  })

  it('counts on without its person once the mentee is erased', async () => {
    await addCode(test, { code: 'ONCE', percent: 20, maxRedemptions: 1, maxPerPerson: 1 })
    const { bookingId: id, checkoutId } = await heldWithCode(test, await addMentor(test), {
      code: 'ONCE',
      browser: 'grace',
    })
    await payCheckout(test, checkoutId!)
    await settleCheckout(test.app, checkoutId!)
    await eraseMentees(test.db, [id], test.clock.time)
    expect(await listRedeemed(test)).toEqual(['ONCE 1'])
    expect(await test.db.selectFrom('discountUses').selectAll().execute()).toEqual([])
    expect(await test.db.selectFrom('discountRedemptions').select('person').execute()).toEqual([{ person: 'erased' }])
    await cancelBooking(test.app, { id, by: 'mentor', shown: 0 as MinorUnits })
    expect(await listRedeemed(test)).toEqual(['ONCE 0'])
  })
})

describe('a session that a code pays for in full', () => {
  const scholar = async (browser = 'grace', code = 'SCHOLAR') => {
    const mentor = await addMentor(test)
    const { bookingId: id } = await heldWithCode(test, mentor, { code, browser, email: 'grace@example.com' })
    return { id, secret: (await findBooking(id)).secretHash }
  }

  it('is confirmed by email, and limits of free sessions do not count it', async () => {
    await addCode(test)
    Object.assign(test.app, { config: { ...test.app.config, FREE_PER_EMAIL: 1 } })
    for (const browser of ['one', 'two']) {
      const { id, secret } = await scholar(browser)
      expect(await findBooking(id)).toMatchObject({ pricePence: 0, discountPence: 4_500, checkoutId: null })
      expect(await confirmFreeSession(test.app, secret)).toBe('confirmed')
    }
    expect(await listRedeemed(test)).toEqual(['SCHOLAR 2'])
  })

  it('is not confirmed late once the code is used up', async () => {
    await addCode(test, { maxRedemptions: 1 })
    const { id, secret } = await scholar()
    await expire()
    await scholar('other')
    expect(await confirmFreeSession(test.app, secret)).toBe('code_used_up')
    expect(await findBooking(id)).toMatchObject({ status: 'expired' })
    expect(await test.db.selectFrom('claims').select('bookingId').where('bookingId', '=', id).execute()).toEqual([])
  })

  it.each([
    ['gives the code back while the policy returns everything', 30, 'SCHOLAR 0'],
    ['keeps it when the mentee cancels late', 2, 'SCHOLAR 1'],
  ])('%s', async (_what, hours, redeemed) => {
    await addCode(test)
    const { id, secret } = await scholar()
    await confirmFreeSession(test.app, secret)
    const { startsAt } = await findBooking(id)
    test.clock.time = new Date(startsAt.getTime() - hours * 3_600_000)
    await cancelBooking(test.app, { id, by: 'mentee', shown: 0 as MinorUnits })
    expect(await listRedeemed(test)).toEqual([redeemed])
    expect(await findCode(test.db, 'SCHOLAR')).toBeDefined()
  })
})

/** As the sweeper does, while the payment service has not said yet that the checkout is paid. */
async function expireUnpaid(id: string): Promise<void> {
  await transact(test.db, (tx) => expireHold(tx, id, test.clock.time))
}
