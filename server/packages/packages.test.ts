/** Packages are bought once, used session by session, and refunded by the share of each. */
import { beforeEach, describe, expect, it } from 'vitest'
import { creditState } from '#domain/packages/package'
import { toMinorUnits } from '#domain/payments/money'
import { useProduct, test } from '../../tests/support/product/lifecycle.ts'
import {
  addSeller,
  bookedWithCredit,
  buyPackage,
  completeSessions,
  holdOnePackage,
  PACKAGE_PRICE,
  packageRequest,
  useCredit,
} from '../../tests/support/bookings/packages.ts'
import { holdRequest, TUESDAY } from '../../tests/support/bookings/requests.ts'
import { addDecider, VISITOR } from '../../tests/support/bookings/sessions.ts'
import { someBuyer } from '../../tests/support/bookings/seats.ts'
import { payCheckout } from '../../tests/support/payments/checkout.ts'
import { findStatementFaults } from '../../tests/support/payments/statement-books.ts'
import { completeByMentor } from '../bookings/after-session/complete.ts'
import { reportProblem, resolveProblem } from '../bookings/after-session/problem.ts'
import { cancelBooking } from '../bookings/cancellation/cancel.ts'
import { cancelBookingsOfMentor } from '../bookings/cancellation/mentor-cancellation.ts'
import { listCredits } from '../bookings/credits/credits-queries.ts'
import { holdSlot } from '../bookings/holds/hold.ts'
import { settleCheckout } from '../bookings/settlement/settle.ts'
import { replacePackages } from '../mentors/packages/packages-queries.ts'
import { listEarnings } from '../payouts/earnings-queries.ts'
import { transact } from '../platform/db/connect.ts'
import { eraseGuest } from '../privacy/erase-bookings.ts'
import { holdPackage } from './hold-package.ts'

useProduct()

const DAY_MINUTES = 1_440
const SHARES = [3_334, 3_333, 3_333]
const NOTHING = toMinorUnits(0)

let seller: Awaited<ReturnType<typeof addSeller>>
beforeEach(async () => {
  test.app.config = { ...test.app.config, FEE_PERCENT: 15 }
  seller = await addSeller(test)
})

const states = async (packageId: string) => (await listCredits(test.db, packageId)).map(creditState)
const booking = (id: string) =>
  test.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const refunds = async () =>
  (await test.db.selectFrom('refunds').select('amountPence').orderBy('createdAt').execute()).map(
    (row) => row.amountPence,
  )
/** The ledger of a booking, in the order in which it was written. */
const ledger = async (id: string) => {
  const rows = await test.db
    .selectFrom('ledger')
    .select(['kind', 'amountPence'])
    .where('bookingId', '=', id)
    .orderBy('createdAt')
    .orderBy('kind')
    .orderBy('amountPence')
    .execute()
  return rows.map(({ kind, amountPence }) => `${kind} ${amountPence}`)
}
const earned = async () => (await listEarnings(test.db, { mentorId: seller.id })).map(({ kept, fees }) => kept - fees)
describe('buying a package', () => {
  it('gives as many credits as it has sessions, whose shares are its price, and earns its mentor nothing yet', async () => {
    const { id, reference } = await buyPackage(test, seller)
    expect(await booking(id)).toMatchObject({
      status: 'confirmed',
      pricePence: PACKAGE_PRICE,
      reference,
      mentorId: null,
    })
    expect((await booking(id)).startsAt).toEqual(new Date('2031-01-07T09:00:00Z'))
    expect((await listCredits(test.db, id)).map(({ share }) => share)).toEqual(SHARES)
    expect(await ledger(id)).toEqual(['charge 10000', 'deferred -10000'])
    expect(await earned()).toEqual([])
  })

  it('is refused at another price than was shown, for what is not on offer, and once it is no reduction', async () => {
    const shown = { amount: toMinorUnits(9_000), currency: 'GBP' }
    const buyer = { client: someBuyer('grace@example.com'), accountId: null }
    const hold = (more = {}) => holdPackage(test.app, packageRequest(seller.sessionTypeId, undefined, more), buyer)
    const code = async (held: ReturnType<typeof hold>) =>
      held.then((result) => (result.ok ? 'held' : result.error.code))
    expect(await code(hold({ expectedPrice: shown }))).toBe('price_changed')
    expect(await code(hold({ sessions: 5 }))).toBe('not_offered')
    await test.db
      .updateTable('mentors')
      .set({ pricePence: toMinorUnits(3_300) })
      .execute()
    expect(await code(hold())).toBe('not_offered')
    await test.db
      .updateTable('mentors')
      .set({ pricePence: toMinorUnits(4_500), currency: 'EUR' })
      .execute()
    expect(await code(hold())).toBe('not_offered')
    await replacePackages(test.db, seller.id, [])
    expect(await test.db.selectFrom('bookings').select('id').execute()).toEqual([])
  })

  it('gives the same browser the same checkout, also for double clicks, and no credit before it is paid', async () => {
    const [held, ...others] = await Promise.all([1, 2, 3].map(() => holdOnePackage(test, seller)))
    for (const other of [...others, await holdOnePackage(test, seller)]) expect(other).toEqual(held)
    expect(await useCredit(test, held!.id)).toMatchObject({ ok: false, error: { code: 'no_credit' } })
  })

  it('goes back in full when its mentor was suspended before the payment came', async () => {
    const { id, checkoutId } = await holdOnePackage(test, seller)
    await test.db.updateTable('mentors').set({ status: 'suspended' }).execute()
    await payCheckout(test, checkoutId)
    await settleCheckout(test.app, checkoutId)
    await test.runJobs()
    expect(await booking(id)).toMatchObject({ status: 'expired' })
    expect(await refunds()).toEqual([PACKAGE_PRICE])
    expect(await ledger(id)).toEqual(['charge 10000', 'deferred -10000', 'deferred 10000', 'refund -10000'])
  })
})

