/** Webhook events: each is recorded once, by the workflow in which it happens, or not at all. */
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { WebhookKind } from '#domain/webhooks/webhook'
import { toMinorUnits } from '#domain/payments/money'
import { completeEnded } from '#server/bookings/after-session/complete'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { moveSession } from '#server/bookings/session-moves/move-session'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { transact } from '#server/platform/db/connect'
import { makePayoutBatch } from '#server/payouts/payouts'
import { sendTestEvent } from '#server/public-api/webhooks/endpoints'
import { WEBHOOK_DATA } from '#server/public-api/webhooks/events-api'
import { recordBookingEvent } from '#server/platform/events/record-event'
import { addSeller, bookedWithCredit, buyPackage } from '../../../tests/support/bookings/packages.ts'
import { bookPaid, inKolkata } from '../../../tests/support/bookings/paid-session.ts'
import { joinPaid, addOpenCohort } from '../../../tests/support/bookings/seats.ts'
import { addAcceptedMentor } from '../../../tests/support/mentors/applicants.ts'
import { holdSessions, sell, someone, withPayee } from '../../../tests/support/payments/payouts.ts'
import { transferDue, withAccount } from '../../../tests/support/payments/transfers.ts'
import { addCode } from '../../../tests/support/discounts/codes.ts'
import { heldWithCode } from '../../../tests/support/discounts/held-codes.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { addReceiver, deliveries } from '../../../tests/support/webhooks.ts'

useProduct({ accounts: true })

/** What was written, each with exactly the fields that the API's document has for it. */
const events = async () => {
  const written = test.db.selectFrom('webhookEvents').select(['kind', 'body'])
  const rows = await written.orderBy('createdAt').orderBy('kind').execute()
  return rows.map(({ kind, body }) => {
    const event = JSON.parse(body) as { data: Record<string, unknown> }
    const { data } = WEBHOOK_DATA[kind as WebhookKind]
    expect((data as z.ZodObject).strict().parse(event.data), kind).toEqual(event.data)
    return { kind, ...event }
  })
}
const kinds = async () => (await events()).map(({ kind }) => kind)

const findPayment = (id: string) =>
  test.db.selectFrom('bookings').select(['checkoutId', 'paymentIntent']).where('id', '=', id).executeTakeFirstOrThrow()

