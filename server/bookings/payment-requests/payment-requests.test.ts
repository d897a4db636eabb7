/** Sessions that someone else pays for by a link: the hold, who may make one, and what happens when it is paid, ends or goes back. */
import { describe, expect, it } from 'vitest'
import { minutesAfter } from '#domain/time/wall-time'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { holdSlot } from '#server/bookings/holds/hold'
import { releaseHold } from '#server/bookings/holds/release'
import { hashToken, payerToken } from '#server/bookings/payment-requests/link'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { transact } from '#server/platform/db/connect'
import { eraseMentees } from '#server/privacy/erase-bookings'
import { toMinorUnits } from '#domain/payments/money'
import { addMentor } from '../../../tests/support/product/app.ts'
import { addQuarterMentor, claimedTimes, startAt } from '../../../tests/support/bookings/moved-holds.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { payCheckout, sandboxSessions } from '../../../tests/support/payments/checkout.ts'

useProduct()

type Mentor = Awaited<ReturnType<typeof addMentor>>
type RequestedHold = { startsAt?: Date; browser?: string; email?: string; payment?: 'now' | 'by_link' }

function ask(
  mentor: Mentor,
  { startsAt = startAt('14:30'), browser = 'one', email, payment = 'by_link' }: RequestedHold = {},
) {
  const request = holdRequest(mentor.sessionTypeIds[0]!, {
    startsAt,
    payment,
    name: 'Grace Hopper',
    email: email ?? `${browser}@example.com`,
  })
  return holdSlot(test.app, request, { browser, network: null, farNetwork: null })
}

async function hold(mentor: Mentor, requested: RequestedHold = {}) {
  const held = await ask(mentor, requested)
  if (!held.ok) throw new Error(held.error.code)
  return { ...held.value, checkoutId: held.value.checkoutId! }
}

const reasonOf = (result: Awaited<ReturnType<typeof ask>>) =>
  result.ok ? 'held' : 'reason' in result.error ? result.error.reason : result.error.code

const mails = async () =>
  (await test.db.selectFrom('outbox').select(['kind', 'recipient']).where('about', '=', 'booking').execute())
    .map(({ kind, recipient }) => `${kind} ${recipient}`)
    .toSorted()

/** As if the mentee had had the link emailed. */
const emailTo = (bookingId: string, address: string) =>
  test.db
    .updateTable('paymentRequests')
    .set({ emailedTo: [address], emailsSent: 1 })
    .where('bookingId', '=', bookingId)
    .execute()

describe('a hold that someone else pays for', () => {
  it('lasts a day less ten minutes, with a checkout as long that knows no address, and a link of which only the hash is stored', async () => {
    const held = await hold(await addQuarterMentor(test), { startsAt: new Date('2030-01-10T14:30:00+05:30') })
    expect(held.payBefore).toEqual(minutesAfter(test.clock.time, 24 * 60 - 10))
    const [session] = await sandboxSessions(test)
    const token = payerToken(test.app, held.bookingId)
    expect(session).toMatchObject({ customer_email: null, expires_at: held.payBefore.getTime() / 1_000 })
    expect(session!.success_url).toMatch(new RegExp(`/pay/${token}/paid$`))
    expect(token).toHaveLength(43)
    expect(await test.db.selectFrom('paymentRequests').select('tokenHash').execute()).toEqual([
      { tokenHash: hashToken(token) },
    ])
    expect(await mails()).toEqual(['payment_request mentee'])
  })

  it('ends an hour before the session, and is refused for one that begins before anyone could have paid', async () => {
    const mentor = await addQuarterMentor(test)
    const startsAt = startAt('14:30')
    expect((await hold(mentor)).payBefore).toEqual(minutesAfter(startsAt, -60))
    test.clock.time = minutesAfter(startAt('15:30'), -60 - 30)
    await test.db.updateTable('mentors').set({ noticeHours: 1 }).execute()
    expect(reasonOf(await ask(mentor, { browser: 'two', startsAt: startAt('15:30') }))).toBe('too_soon')
    await sweep(test.app)
    expect(reasonOf(await ask(mentor, { browser: 'two', startsAt: startAt('16:30') }))).toBe('held')
  })

  it('is refused where the mentor does not take part, while paying oneself works', async () => {
    const mentor = await addQuarterMentor(test)
    await test.db.updateTable('mentors').set({ acceptsPaymentLinks: false }).execute()
    expect(reasonOf(await ask(mentor))).toBe('not_accepted')
    expect(reasonOf(await ask(mentor, { payment: 'now' }))).toBe('held')
  })

  it('stands once for a browser and once for an address, and again after it was released', async () => {
    const mentor = await addQuarterMentor(test)
    const other = await addQuarterMentor(test)
    const first = await hold(mentor)
    expect(reasonOf(await ask(other))).toBe('waiting')
    expect(reasonOf(await ask(other, { browser: 'two', email: 'One+x@example.com' }))).toBe('waiting')
    await releaseHold(test.app, { ...first, id: first.bookingId, pricePence: 4500 })
    expect(reasonOf(await ask(other))).toBe('held')
  })

  it('holds at most a tenth of the starts of a mentor’s next week, at least one, also when requested at the same moment', async () => {
    const mentor = await addMentor(test) // 5 starts on each of the next days.
    const day = (date: number, time: string) => new Date(`2030-01-${String(date).padStart(2, '0')}T${time}:00+05:30`)
    const starts = [day(8, '14:30'), day(9, '14:30'), day(10, '14:30'), day(11, '14:30'), day(12, '14:30')]
    const results = await Promise.all(starts.map((startsAt, index) => ask(mentor, { startsAt, browser: `b${index}` })))
    const outcomes = results.map(reasonOf).toSorted()
    const offered = 5 * 7 // Fewer by what is past or within the notice.
    const held = outcomes.filter((outcome) => outcome === 'held').length
    expect(held).toBeGreaterThanOrEqual(1)
    expect(held * 10).toBeLessThanOrEqual(offered)
    expect(outcomes.slice(held)).toEqual(Array.from({ length: 5 - held }, () => 'share_reached'))
    expect(reasonOf(await ask(mentor, { browser: 'later', startsAt: day(20, '14:30') }))).toBe('held')
  })

  it('takes the place of the visitor’s own hold of the same time, and the visitor can pay its checkout too', async () => {
    const mentor = await addQuarterMentor(test)
    const own = await hold(mentor, { payment: 'now' })
    const linked = await hold(mentor)
    expect(linked.bookingId).not.toBe(own.bookingId)
    expect(await claimedTimes(test, 'one')).toEqual(['14:30 held'])
    expect(await hold(mentor, { payment: 'now' })).toEqual(linked)
    expect(await hold(mentor)).toEqual(linked)
  })
})

