import { describe, expect, it } from 'vitest'
import type { CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import { toMinorUnits } from '#domain/payments/money'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { eraseMentees } from '#server/privacy/erase-bookings'
import { lockBooking } from '#server/bookings/queries'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { readMoneyOfBooking } from '#server/payments/booking-money-queries'
import { readTotals } from '#server/payments/ledger-queries'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { formatShortRefund } from '#words/bookings/booking-money'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'
import { passesLock } from '../../../tests/support/database/locks.ts'
import { bookTuesday } from '../../../tests/support/bookings/requests.ts'

useProduct()

const ALL = toMinorUnits(4500)
const HALF = toMinorUnits(2250)
const NOTHING = toMinorUnits(0)

/** A session at 09:00 UTC, paid on Monday: tomorrow's, or under `policy` one that is ten days away. */
async function paid(policy?: CancelPolicy) {
  const mentor = await addMentor(test)
  if (policy) await test.db.updateTable('mentors').set({ cancelPolicy: policy }).where('id', '=', mentor.id).execute()
  const date = policy ? '2030-01-17' : '2030-01-08'
  const checkout = await bookTuesday(test, { mentor, date })
  await payCheckout(test, checkout)
  await settleCheckout(test.app, checkout)
  return booking(checkout)
}

const booking = (checkoutId: string) =>
  test.db.selectFrom('bookings').selectAll().where('checkoutId', '=', checkoutId).executeTakeFirstOrThrow()
const cancelMail = async () => (await test.mails()).find(({ subject }) => subject.startsWith('Cancelled: '))!
const row = (id: string) => test.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const refunds = async () =>
  (await test.db.selectFrom('refunds').selectAll().orderBy('createdAt').orderBy('key').execute()).map(
    ({ amountPence, reason, status }) => `${amountPence} ${reason} ${status}`,
  )
const concerns = () => test.db.selectFrom('concerns').select('kind').execute()
const subjects = async () => (await test.mails()).map(({ subject }) => subject)
const shown = async (id: string) => formatShortRefund((await readMoneyOfBooking(test.db, id))!)
const hoursBefore = ({ startsAt }: { startsAt: Date }, hours: number, seconds = 0) =>
  new Date(startsAt.getTime() - hours * 3_600_000 + seconds * 1000)

describe('cancelling', () => {
  it('ends the session, frees the time, returns the price once and notifies the mentee of the exact sum', async () => {
    const { id, paymentIntent } = await paid()
    expect(await cancelBooking(test.app, { id, by: 'mentee', shown: ALL })).toEqual({
      ok: true,
      value: { refund: ALL },
    })
    expect(await row(id)).toMatchObject({ status: 'cancelled', cancelledBy: 'mentee', revision: 1 })
    expect(await test.db.selectFrom('claims').selectAll().execute()).toEqual([])
    expect(await shown(id)).toBe('£45.00 being refunded')
    await test.runJobs()
    expect(await refunds()).toEqual(['4500 mentee_cancelled succeeded'])
    expect(await test.app.payments.listRefunds(paymentIntent!)).toHaveLength(1)
    expect(await shown(id)).toBe('£45.00 returned')
    expect(await readTotals(test.db, { currency: 'GBP' })).toEqual({ charged: 4500, refunded: 4500, kept: 0, fees: 0 })
    expect(await concerns()).toEqual([]) // A rule decided: no concern is raised.
    const mail = await cancelMail()
    expect(mail.text).toContain('We’re refunding your payment in full to the card you paid with.')
    expect(mail.text).toContain('Refund: £45.00')
  })

  it('sends the mentee the mentor’s message, in the email, and keeps it until they are erased', async () => {
    const { id } = await paid()
    const message = 'My train is cancelled, too.\n\nSorry. https://example.com/other-times'
    await cancelBooking(test.app, { id, by: 'mentor', shown: ALL, message })
    await test.runJobs()
    const mail = await cancelMail()
    expect(mail.text).toContain(`Ada Lovelace wrote:\n\n“${message}”`)
    expect((await row(id)).cancelMessage).toBe(message)
    await eraseMentees(test.db, [id], test.clock.time)
    expect((await row(id)).cancelMessage).toBe('')
  })

  it('returns what the policy with which it was sold says, whatever the mentor’s is now, and only as it was shown', async () => {
    const { id, mentorId, ...sold } = await paid('moderate')
    await test.db.updateTable('mentors').set({ cancelPolicy: 'flexible' }).where('id', '=', mentorId).execute()
    test.clock.time = hoursBefore(sold, 72, 1)
    expect(await cancelBooking(test.app, { id, by: 'mentee', shown: ALL })).toEqual({
      ok: false,
      error: { code: 'refund_changed', refund: HALF },
    })
    expect(await row(id)).toMatchObject({ status: 'confirmed', revision: 0 })
    expect(await cancelBooking(test.app, { id, by: 'mentee', shown: HALF })).toEqual({
      ok: true,
      value: { refund: HALF },
    })
    await test.runJobs()
    expect(await refunds()).toEqual(['2250 mentee_cancelled succeeded'])
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 2250, kept: 2250 })
    const mail = await cancelMail()
    expect(mail.text).toContain('£22.50 of the £45.00 you paid is refunded')
  })

  it('that returns nothing sends nothing, says so, and keeps no message of a mentee', async () => {
    const { id, ...sold } = await paid('firm')
    test.clock.time = hoursBefore(sold, 72, 1)
    const cancelled = await cancelBooking(test.app, { id, by: 'mentee', shown: NOTHING, message: 'Forged.' })
    expect(cancelled).toMatchObject({ ok: true })
    expect((await row(id)).cancelMessage).toBe('')
    await test.runJobs()
    expect(await refunds()).toEqual([])
    expect(await shown(id)).toBeNull()
    const mail = await cancelMail()
    expect(mail.text).toContain('There’s no refund')
    expect(mail.text).toContain('Refund: £0.00')
    expect(mail.text).not.toContain('five to ten working days')
  })

  it.each(['mentor', 'admin'] as const)(
    'by the %s returns everything until the start, under the strictest policy',
    async (by) => {
      const { id, ...sold } = await paid('firm')
      test.clock.time = hoursBefore(sold, 0, -1)
      expect(await cancelBooking(test.app, { id, by, shown: ALL })).toEqual({ ok: true, value: { refund: ALL } })
      await test.runJobs()
      expect(await refunds()).toEqual([`4500 ${by}_cancelled succeeded`])
    },
  )

  it('is over when the session begins, for everyone, and never possible for an unpaid hold', async () => {
    const { id: hold } = await booking(await bookTuesday(test))
    const answer = await cancelBooking(test.app, { id: hold, by: 'mentee', shown: NOTHING })
    expect(answer).toEqual({ ok: false, error: { code: 'not_confirmed' } })
    const { id, startsAt } = await paid()
    test.clock.time = startsAt
    for (const by of ['mentee', 'mentor', 'admin'] as const)
      expect(await cancelBooking(test.app, { id, by, shown: NOTHING })).toEqual({ ok: false, error: { code: 'begun' } })
  })
})

