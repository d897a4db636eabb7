/** Joining a cohort: seats are held, paid and given back as sessions are, and none is sold twice. */
import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { mailsTo } from '../../../tests/support/accounts/accounts.ts'
import {
  addOpenCohort,
  holdOneSeat,
  joinPaid,
  seatRequest,
  SLUG,
  someBuyer,
} from '../../../tests/support/bookings/seats.ts'
import { addCode } from '../../../tests/support/discounts/codes.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { cancelBooking } from '../../bookings/cancellation/cancel.ts'
import { eraseGuest } from '../../privacy/erase-bookings.ts'
import { confirmFreeSession } from '../../bookings/holds/free-sessions.ts'
import { holdSlot } from '../../bookings/holds/hold.ts'
import { hashSecret, releaseHold } from '../../bookings/holds/release.ts'
import { settleCheckout } from '../../bookings/settlement/settle.ts'
import { sweep } from '../../bookings/sweep/sweep.ts'
import { REOPEN_DAYS } from '#domain/accounts/account'
import { closeAccount, readLeaving } from '#server/privacy/leaving/close-account'
import { runJob } from '#server/jobs'
import { publishCohorts } from '#server/cohorts/publishing'
import { readTotals } from '#server/payments/ledger-queries'
import { holdSeat } from './hold-seat.ts'
import { findSeat } from './seats-queries.ts'
import { withdrawCohort } from './withdraw.ts'

useProduct()

const NETWORK = { network: '203.0.113.9', farNetwork: null }

