import { expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { readCurrentHold, readUnconfirmedSession } from '#server/bookings/holds/current-hold'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { addMentor, ORIGIN } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { sandboxSessions } from '../../../tests/support/payments/checkout.ts'
import { makeBookingForm, postBooking } from '../../../tests/support/bookings/requests.ts'

useProduct()

type Mentor = Awaited<ReturnType<typeof addMentor>>

const BROWSER = 'a'.repeat(24)
const book = (mentor: Mentor, time = '14:30') =>
  postBooking(
    test,
    { ...makeBookingForm(mentor), time },
    { 'content-type': 'application/json', origin: ORIGIN, cookie: `browser=${BROWSER}` },
  )

async function held(mentor: Mentor, time?: string): Promise<string> {
  const answer = await book(mentor, time)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return ((await answer.json()) as { id: string }).id
}

const bookings = () =>
  test.db.selectFrom('bookings').select(['checkoutId', 'status']).orderBy('createdAt').orderBy('startsAt').execute()

it('a hold that its browser comes back to is offered for 31 minutes, and not while its checkout is not open yet', async () => {
  const mentor = await addMentor(test)
  const id = await held(mentor)
  test.clock.forward(30)
  expect(await readCurrentHold(test.app, BROWSER, mentor.id)).toMatchObject({ payUrl: expect.stringContaining(id) })
  await test.db.updateTable('bookings').set({ checkoutUrl: null }).execute()
  expect(await readCurrentHold(test.app, BROWSER, mentor.id)).toBeNull()
  await test.db.updateTable('bookings').set({ checkoutUrl: 'https://pay.example' }).execute()
  test.clock.forward(1)
  expect(await readCurrentHold(test.app, BROWSER, mentor.id)).toBeNull()
})

it('a hold whose payment is processing is not offered to its browser for payment, nor moved: another time becomes a second booking', async () => {
  const mentor = await addMentor(test)
  const first = await held(mentor)
  await test.stripe.control.payByDebit(first)
  await settleCheckout(test.app, first)
  expect(await readCurrentHold(test.app, BROWSER, mentor.id)).toBeNull()
  expect((await book(mentor)).status).toBe(409)
  expect(await bookings()).toEqual([{ checkoutId: first, status: 'held' }])
  const second = await held(mentor, '16:30')
  expect(await bookings()).toEqual([
    { checkoutId: first, status: 'held' },
    { checkoutId: second, status: 'held' },
  ])
})

it('a hold whose payment failed is moved to another time even before a webhook reports the failure', async () => {
  const mentor = await addMentor(test)
  const first = await held(mentor)
  await test.stripe.control.payByDebit(first)
  await test.stripe.control.settleDebit(first, 'failed')
  const second = await held(mentor, '16:30')
  expect(await bookings()).toEqual([
    { checkoutId: first, status: 'expired' },
    { checkoutId: second, status: 'held' },
  ])
})

it('a hold whose price has changed is replaced by one with a checkout for the new price when its browser returns', async () => {
  const mentor = await addMentor(test)
  const first = await held(mentor)
  await test.db
    .updateTable('mentors')
    .set({ pricePence: toMinorUnits(5000) })
    .where('id', '=', mentor.id)
    .execute()
  const second = await held(mentor)
  const statuses = (await bookings()).map(({ checkoutId, status }) => `${checkoutId} ${status}`)
  expect(statuses.toSorted()).toEqual([`${first} expired`, `${second} held`].toSorted())
  expect(await sandboxSessions(test)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: first, status: 'expired' }),
      expect.objectContaining({ id: second, status: 'open', amount_total: 5000 }),
    ]),
  )
})

it('readUnconfirmedSession returns the free session that this browser held last, and no other browser’s', async () => {
  for (const name of ['Ada Lovelace', 'Mary Somerville', 'Emmy Noether']) {
    const mentor = await addMentor(test, { name, price: 0 })
    expect((await book(mentor)).status).toBe(200)
    expect(await readCurrentHold(test.app, BROWSER, mentor.id)).toMatchObject({ payUrl: null })
    test.clock.forward(1)
  }
  expect(await readUnconfirmedSession(test.app, BROWSER)).toMatchObject({
    mentorName: 'Emmy Noether',
    status: 'held',
  })
  expect(await readUnconfirmedSession(test.app, 'b'.repeat(24))).toBeNull()
  test.clock.forward(60)
  expect(await readUnconfirmedSession(test.app, BROWSER)).toBeNull()
})