describe('cancelling at the same moment', () => {
  it('twice cancels once, returns the price once and writes one email', async () => {
    const { id } = await paid()
    const answers = await Promise.all(
      (['mentee', 'mentor', 'mentee', 'admin'] as const).map((by) => cancelBooking(test.app, { id, by, shown: ALL })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.error.code === 'not_confirmed')).toHaveLength(3)
    await test.runJobs()
    expect(await refunds()).toHaveLength(1)
    expect((await subjects()).filter((subject) => subject.startsWith('Cancelled: '))).toHaveLength(1)
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ refunded: 4500, kept: 0 })
  })

  it('waits for a concurrent settlement of the same booking', async () => {
    const { id } = await paid()
    const wasOver = await passesLock(test.db, {
      lock: (tx) => lockBooking(tx, { id }),
      work: () => cancelBooking(test.app, { id, by: 'mentee', shown: ALL }),
    })
    expect(wasOver).toBe(false)
    expect(await row(id)).toMatchObject({ status: 'cancelled' })
  })

  it('as the payment settles again leaves it cancelled', async () => {
    const { id, checkoutId } = await paid()
    await Promise.all([
      cancelBooking(test.app, { id, by: 'mentee', shown: ALL }),
      ...Array.from({ length: 3 }, () => settleCheckout(test.app, checkoutId!)),
    ])
    await test.runJobs()
    await settleCheckout(test.app, checkoutId!)
    expect(await row(id)).toMatchObject({ status: 'cancelled' })
    expect(await refunds()).toEqual(['4500 mentee_cancelled succeeded'])
  })

  it('as a refund made at the service arrives never returns more than was paid', async () => {
    const { id, checkoutId, paymentIntent } = await paid()
    await test.stripe.control.refund(checkoutId!, 1000)
    await Promise.all([
      cancelBooking(test.app, { id, by: 'mentee', shown: toMinorUnits(3500) }),
      settleRefunds(test.app, paymentIntent!),
    ])
    await test.runJobs()
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 4500, kept: 0 })
    expect(await shown(id)).toBe('£45.00 returned')
  })
})

