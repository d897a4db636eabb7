import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { sandboxSessions } from '../../tests/support/payments/checkout.ts'
import { makeBookingForm, expectProblem, postBooking, TUESDAY } from '../../tests/support/bookings/requests.ts'

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
      expect(alternatives).toEqual([
        { startsAt: '2030-01-08T10:00:00.000Z', endsAt: '2030-01-08T11:00:00.000Z' },
        { startsAt: '2030-01-08T11:00:00.000Z', endsAt: '2030-01-08T12:00:00.000Z' },
        { startsAt: '2030-01-08T12:00:00.000Z', endsAt: '2030-01-08T13:00:00.000Z' },
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