describe('a session of a package', () => {
  it('is confirmed at once for its share, is no free session, and earns its mentor that share once it is held', async () => {
    const { id } = await buyPackage(test, seller)
    const sessionId = await bookedWithCredit(test, id)
    expect(await booking(sessionId)).toMatchObject({ status: 'confirmed', pricePence: 3_334, mentorId: seller.id })
    expect(await states(id)).toEqual(['booked', 'open', 'open'])
    expect(await earned()).toEqual([])
    await completeSessions(test, 4)
    expect(await states(id)).toEqual(['used', 'open', 'open'])
    expect(await ledger(sessionId)).toEqual(['deferred 3334', 'fee 500'])
    expect(await earned()).toEqual([2_834])
    expect(await findStatementFaults(test.db)).toEqual([])
  })

  it(
    'is booked 3 times of 100 at once with the same package, and never a fourth time',
    { timeout: 120_000 },
    async () => {
      const { id } = await buyPackage(test, seller)
      const all = await Promise.all(Array.from({ length: 100 }, (_, n) => useCredit(test, id, n % 14)))
      expect(all.filter(({ ok }) => ok)).toHaveLength(3)
      expect(await states(id)).toEqual(['booked', 'booked', 'booked'])
      const sessions = await test.db.selectFrom('bookings').select('id').where('mentorId', '=', seller.id).execute()
      expect(sessions).toHaveLength(3)
    },
  )

  it('takes the last credit in one of two tabs', async () => {
    const { id } = await buyPackage(test, seller)
    for (const days of [0, 1]) await bookedWithCredit(test, id, days)
    const tabs = await Promise.all([useCredit(test, id, 2), useCredit(test, id, 3)])
    expect(tabs.map((tab) => (tab.ok ? 'booked' : tab.error.code)).toSorted()).toEqual(['booked', 'no_credit'])
  })

  it('leaves its credit when the time is taken, and shows the nearest free times', async () => {
    const { id } = await buyPackage(test, seller)
    await holdSlot(test.app, holdRequest(seller.sessionTypeId, { email: 'ada@example.com' }))
    const refused = await useCredit(test, id)
    expect(refused).toMatchObject({ ok: false, error: { code: 'slot_taken', alternatives: { length: 3 } } })
    expect(await states(id)).toEqual(['open', 'open', 'open'])
  })

  it('cannot begin after the end of its package', async () => {
    const { id } = await buyPackage(test, seller)
    await test.db
      .updateTable('bookings')
      .set({ startsAt: new Date(TUESDAY) })
      .where('id', '=', id)
      .execute()
    expect(await useCredit(test, id)).toMatchObject({ ok: false, error: { code: 'after_end' } })
  })

  it('gives its credit back when it is cancelled in time or by its mentor, and no money moves', async () => {
    const { id } = await buyPackage(test, seller)
    const [first, second] = [await bookedWithCredit(test, id, 3), await bookedWithCredit(test, id, 4)]
    const cancelled = await cancelBooking(test.app, { id: first, by: 'mentee', shown: toMinorUnits(3_334) })
    expect(cancelled).toEqual({ ok: true, value: { refund: 3_334 } })
    test.clock.forward(3.9 * DAY_MINUTES)
    expect(await cancelBooking(test.app, { id: second, by: 'mentor', shown: NOTHING })).toMatchObject({ ok: true })
    expect(await states(id)).toEqual(['open', 'open', 'open'])
    expect(await refunds()).toEqual([])
    expect(await ledger(id)).toEqual(['charge 10000', 'deferred -10000'])
  })

  it('uses its credit when it is cancelled too late or missed, and the mentor is paid', async () => {
    const { id } = await buyPackage(test, seller)
    const sessionId = await bookedWithCredit(test, id, 3)
    test.clock.forward(3.5 * DAY_MINUTES)
    const late = { id: sessionId, by: 'mentee', shown: toMinorUnits(3_334) } as const
    expect(await cancelBooking(test.app, late)).toMatchObject({ ok: false, error: { code: 'refund_changed' } })
    expect(await cancelBooking(test.app, { ...late, shown: NOTHING })).toMatchObject({ ok: true, value: { refund: 0 } })
    expect(await states(id)).toEqual(['used', 'open', 'open'])
    expect(await ledger(sessionId)).toEqual(['deferred 3334', 'fee 500'])
  })

  it('gives its credit back, and takes back what it earned, when an admin decides so after a problem', async () => {
    const { id } = await buyPackage(test, seller)
    const sessionId = await bookedWithCredit(test, id)
    test.clock.time = new Date('2030-01-08T10:01:00Z')
    await completeByMentor(test.app, sessionId, { note: '', steps: [], actor: VISITOR })
    await reportProblem(test.app, sessionId, { side: 'mentee', actor: VISITOR, text: 'No sound' })
    const problem = await test.db.selectFrom('problems').select('id').executeTakeFirstOrThrow()
    expect(await earned()).toEqual([2_834])
    test.clock.forward(1)
    const decision = { refund: 'all', answer: 'Sorry', ...(await addDecider(test)) } as const
    expect(await resolveProblem(test.app, problem.id, decision)).toMatchObject({ ok: true })
    expect(await states(id)).toEqual(['open', 'open', 'open'])
    expect(await ledger(sessionId)).toEqual(['deferred 3334', 'fee 500', 'deferred -3334', 'fee -500'])
    expect(await earned()).toEqual([0])
    expect(await findStatementFaults(test.db)).toEqual([])
  })
})