describe('paying by a link', () => {
  it('confirms the session, gives the receipt to who paid, and remembers their address', async () => {
    const { checkoutId } = await hold(await addQuarterMentor(test))
    await payCheckout(test, checkoutId, undefined, 'parent@example.com')
    await settleCheckout(test.app, checkoutId)
    await settleCheckout(test.app, checkoutId)
    expect(await test.db.selectFrom('paymentRequests').select('payerEmail').execute()).toEqual([
      { payerEmail: 'parent@example.com' },
    ])
    expect(await mails()).toEqual([
      'booking_confirmed mentee',
      'booking_confirmed mentor',
      'booking_confirmed payer',
      'payment_request mentee',
    ])
  })

  it('is the mentee’s own payment if the address is theirs', async () => {
    const { checkoutId } = await hold(await addQuarterMentor(test))
    await payCheckout(test, checkoutId, undefined, 'One@example.com')
    await settleCheckout(test.app, checkoutId)
    expect(await test.db.selectFrom('paymentRequests').select('payerEmail').execute()).toEqual([{ payerEmail: null }])
  })

  it('sends what is refunded to the payer’s card and notifies them', async () => {
    const { bookingId, checkoutId } = await hold(await addQuarterMentor(test), {
      startsAt: new Date('2030-01-10T14:30:00+05:30'),
    })
    await payCheckout(test, checkoutId, undefined, 'parent@example.com')
    await settleCheckout(test.app, checkoutId)
    await cancelBooking(test.app, { id: bookingId, by: 'mentee', shown: toMinorUnits(4500) })
    expect((await mails()).filter((mail) => mail.startsWith('booking_cancelled'))).toEqual([
      'booking_cancelled mentee',
      'booking_cancelled mentor',
      'booking_cancelled payer',
    ])
    expect(await test.db.selectFrom('refunds').select('amountPence').execute()).toEqual([{ amountPence: 4500 }])
  })

  it('is erased with the mentee’s data, but that someone else paid stays known', async () => {
    const { bookingId, checkoutId } = await hold(await addQuarterMentor(test))
    await emailTo(bookingId, 'parent@example.com')
    await payCheckout(test, checkoutId, undefined, 'parent@example.com')
    await settleCheckout(test.app, checkoutId)
    await cancelBooking(test.app, { id: bookingId, by: 'mentee', shown: toMinorUnits(0) })
    await transact(test.db, (tx) => eraseMentees(tx, [bookingId], test.app.now()))
    expect(await test.db.selectFrom('paymentRequests').select(['emailedTo', 'payerEmail']).execute()).toEqual([
      { emailedTo: [], payerEmail: '' },
    ])
  })
})

describe('a link that no one pays', () => {
  it('expires, frees the time, and notifies the mentee and who was emailed once each', async () => {
    const held = await hold(await addQuarterMentor(test))
    await emailTo(held.bookingId, 'parent@example.com')
    test.clock.time = minutesAfter(held.payBefore, 1)
    await Promise.all([sweep(test.app), settleCheckout(test.app, held.checkoutId)])
    await sweep(test.app)
    expect(await claimedTimes(test, 'one')).toEqual([])
    expect(await mails()).toEqual([
      'payment_request mentee',
      'payment_request_ended mentee',
      'payment_request_ended parent@example.com',
    ])
  })

  it('notifies only who was emailed when the mentee chooses another time', async () => {
    const mentor = await addQuarterMentor(test)
    const { bookingId } = await hold(mentor)
    await emailTo(bookingId, 'parent@example.com')
    await hold(mentor, { startsAt: startAt('16:30') })
    expect(await mails()).toEqual([
      'payment_request mentee',
      'payment_request mentee',
      'payment_request_ended parent@example.com',
    ])
  })
})
