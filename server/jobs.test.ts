import { describe, expect, it, vi } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { transact } from '#server/platform/db/connect'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { addMentor } from '../tests/support/product/app.ts'
import { forgetSending, mailsToMentees } from '../tests/support/mails.ts'
import { test, usual, useProduct } from '../tests/support/product/lifecycle.ts'
import { payCheckout, unreachablePayments } from '../tests/support/payments/checkout.ts'
import { makeBookingForm, postBooking } from '../tests/support/bookings/requests.ts'

useProduct()

/** A confirmed booking, whose email is queued. */
async function confirmedBooking() {
  const answer = await postBooking(test, makeBookingForm(await addMentor(test)))
  const { id } = (await answer.json()) as { id: string }
  await payCheckout(test, id)
  await settleCheckout(test.app, id)
}

const mailRows = () => mailsToMentees(test.db)

describe('a job', () => {
  it('never runs if the transaction that queued it is rolled back', async () => {
    await confirmedBooking()
    const [mail] = await mailRows()
    await test.runJobs()
    await forgetSending(test.db)
    const undone = transact(test.db, async (tx) => {
      await test.app.queue(tx, 'send-mail', { mailId: mail!.id })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await test.runJobs()
    expect(await test.mails()).toHaveLength(1)

    await transact(test.db, (tx) => test.app.queue(tx, 'send-mail', { mailId: mail!.id }))
    await test.runJobs()
    expect(await test.mails()).toHaveLength(2)
  })

  it('runs once', async () => {
    await confirmedBooking()
    await test.runJobs()
    await test.runJobs()
    expect(await test.mails()).toHaveLength(1)
  })

  it('sends nothing if its email was sent already', async () => {
    await confirmedBooking()
    await test.runJobs()
    const [mail] = await mailRows()
    await transact(test.db, (tx) => test.app.queue(tx, 'send-mail', { mailId: mail!.id }))
    await test.runJobs()
    expect(await test.mails()).toHaveLength(1)
  })

  it('retries a refund until the payment service answers, and sends it once', async () => {
    const answer = await postBooking(test, makeBookingForm(await addMentor(test)))
    const { id } = (await answer.json()) as { id: string }
    await payCheckout(test, id)
    await test.db
      .updateTable('bookings')
      .set({ pricePence: 4400 as never })
      .execute()
    await settleCheckout(test.app, id)
    const refunds = () => test.db.selectFrom('refunds').select(['status', 'serviceId']).execute()

    test.app.payments = unreachablePayments
    await test.runJobs()
    expect(await refunds()).toEqual([{ status: 'queued', serviceId: null }])

    test.app.payments = usual.payments
    await test.hastenRetries()
    await test.runJobs()
    const [refund] = await refunds()
    expect(refund).toEqual({ status: 'succeeded', serviceId: expect.stringMatching(/^re_/) })
    await test.runJobs()
    expect(await refunds()).toEqual([refund])
  })
})

describe('inside a transaction', () => {
  it('the root database refuses queries that would hang forever', async () => {
    const mistaken = transact(test.db, () => test.db.selectFrom('mentors').selectAll().execute())
    await expect(mistaken).rejects.toThrow('Use tx.')
    expect(await mailRows()).toEqual([])
  })

  it('the root database refuses a second transaction', async () => {
    await expect(transact(test.db, () => transact(test.db, async () => 1))).rejects.toThrow('Use tx.')
  })
})

// Last, because its workers keep taking jobs.
describe('the product', () => {
  it('processes queued jobs by itself', async () => {
    await confirmedBooking()
    await test.jobs.run(test.app)
    const states = async () => (await mailRows()).map((mail) => mail.state)
    await expect.poll(states, { timeout: 20_000 }).toEqual(['sent'])
    expect(await test.mails()).toHaveLength(1)
  })

  it('processes a backlog, and a failing job does not hold up the others', async () => {
    const mentor = await addMentor(test, { starts: ['14:30', '15:30', '16:30', '17:30', '18:30'] })
    const sessionTypeId = mentor.sessionTypeIds[0]!
    await test.db
      .updateTable('sessionTypes')
      .set({ pricePence: toMinorUnits(0) })
      .where('id', '=', sessionTypeId)
      .execute()
    await test.db.updateTable('mentors').set({ freeWeekCap: null }).where('id', '=', mentor.id).execute()
    for (let n = 0; n < 25; n += 1) {
      const date = `2030-01-${String(8 + Math.floor(n / 5)).padStart(2, '0')}`
      const time = ['14:30', '15:30', '16:30', '17:30', '18:30'][n % 5]!
      const email = `visitor${n}@example.com`
      expect((await postBooking(test, { ...makeBookingForm(mentor), email, date, time })).status).toBe(200)
    }
    const [broken] = await mailRows()
    await test.db
      .updateTable('bookings')
      .set({ menteeEmail: 'unknown\\@example.com' })
      .where('id', '=', broken!.subject)
      .execute()
    await vi.waitFor(async () => expect((await test.mails()).length).toBeGreaterThanOrEqual(24), { timeout: 20_000 })
  })
})