const PAID = toMinorUnits(6_000)
const statuses = async () => {
  const rows = await test.db.selectFrom('bookings').select('status').orderBy('createdAt').orderBy('status').execute()
  return rows.map(({ status }) => status)
}
const findStatus = async (id: string) =>
  (await test.db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const numbers = async () => {
  const rows = await test.db.selectFrom('seats').select('number').orderBy('number').execute()
  return rows.map(({ number }) => number)
}
const subjects = async (email: string) => (await mailsTo(test, email)).map(({ subject }) => subject)
const join = (email: string, more: Parameters<typeof seatRequest>[1] = {}) =>
  holdSeat(test.app, seatRequest(email, more), someBuyer(email), null)
const kept = async () => (await readTotals(test.db, { currency: 'GBP' })).kept

describe('the seats of a cohort', () => {
  it('go to 15 of 200 who want one at once, one each', { timeout: 120_000 }, async () => {
    await addOpenCohort(test)
    const requested = await Promise.all(Array.from({ length: 200 }, (_, n) => join(`mentee${n}@example.com`)))
    const refused = requested.flatMap((held) => (held.ok ? [] : [held.error.code]))
    expect(refused).toEqual(Array.from({ length: 185 }, () => 'full'))
    expect(await numbers()).toEqual(Array.from({ length: 15 }, (_, n) => n + 1))
    expect(await statuses()).toEqual(Array.from({ length: 15 }, () => 'held'))
  })

  it('is one for a browser that asks twice at once, with one checkout', async () => {
    await addOpenCohort(test)
    const held = await Promise.all([join('grace@example.com'), join('grace@example.com')])
    expect(held.map((one) => one.ok && one.value.checkoutId)).toEqual([expect.any(String), expect.any(String)])
    expect(new Set(held.map((one) => one.ok && one.value.checkoutId)).size).toBe(1)
    expect(await numbers()).toEqual([1])
  })

  it('are given up by a browser that comes back with another address', async () => {
    await addOpenCohort(test)
    const first = await holdOneSeat(test)
    await holdSeat(test.app, seatRequest('other@example.com'), someBuyer('grace@example.com'), null)
    expect(await findStatus(first.id)).toBe('expired')
    expect(await numbers()).toEqual([1])
  })

  it('are free again when a hold is released, and when it was not paid in time', async () => {
    await addOpenCohort(test, { menteesCount: '2' })
    const released = await holdOneSeat(test)
    await releaseHold(test.app, { ...released, pricePence: PAID })
    await holdOneSeat(test, 'a@example.com')
    await holdOneSeat(test, 'b@example.com')
    expect(await join('late@example.com')).toEqual({ ok: false, error: { code: 'full' } })
    test.clock.forward(60)
    expect(await join('late@example.com')).toMatchObject({ ok: true })
    await sweep(test.app)
    expect(await numbers()).toHaveLength(1)
  })

  it('stay with a hold that is overdue while the machine’s clock is wrong', async () => {
    await addOpenCohort(test, { menteesCount: '2' })
    for (const email of ['a@example.com', 'b@example.com']) await holdOneSeat(test, email)
    test.clock.forward(40)
    test.app.clockAgrees = false
    expect(await join('grace@example.com')).toEqual({ ok: false, error: { code: 'full' } })
    expect(await statuses()).toEqual(['held', 'held'])
    test.app.clockAgrees = true
    expect(await join('grace@example.com')).toMatchObject({ ok: true })
  })

  it('are not held where cohorts are hidden, the cohort has begun, the mentor may not earn, or the price is another', async () => {
    const { admin, by } = await addOpenCohort(test)
    const refused = async (more = {}) => {
      const held = await join('grace@example.com', more)
      return held.ok ? 'held' : held.error
    }
    const changed = { code: 'price_changed', price: PAID, currency: 'GBP' }
    expect(await refused({ expectedPrice: { amount: toMinorUnits(5_000), currency: 'GBP' } })).toEqual(changed)
    expect(await refused({ expectedPrice: { amount: PAID, currency: 'EUR' } })).toEqual(changed)
    expect(await refused({ slug: 'nowhere' })).toEqual({ code: 'not_open' })
    const mentor = test.db.updateTable('mentors').where('accountId', '=', by.session.accountId)
    await mentor.set({ status: 'suspended' }).execute()
    expect(await refused()).toEqual({ code: 'not_open' })
    await mentor.set({ status: 'paused' }).execute()
    await publishCohorts(test.app, admin, false)
    expect(await refused()).toEqual({ code: 'not_open' })
    await publishCohorts(test.app, admin, true)
    const before = test.clock.time
    test.clock.time = new Date('2030-09-02T00:00:00Z')
    expect(await refused()).toEqual({ code: 'not_open' })
    test.clock.time = before
    expect(await refused()).toBe('held')
  })

  it('cost less with a code, which the last of two who use it at once cannot, until the first gives the seat up', async () => {
    await addOpenCohort(test)
    await addCode(test, { code: 'LYON25', percent: 25, appliesTo: 'cohorts', maxRedemptions: 1 })
    const withCode = (email: string) => join(email, { code: 'lyon-25' })
    const held = await Promise.all([withCode('a@example.com'), withCode('b@example.com')])
    expect(held.flatMap((one) => (one.ok ? [] : [one.error]))).toEqual([{ code: 'code_not_valid', reason: 'used_up' }])
    const { bookingId: id, checkoutId } = held.flatMap((one) => (one.ok ? [one.value] : []))[0]!
    await payCheckout(test, checkoutId!)
    await settleCheckout(test.app, checkoutId!)
    expect(await findSeat(test.db, id)).toMatchObject({
      status: 'confirmed',
      paidAmountPence: 4_500,
      discountPence: 1_500,
      discountCode: 'LYON25',
    })
    await cancelBooking(test.app, { id, by: 'mentee', shown: toMinorUnits(4_500) })
    await test.runJobs()
    expect(await kept()).toBe(0)
    expect(await withCode('c@example.com')).toMatchObject({ ok: true })
  })

  it('count with sessions for the limits of holds', async () => {
    test.app.config = { ...test.app.config, HOLDS_PER_ADDRESS: 2 }
    await addOpenCohort(test)
    await holdSlot(test.app, holdRequest((await addMentor(test)).sessionTypeIds[0]!), { ...NETWORK, browser: 'a' })
    const ask = async (email: string) => {
      const held = await holdSeat(test.app, seatRequest(email), { ...NETWORK, browser: email }, null)
      return held.ok || held.error.code
    }
    expect([await ask('b@example.com'), await ask('c@example.com')]).toEqual([true, 'too_many_holds'])
  })
})

describe('a payment for a seat', () => {
  it('confirms it once, however often the webhook comes, and notifies both', async () => {
    await addOpenCohort(test)
    const { id, checkoutId } = await joinPaid(test)
    await Promise.all([settleCheckout(test.app, checkoutId), settleCheckout(test.app, checkoutId)])
    expect(await findStatus(id)).toBe('confirmed')
    expect(await kept()).toBe(PAID)
    expect(await subjects('grace@example.com')).toEqual(['You have joined “First term in Lyon”'])
    expect(await subjects('elif@example.com')).toContain('Grace Hopper has joined “First term in Lyon”')
  })

  it('is in the currency of the cohort', async () => {
    const { cohortId } = await addOpenCohort(test)
    const price = { currency: 'JPY', pricePence: toMinorUnits(4_500) }
    await test.db.updateTable('cohorts').set(price).where('id', '=', cohortId).execute()
    const { id } = await joinPaid(test)
    const ledger = test.db.selectFrom('ledger').select(['kind', 'amountPence', 'currency']).where('bookingId', '=', id)
    expect(await ledger.execute()).toContainEqual({ kind: 'charge', amountPence: 4_500, currency: 'JPY' })
    expect((await mailsTo(test, 'grace@example.com'))[0]!.text).toContain('¥4,500')
  })

  it('that comes late gets a seat if one is free, and goes back in full if none is', async () => {
    await addOpenCohort(test, { menteesCount: '2' })
    const late = await holdOneSeat(test, 'late@example.com')
    const later = await holdOneSeat(test, 'later@example.com')
    for (const { checkoutId } of [late, later]) await payCheckout(test, checkoutId)
    // As when the service said that both had expired, and was wrong.
    await test.db.updateTable('bookings').set({ status: 'expired' }).execute()
    await test.db.deleteFrom('seats').execute()
    await joinPaid(test, 'quick@example.com')
    await settleCheckout(test.app, late.checkoutId)
    await settleCheckout(test.app, later.checkoutId)
    await test.runJobs()
    expect(await findStatus(late.id)).toBe('confirmed')
    expect(await findStatus(later.id)).toBe('expired')
    expect(await kept()).toBe(2 * PAID)
    expect(await subjects('later@example.com')).toEqual(['Your refund of £60.00 is on its way'])
  })
})

it('a free seat is confirmed by the emailed link, and lapses without it', async () => {
  await addOpenCohort(test, { price: '0' })
  expect(await join('grace@example.com')).toMatchObject({ ok: true, value: { checkoutId: null } })
  const [mail] = await mailsTo(test, 'grace@example.com')
  expect(mail!.subject).toBe('Confirm your free seat in “First term in Lyon”')
  const secret = /\/cohorts\/first-term-in-lyon\/joined\?hold=([\w-]+)/.exec(mail!.text ?? '')![1]!
  expect(await confirmFreeSession(test.app, hashSecret(secret))).toBe('confirmed')
  await join('ada@example.com')
  test.clock.forward(60)
  await sweep(test.app)
  expect((await statuses()).toSorted()).toEqual(['confirmed', 'expired'])
  expect(await numbers()).toEqual([1])
})

it('a seat that is given up returns what its policy says, which is nothing on the day before, and is free again', async () => {
  await addOpenCohort(test)
  const { id } = await joinPaid(test)
  const giveUp = () => cancelBooking(test.app, { id, by: 'mentee', shown: PAID })
  const joinedAt = test.clock.time
  test.clock.time = new Date('2030-09-01T12:00:00Z')
  expect(await giveUp()).toEqual({ ok: false, error: { code: 'refund_changed', refund: 0 } })
  test.clock.time = joinedAt
  expect(await giveUp()).toEqual({ ok: true, value: { refund: PAID } })
  await test.runJobs()
  expect(await kept()).toBe(0)
  expect(await numbers()).toEqual([])
  expect(await subjects('grace@example.com')).toContain('You have left “First term in Lyon”')
  expect(await subjects('elif@example.com')).toContain('Grace Hopper has left “First term in Lyon”')
})

it('a guest who is erased from a seat gives it up first, unless the cohort goes on, and gets back what the policy says; nothing names them any more', async () => {
  await addOpenCohort(test)
  const { id } = await joinPaid(test)
  const joinedAt = test.clock.time
  test.clock.time = new Date('2030-09-10T12:00:00Z')
  expect(await eraseGuest(test.app, { id, shown: toMinorUnits(0) })).toEqual({ ok: false, error: { code: 'open' } })
  expect(await findStatus(id)).toBe('confirmed')
  test.clock.time = joinedAt
  expect(await eraseGuest(test.app, { id, shown: PAID })).toEqual({
    ok: true,
    value: { refund: PAID, cancelled: true },
  })
  await test.runJobs()
  expect(await kept()).toBe(0)
  expect(await numbers()).toEqual([])
  const row = await test.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.status).toBe('cancelled')
  expect(JSON.stringify(row)).not.toMatch(/grace|hopper|07700/i)
  expect(await subjects('grace@example.com')).not.toContain('You have left “First term in Lyon”')
})