describe('a booking', () => {
  it('is reported when it is confirmed, moved and cancelled, once each, however often that repeats', async () => {
    await addReceiver(test)
    const mentor = await addMentor(test)
    const { id, checkoutId } = await bookPaid(test, { mentor })
    await settleCheckout(test.app, checkoutId)
    const to = inKolkata(12, '15:30')
    await moveSession(test.app, { id, startsAt: to, revision: 0 })
    await moveSession(test.app, { id, startsAt: to, revision: 0 })
    const cancel = () => cancelBooking(test.app, { id, by: 'mentee', shown: toMinorUnits(0) })
    await Promise.all([cancel(), cancel()])
    const event = await events()
    const booking = {
      bookingId: id,
      mentorId: mentor.id,
      sessionTypeId: mentor.sessionTypeIds[0],
      cohortId: null,
      minutes: 60,
      price: { amount: 4_500, currency: 'GBP' },
      discount: null,
      package: null,
    }
    const byKind = Object.fromEntries(event.map(({ kind, data }) => [kind, data]))
    expect(event).toHaveLength(3)
    expect(byKind).toMatchObject({
      'booking.confirmed': { ...booking, status: 'confirmed', startsAt: inKolkata(11, '14:30').toISOString() },
      'booking.moved': {
        ...booking,
        status: 'confirmed',
        startsAt: to.toISOString(),
        movedFrom: inKolkata(11, '14:30').toISOString(),
      },
      'booking.cancelled': { ...booking, status: 'cancelled', cancelledBy: 'mentee' },
    })
  })

  it('is reported without personal data, also a seat in a cohort', async () => {
    await addReceiver(test)
    await addOpenCohort(test)
    await joinPaid(test)
    expect(await events()).toMatchObject([
      { data: { mentorId: null, cohortId: expect.any(String), status: 'confirmed' } },
    ])
    const { id } = await bookPaid(test)
    const booking = await test.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const bodies = (await test.db.selectFrom('webhookEvents').select('body').execute()).map(({ body }) => body)
    const body = bodies.find((each) => each.includes(booking.reference))!
    for (const secret of [booking.menteeName, booking.menteeEmail, booking.menteePhone, booking.topic, 'Grace'])
      if (secret) expect(body).not.toContain(secret)
    expect(Object.keys(JSON.parse(body).data).toSorted().join(' ')).toBe(
      'bookingId cohortId discount mentorId minutes package price reference sessionTypeId startsAt status',
    )
  })

  it('is reported with what a code took off, or with its package, by the package’s reference', async () => {
    await addReceiver(test, { events: ['booking.confirmed'] })
    await addCode(test, { code: 'FIFTH', percent: 20 })
    const { checkoutId } = await heldWithCode(test, await addMentor(test), { code: 'FIFTH', browser: 'grace' })
    await payCheckout(test, checkoutId!)
    await settleCheckout(test.app, checkoutId!)
    test.clock.forward(1)
    const bought = await buyPackage(test, await addSeller(test))
    test.clock.forward(1)
    await bookedWithCredit(test, bought.id)
    expect((await events()).map(({ data }) => [data['price'], data['discount'], data['package']])).toEqual([
      [{ amount: 3_600, currency: 'GBP' }, { amount: 900, currency: 'GBP' }, null],
      [{ amount: 10_000, currency: 'GBP' }, null, bought.reference],
      [{ amount: 3_334, currency: 'GBP' }, null, bought.reference],
    ])
  })

  it('is reported when its session took place', async () => {
    await addReceiver(test, { events: ['booking.completed'] })
    const { id } = await bookPaid(test)
    test.clock.forward(7 * 24 * 60)
    await Promise.all([completeEnded(test.app, 10), completeEnded(test.app, 10)])
    expect(await events()).toMatchObject([{ kind: 'booking.completed', data: { bookingId: id, status: 'completed' } }])
  })

  it('and its event are written together: neither stays without the other', async () => {
    await addReceiver(test)
    const { id } = await bookPaid(test)
    await test.db.deleteFrom('webhookEvents').execute()
    const undone = transact(test.db, async (tx) => {
      await recordBookingEvent(test.app, tx, 'booking.completed', id)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await deliveries(test)).toEqual([])
  })
})

describe('an event without a booking', () => {
  it('reports an accepted mentor, or is a test that names its endpoint and nothing else', async () => {
    const { id, by } = await addReceiver(test)
    const { mentorId } = await addAcceptedMentor(test)
    await sendTestEvent(test.app, by, id)
    expect(await events()).toMatchObject([
      { kind: 'mentor.accepted', data: { mentorId, slug: 'elif-demir', status: 'accepted' } },
      { kind: 'test', data: { endpointId: id } },
    ])
  })
})

describe('a payout', () => {
  it('is reported when it is in a batch', async () => {
    await addReceiver(test, { events: ['payout.ready'] })
    const ada = await addMentor(test)
    await withPayee(test, ada.id)
    const admin = await someone(test, 'payer@example.com')
    await sell(test, ada)
    await holdSessions(test)
    const made = await makePayoutBatch(test.app, admin, 'GBP')
    await makePayoutBatch(test.app, admin, 'GBP')
    const data = { mentorId: ada.id, status: 'ready', batchId: made.ok && made.value.id, amount: { currency: 'GBP' } }
    expect(await events()).toMatchObject([{ kind: 'payout.ready', data }])
  })
})

describe('a transfer to a mentor', () => {
  it('is reported when Stripe refuses it, once for each reason, when it is sent, and when a part is taken back', async () => {
    test.app.config = { ...test.app.config, PAYOUTS: 'connect', FEE_PERCENT: 10 }
    await addReceiver(test, { events: ['transfer.sent', 'transfer.refused', 'transfer.reversed'] })
    const ada = await addMentor(test)
    await withPayee(test, ada.id)
    await withAccount(test, ada.id)
    const bookingId = await sell(test, ada)
    await holdSessions(test)
    await test.stripe.control.transfers({ call: 'transfer', code: 'balance_insufficient', times: 2 })
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await transferDue(test)
      await test.hastenRetries()
      test.clock.forward(1) // So that events are in order.
    }
    const { checkoutId, paymentIntent } = await findPayment(bookingId)
    await test.stripe.control.refund(checkoutId!, 1_500)
    await settleRefunds(test.app, paymentIntent!)
    await transferDue(test)
    const of = { transferId: expect.any(String), bookingId, mentorId: ada.id }
    const money = (amount: number) => ({ amount, currency: 'GBP' })
    expect((await events()).map(({ data }) => data)).toEqual([
      { ...of, status: 'refused', amount: money(4_050), reason: 'balance_insufficient' },
      { ...of, status: 'sent', amount: money(4_050) },
      { ...of, status: 'reversed', amount: money(1_350), reversalId: expect.any(String) },
    ])
  })

  it('is reported when the account takes none, though it is not kept', async () => {
    test.app.config = { ...test.app.config, PAYOUTS: 'connect' }
    await addReceiver(test, { events: ['transfer.refused'] })
    const ada = await addMentor(test)
    await withPayee(test, ada.id)
    const account = await withAccount(test, ada.id)
    await sell(test, ada)
    await holdSessions(test)
    await test.stripe.control.restrict(account)
    for (let round = 1; round <= 2; round += 1) await transferDue(test)
    expect(await events()).toMatchObject([
      { data: { mentorId: ada.id, reason: 'insufficient_capabilities_for_transfer' } },
    ])
  })
})

describe('an event', () => {
  it('is written for the endpoints that want it and are on, and not at all if there is none', async () => {
    await bookPaid(test)
    expect(await kinds()).toEqual([])
    await addReceiver(test, { events: ['booking.moved'], path: '/moved' })
    const all = await addReceiver(test, { path: '/all' })
    const off = await addReceiver(test, { path: '/off' })
    await test.db
      .updateTable('webhookEndpoints')
      .set({ isOn: false, offReason: 'admin' })
      .where('id', '=', off.id)
      .execute()
    await bookPaid(test, { startsAt: inKolkata(12, '14:30'), email: 'joan@example.com' })
    expect(await kinds()).toEqual(['booking.confirmed'])
    expect((await deliveries(test)).map(({ endpointId }) => endpointId)).toEqual([all.id])
  })
})