describe('what is left of a package', () => {
  it('is refunded by the share of each session that is not booked, when its buyer asks, once', async () => {
    const { id } = await buyPackage(test, seller)
    const sessionId = await bookedWithCredit(test, id, 1)
    const cancel = (shown: number) => cancelBooking(test.app, { id, by: 'mentee', shown: toMinorUnits(shown) })
    expect(await cancel(6_667)).toMatchObject({ ok: false, error: { code: 'refund_changed', refund: 6_666 } })
    const twice = await Promise.all([cancel(6_666), cancel(6_666)])
    expect(twice.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    await test.runJobs()
    expect(await refunds()).toEqual([6_666])
    expect(await states(id)).toEqual(['booked', 'refunded', 'refunded'])
    expect(await booking(sessionId)).toMatchObject({ status: 'confirmed' })
    await completeSessions(test, 6)
    expect(await earned()).toEqual([2_834])
  })

  it('is refunded with a session that is cancelled in time after the package was', async () => {
    const { id } = await buyPackage(test, seller)
    const sessionId = await bookedWithCredit(test, id, 5)
    await cancelBooking(test.app, { id, by: 'mentee', shown: toMinorUnits(6_666) })
    await cancelBooking(test.app, { id: sessionId, by: 'mentee', shown: toMinorUnits(3_334) })
    await test.runJobs()
    expect((await refunds()).toSorted()).toEqual([3_334, 6_666])
    expect(await states(id)).toEqual(['refunded', 'refunded', 'refunded'])
  })

  it('goes back when its mentor leaves, with sessions to come and without those that were held', async () => {
    const { id } = await buyPackage(test, seller)
    await bookedWithCredit(test, id)
    await completeSessions(test, 4)
    const ahead = await bookedWithCredit(test, id, 9)
    await transact(test.app.db, async (tx) => {
      await tx.updateTable('mentors').set({ status: 'withdrawn' }).execute()
      expect(await cancelBookingsOfMentor(test.app, tx, seller.id)).toBe(1)
    })
    await test.runJobs()
    expect(await booking(ahead)).toMatchObject({ status: 'cancelled' })
    expect(await booking(id)).toMatchObject({ status: 'cancelled', cancelledBy: 'product' })
    expect(await states(id)).toEqual(['used', 'refunded', 'refunded'])
    expect(await refunds()).toEqual([6_666])
    expect(await earned()).toEqual([2_834])
  })

  it('goes back when its buyer is erased', async () => {
    const { id } = await buyPackage(test, seller)
    await bookedWithCredit(test, id, 5)
    const erased = await eraseGuest(test.app, { id, shown: toMinorUnits(6_666) })
    expect(erased).toMatchObject({ ok: true, value: { refund: 6_666, cancelled: true } })
    expect(await booking(id)).toMatchObject({ menteeName: 'Erased', status: 'cancelled' })
  })

  it('is its mentor’s once its year has ended', async () => {
    const { id } = await buyPackage(test, seller)
    await bookedWithCredit(test, id)
    await completeSessions(test, 4)
    await completeSessions(test, 364)
    expect(await booking(id)).toMatchObject({ status: 'completed' })
    expect(await states(id)).toEqual(['used', 'lapsed', 'lapsed'])
    expect((await earned()).toSorted()).toEqual([2_834, 5_666])
    expect(await useCredit(test, id, 370)).toMatchObject({ ok: false, error: { code: 'no_credit' } })
    expect(await findStatementFaults(test.db)).toEqual([])
  })
})
