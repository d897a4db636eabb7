import { expect, inject, it } from 'vitest'
import type { Checkout, CheckoutStatus } from '#domain/payments/checkout'
import { toMinorUnits } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import { insertClaim } from '#server/bookings/claims-queries'
import { lockSession } from '#server/bookings/queries'
import { transact } from '#server/platform/db/connect'
import { releaseHoldBySecret } from '#server/bookings/holds/release'
import { sendRefund } from '#server/bookings/settlement/refunds'
import { applyCheckout, settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { payCheckout, sandboxSessions } from '../../tests/support/payments/checkout.ts'
import { copyBooking } from '../../tests/support/bookings/copied-bookings.ts'
import { bookTuesday, TUESDAY } from '../../tests/support/bookings/requests.ts'
import { half } from '../../tests/support/halves.ts'

/** On PGlite's one connection transactions take turns: a few rounds show as much as many. The long half has the crowd. */
const isCrowd = inject('database') === 'postgres' && half !== 'short'
const LATE_PAYERS = isCrowd ? 100 : 20
const CANCELLERS = isCrowd ? 50 : 20
const ANSWERS = isCrowd ? 1_000 : 100

useProduct()

const TIMES = ['14:30', '15:30', '16:30', '17:30', '18:30']

/** This many slots on Tuesday, each with a mentor and an hour of its own. */
async function timesFor(count: number) {
  const mentors = []
  for (let n = 0; n < Math.ceil(count / TIMES.length); n += 1) mentors.push(await addMentor(test))
  return mentors.flatMap((mentor) => TIMES.map((time) => ({ mentor, time }))).slice(0, count)
}
type Time = Awaited<ReturnType<typeof timesFor>>[number]

/** Abandoned holds, one for each of the times; the ids of their checkouts. */
async function holdAndLeave(times: Time[], email: string): Promise<string[]> {
  const checkouts = await inBatches(times, ({ mentor, time }) => bookTuesday(test, { mentor, time, email }))
  test.clock.forward(36)
  await sweep(test.app)
  return checkouts
}

/** Ten at a time: many meet, and none waits for long. */
async function inBatches<Item, Value>(items: Item[], run: (item: Item) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  for (let n = 0; n < items.length; n += 10) values.push(...(await Promise.all(items.slice(n, n + 10).map(run))))
  return values
}

const race = <Item>(items: Item[], racers: (item: Item) => Promise<unknown>[]) =>
  inBatches(items, (item) => Promise.all(racers(item)))

const findBookings = (checkouts: string[]) =>
  test.db.selectFrom('bookings').selectAll().where('checkoutId', 'in', checkouts).orderBy('status').execute()
const refunds = () => test.db.selectFrom('refunds').selectAll().execute()
const claims = () => test.db.selectFrom('claims').selectAll().execute()

// Through the sandbox: its sessions, its late payments, its refunds.
it(
  'two simultaneous late payments for one slot confirm one booking and refund the other, every time',
  { timeout: 300_000 },
  async () => {
    const times = await timesFor(LATE_PAYERS)
    const first = await holdAndLeave(times, 'first@example.com')
    const second = await holdAndLeave(times, 'second@example.com')
    await inBatches([...first, ...second], (checkout) => test.stripe.control.payLate(checkout))

    const pairs = times.map((_, n) => [first[n]!, second[n]!])
    await race(pairs, (pair) => pair.flatMap((id) => [settleCheckout(test.app, id), settleCheckout(test.app, id)]))
    await inBatches(await refunds(), ({ id }) => sendRefund(test.app, id))

    for (const pair of pairs) {
      const [winner, loser] = await findBookings(pair)
      expect([winner?.status, loser?.status]).toEqual(['confirmed', 'expired'])
    }
    const returned = await refunds()
    expect(returned).toHaveLength(LATE_PAYERS)
    expect(new Set(returned.map(({ status, amountPence, reason }) => `${status} ${amountPence} ${reason}`))).toEqual(
      new Set(['succeeded 4500 slot_taken']),
    )
    expect(await claims()).toHaveLength(LATE_PAYERS)
    expect(test.faults).toEqual([])
  },
)

// Through the sandbox: it alone decides whether a session is paid or over.
it(
  'a payment in one tab while another releases the hold lets either the payment or the release win, never both',
  { timeout: 300_000 },
  async () => {
    const times = await timesFor(CANCELLERS)
    const checkouts = await inBatches(times, ({ mentor, time }) => bookTuesday(test, { mentor, time }))
    const secrets = new Map(
      (await sandboxSessions(test)).map(({ id, cancel_url }) => [id, new URL(cancel_url!).searchParams.get('hold')!]),
    )
    let paid = 0
    await race(checkouts, (id) => [
      payCheckout(test, id).then(
        () => (paid += 1),
        () => {}, // The page said that the session is over.
      ),
      releaseHoldBySecret(test.app, secrets.get(id)!),
    ])
    for (const id of checkouts) await settleCheckout(test.app, id)

    const statuses = (await findBookings(checkouts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 'confirmed')).toHaveLength(paid)
    expect(statuses.filter((status) => status === 'expired')).toHaveLength(CANCELLERS - paid)
    expect(await claims()).toHaveLength(paid)
    expect(await refunds()).toEqual([])
  },
)

/** Takes the minutes of an expired hold for it, as the next buyer does. False if they are taken. */
const takeMinutes = (id: string) =>
  transact(test.db, async (tx) => {
    if (!(await insertClaim(tx, (await lockSession(tx, { id }))!))) return false
    await tx.updateTable('bookings').set({ status: 'held' }).where('id', '=', id).execute()
    return true
  })

const makeCheckout = (booking: { id: string; checkoutId: string }, status: CheckoutStatus): Checkout => ({
  id: booking.checkoutId,
  url: null,
  status,
  amount: toMinorUnits(4500),
  currency: 'GBP',
  bookingId: booking.id,
  paymentIntent: status === 'paid' ? `pi_${booking.id}` : null,
})

// With answers of the payment service that are made up, and holds written directly.
it(
  'a confirmation, the sweeper and the next buyer at the same moment leave the slot with one person, and refund anyone else who paid',
  { timeout: 300_000 },
  async () => {
    const mentors: Time['mentor'][] = []
    for (let n = 0; n < 10; n += 1) mentors.push(await addMentor(test))
    await bookTuesday(test) // What is copied, since a thousand checkouts would take minutes.
    const slotOf = (n: number) => ({
      mentorId: mentors[n % mentors.length]!.id,
      startsAt: minutesAfter(new Date(TUESDAY), 60 * Math.floor(n / mentors.length)),
    })
    const holders = await copyBooking(test, ANSWERS, slotOf)
    const buyers = await copyBooking(test, ANSWERS, (n) => {
      const own = {
        reference: `B-NEXT-${String(n).padStart(4, '0')}`,
        secretHash: `next ${n}`,
        checkoutId: `cs_next_${n}`,
      }
      return { ...slotOf(n), ...own, status: 'expired' }
    })
    const rivals = holders.map((holder, n) => ({
      holder: { id: holder, checkoutId: `cs_test_copy_${n}` },
      buyer: buyers[n]!,
    }))
    const won = new Map<string, boolean>()
    await race(rivals, ({ holder, buyer }) => [
      applyCheckout(test.app, makeCheckout(holder, 'expired')),
      applyCheckout(test.app, makeCheckout(holder, 'paid')),
      applyCheckout(test.app, makeCheckout(holder, 'paid')),
      takeMinutes(buyer).then((taken) => won.set(buyer, taken)),
    ])

    const statuses = new Map(
      (await test.db.selectFrom('bookings').select(['id', 'status']).execute()).map((row) => [row.id, row.status]),
    )
    const refunded = new Set((await refunds()).map((refund) => refund.bookingId))
    const claimed = new Set((await claims()).map((claim) => claim.bookingId))
    for (const { holder, buyer } of rivals) {
      const lost = won.get(buyer)!
      expect([statuses.get(holder.id), claimed.has(holder.id), refunded.has(holder.id), claimed.has(buyer)]).toEqual(
        lost ? ['expired', false, true, true] : ['confirmed', true, false, false],
      )
    }
    expect(claimed.size).toBe(ANSWERS + 1)
    expect(test.faults).toEqual([])
  },
)