describe('a cohort that is withdrawn', () => {
  it('refunds and notifies all members, once, and can be joined no more', async () => {
    const { by, cohortId } = await addOpenCohort(test)
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) await joinPaid(test, email)
    const held = await holdOneSeat(test, 'held@example.com')
    await payCheckout(test, held.checkoutId)
    const twice = await Promise.all([withdrawCohort(test.app, by, cohortId), withdrawCohort(test.app, by, cohortId)])
    expect(twice).toContainEqual({ ok: true, value: { members: 3 } })
    expect(twice).toContainEqual({ ok: false, error: { code: 'not_accepted' } })
    await settleCheckout(test.app, held.checkoutId)
    await test.runJobs()
    expect(await kept()).toBe(0)
    expect(await numbers()).toEqual([])
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
      expect((await subjects(email))[0]).toBe('“First term in Lyon” was cancelled')
    expect(await subjects('held@example.com')).toEqual(['Your refund of £60.00 is on its way'])
    expect(await join('new@example.com', { slug: SLUG })).toEqual({ ok: false, error: { code: 'not_open' } })
  })

  it('is so when its proposer leaves; what was paid and returned stays when they are erased', async () => {
    const { by } = await addOpenCohort(test)
    const { id } = await joinPaid(test)
    expect((await readLeaving(test.app, by.session)).members).toBe(1)
    expect(await closeAccount(test.app, by.session, [], by.client)).toMatchObject({ ok: true })
    await test.runJobs()
    expect(await kept()).toBe(0)
    test.clock.forward(REOPEN_DAYS * 1_440)
    await runJob(test.app, 'forget', {})
    expect(await test.db.selectFrom('cohorts').select('id').execute()).toEqual([])
    const left = test.db.selectFrom('bookings').select(['cohortId', 'paidAmountPence', 'status']).where('id', '=', id)
    expect(await left.execute()).toEqual([{ cohortId: null, paidAmountPence: PAID, status: 'cancelled' }])
  })
})