describe('a refund of a cancelled session', () => {
  it('returns, after a partial refund, what its policy says of what is kept', async () => {
    const { id, checkoutId, paymentIntent, ...sold } = await paid('moderate')
    await test.stripe.control.refund(checkoutId!, 1000)
    await settleRefunds(test.app, paymentIntent!)
    test.clock.time = hoursBefore(sold, 72, 1)
    const answer = await cancelBooking(test.app, { id, by: 'mentee', shown: toMinorUnits(1750) })
    expect(answer).toEqual({ ok: true, value: { refund: 1750 } })
    await test.runJobs()
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 2750, kept: 1750 })
    expect(await shown(id)).toBe('£27.50 returned')
  })

  it('counts what is on its way already as gone', async () => {
    const { id, paymentIntent, checkoutId } = await paid()
    await test.stripe.control.refunds({ outcome: 'pending', times: 1 })
    await test.stripe.control.refund(checkoutId!, 1000)
    await settleRefunds(test.app, paymentIntent!)
    expect(await cancelBooking(test.app, { id, by: 'mentor', shown: NOTHING })).toEqual({
      ok: true,
      value: { refund: 3500 },
    })
  })

  it('is called returned only once it succeeded, not while it is pending or sent again after it failed', async () => {
    const { id, paymentIntent } = await paid()
    await test.stripe.control.refunds({ outcome: 'pending', times: 1 })
    await cancelBooking(test.app, { id, by: 'mentee', shown: ALL })
    await test.runJobs()
    expect(await shown(id)).toBe('£45.00 being refunded')
    expect((await cancelMail()).text).not.toMatch(/returned/i)
    const [sent] = await test.app.payments.listRefunds(paymentIntent!)
    await test.stripe.control.settleRefund(sent!.id, 'failed')
    await settleRefunds(test.app, paymentIntent!)
    expect(await shown(id)).toBe('£45.00 being refunded') // The next attempt is queued.
    await test.runJobs()
    expect(await refunds()).toEqual(['4500 mentee_cancelled failed', '4500 mentee_cancelled succeeded'])
    expect(await shown(id)).toBe('£45.00 returned')
  })

  it('that failed three times is looked into, until the operator returns it by hand', async () => {
    const { id, paymentIntent, checkoutId } = await paid()
    await test.stripe.control.refunds({ outcome: 'pending' })
    await cancelBooking(test.app, { id, by: 'mentee', shown: ALL })
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await test.runJobs()
      const sent = (await test.app.payments.listRefunds(paymentIntent!)).find(({ status }) => status === 'pending')
      await test.stripe.control.settleRefund(sent!.id, 'failed')
      await settleRefunds(test.app, paymentIntent!)
    }
    expect(await shown(id)).toBe('£45.00 delayed, we are looking into it')
    expect(await concerns()).toEqual([{ kind: 'refund_failed' }])
    test.clock.forward(10)
    await test.stripe.control.heal()
    await test.stripe.control.refund(checkoutId!)
    await settleRefunds(test.app, paymentIntent!)
    expect(await shown(id)).toBe('£45.00 returned')
  })
})
