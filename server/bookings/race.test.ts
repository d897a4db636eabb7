import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { addMentor } from '../../tests/support/product/app.ts'
import { mailsToMentees } from '../../tests/support/mails.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { payCheckout, sandboxSessions } from '../../tests/support/payments/checkout.ts'
import { makeBookingForm, expectProblem, postBooking, TUESDAY } from '../../tests/support/bookings/requests.ts'
import { deliver, readEventBody } from '../../tests/support/payments/webhooks.ts'

useProduct()

/** Fifty bookings of one time by fifty people at the same moment. */
async function raceForOneTime(): Promise<Response[]> {
  const body = makeBookingForm(await addMentor(test))
  const visitors = Array.from({ length: 50 }, (_, n) => ({
    ...body,
    name: `Visitor ${n}`,
    email: `visitor${n}@example.com`,
  }))
  return Promise.all(visitors.map((visitor) => postBooking(test, visitor)))
}

const bookings = () => test.db.selectFrom('bookings').selectAll().execute()
const claims = () => test.db.selectFrom('claims').selectAll().execute()

describe('fifty simultaneous requests for the same slot', () => {
  it('lead to one hold, one claim and one checkout, and 49 offers of other times', async () => {
    const answers = await raceForOneTime()
    const sold = answers.filter(({ status }) => status === 200)
    expect(sold).toHaveLength(1)
    for (const refused of answers.filter((answer) => answer !== sold[0])) {
      const { alternatives } = await expectProblem(refused, 409, 'slot_taken')
      expect(alternatives?.map((slot) => slot.startsAt)).toEqual([
        '2030-01-08T10:00:00.000Z',
        '2030-01-08T11:00:00.000Z',
        '2030-01-08T12:00:00.000Z',
      ])
    }
    const { id, reference } = (await sold[0]!.json()) as { id: string; reference: string }
    expect(await bookings()).toMatchObject([{ reference, checkoutId: id, status: 'held', startsAt: new Date(TUESDAY) }])
    expect(await claims()).toHaveLength(1)
    expect(await sandboxSessions(test)).toMatchObject([{ id, status: 'open' }])
    expect(test.faults).toEqual([])
  })

  // Otherwise the test above could pass because the fifty never met.
  it('would sell it many times without the database constraint', async () => {
    await replaceConstraint('booking_id with =')
    const answers = await raceForOneTime()
    const sold = answers.filter(({ status }) => status === 200).length
    const held = (await bookings()).filter(({ status }) => status === 'held')
    await test.reset({ unchecked: true })
    await replaceConstraint('mentor_id with =, holder with <>, during with &&')
    expect(sold).toBeGreaterThan(1)
    expect(held).toHaveLength(sold)
  })
})

/** The name stays, because the statement that takes a range names it. */
async function replaceConstraint(elements: string): Promise<void> {
  await sql
    .raw(
      `alter table claims drop constraint claims_no_overlap,
         add constraint claims_no_overlap exclude using gist (${elements})`,
    )
    .execute(test.db)
}

it('a payment reported ten times at once while the buyer opens the success page confirms once and queues one email', async () => {
  const answer = await postBooking(test, makeBookingForm(await addMentor(test)))
  const { id, reference } = (await answer.json()) as { id: string; reference: string }
  await payCheckout(test, id)
  const body = await readEventBody(test)

  const [deliveries] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, () => deliver(test, body))),
    settleCheckout(test.app, id),
  ])
  await test.runJobs()

  expect(deliveries.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(await bookings()).toMatchObject([{ status: 'confirmed', paidAmountPence: 4500 }])
  expect(await test.db.selectFrom('paymentEvents').selectAll().execute()).toMatchObject([
    { type: 'checkout.session.completed', checkoutId: id, processedAt: test.clock.time },
  ])
  expect(await mailsToMentees(test.db)).toMatchObject([{ kind: 'booking_confirmed' }])
  const mails = await test.mails()
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain(reference)
  expect(test.faults).toEqual([])
})
