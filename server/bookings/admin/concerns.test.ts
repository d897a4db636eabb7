import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import type { AuditActor } from '#server/accounts/audit-queries'
import { refundPart } from '#server/bookings/admin/partial-refund'
import { dismissConcern, refundConcern, retryJob, settleConcern } from '#server/bookings/admin/concerns'
import { readWeekFigures } from '#server/bookings/admin/week-queries'
import type { ConcernKind } from '#server/platform/db/tables'
import { listOpenConcerns, raiseConcern } from '#server/platform/concerns-queries'
import { listFailedJobs, listRetriedJobs, readHealth } from '#server/payments/health-queries'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { reconcile } from '#server/bookings/settlement/reconcile'
import { storeEvent } from '#server/payments/webhook-inbox-queries'
import { bookPaid, losePaidSession, readBooking } from '../../../tests/support/bookings/paid-session.ts'
import { bookTuesday } from '../../../tests/support/bookings/requests.ts'
import { addDecider } from '../../../tests/support/bookings/sessions.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true, unchecked: true })

let actor: AuditActor

beforeEach(async () => {
  ;({ actor } = await addDecider(test))
})

async function concern(kind: ConcernKind, subject: string, bookingId: string | null): Promise<string> {
  await raiseConcern(test.db, { kind, subject, bookingId, at: test.app.now() })
  return (await listOpenConcerns(test.db, 10)).find((each) => each.subject === subject)!.id
}

const open = async () => (await listOpenConcerns(test.db, 10)).map(({ kind }) => kind)
const refunds = () => test.db.selectFrom('refunds').select(['amountPence', 'reason', 'status']).execute()
const recorded = async () =>
  (await test.db.selectFrom('auditLog').select(['action', 'after']).orderBy('id').execute())
    .filter(({ action }) => /^(concern|job)\./.test(action))
    .map(({ action, after }) => [action, after])

/** What `refundPart` refunds: £10.00 of a paid session. */
const part = (id: string, amount = toMinorUnits(1000)) =>
  ({ id, amount, shown: toMinorUnits(4500), status: 'confirmed', reason: 'Late', actor }) as const

describe('an admin who settles a concern', () => {
  it('settles an unsettled payment, and it closes', async () => {
    const checkoutId = await bookTuesday(test)
    await payCheckout(test, checkoutId)
    const { id: bookingId } = await test.db
      .selectFrom('bookings')
      .select('id')
      .where('checkoutId', '=', checkoutId)
      .executeTakeFirstOrThrow()
    const id = await concern('mismatch', `not_settled:${checkoutId}`, bookingId)
    expect(await settleConcern(test.app, { id, actor })).toEqual({ ok: true, value: 'settled' })
    expect(await readBooking(test, bookingId)).toMatchObject({ status: 'confirmed', paidAmountPence: 4500 })
    expect(await settleConcern(test.app, { id, actor })).toEqual({ ok: false, error: { code: 'not_open' } })
    expect(await open()).toEqual([])
    expect(await recorded()).toEqual([['concern.settled', { kind: 'mismatch', of: `not_settled:${checkoutId}` }]])
  })

  it('gets what still differs, and it stays open', async () => {
    const { id: bookingId } = await bookPaid(test)
    await test.db
      .updateTable('bookings')
      .set({ paidAmountPence: toMinorUnits(4000) })
      .where('id', '=', bookingId)
      .execute()
    const id = await concern('mismatch', `wrong_amount:${bookingId}`, bookingId)
    expect(await settleConcern(test.app, { id, actor })).toEqual({
      ok: false,
      error: { code: 'still_open', what: '£45.00 was paid, £40.00 is written in the booking' },
    })
    expect(await open()).toEqual(['mismatch'])
  })

  it('has an event processed again that was given up', async () => {
    const event = {
      id: 'evt_1',
      type: 'charge.updated',
      checkoutId: null,
      objectId: null,
      paymentIntent: null,
      account: null,
    }
    await storeEvent(test.db, { ...event, createdAt: test.app.now() } as never, test.app.now(), test.app.now())
    await test.db.updateTable('paymentEvents').set({ gaveUpAt: test.app.now(), nextAttemptAt: null }).execute()
    const id = await concern('event_failed', 'evt_1', null)
    expect(await settleConcern(test.app, { id, actor })).toEqual({ ok: true, value: 'settled' })
    expect(await open()).toEqual([])
    expect((await readHealth(test.db, test.app.now())).lastWebhook).toEqual(test.app.now())
  })
})

describe('a refund that failed', () => {
  /** £10.00 of a payment, given back by an admin. */
  async function giveBack(): Promise<string> {
    const { id } = await bookPaid(test)
    await refundPart(test.app, part(id))
    return id
  }

  /** The service takes it, and reports three times that it failed. */
  async function failForGood(): Promise<{ bookingId: string; concernId: string }> {
    const bookingId = await giveBack()
    const { paymentIntent } = await readBooking(test, bookingId)
    for (let n = 0; n < 3; n += 1) {
      await test.runJobs()
      const sent = await test.db.selectFrom('refunds').select('serviceId').where('status', '=', 'succeeded').execute()
      await test.stripe.control.settleRefund(sent[0]!.serviceId!, 'failed')
      await settleRefunds(test.app, paymentIntent!)
    }
    expect(await refunds()).toMatchObject([{ status: 'failed' }, { status: 'failed' }, { status: 'failed' }])
    const [only] = await listOpenConcerns(test.db, 10)
    return { bookingId, concernId: only!.id }
  }

  const atService = async (id: string) =>
    (await test.app.payments.listRefunds((await readBooking(test, id)).paymentIntent!)).filter(
      ({ status }) => status === 'succeeded',
    )

  it('for the last time is sent once more under the next key, by however many admins at once, and the part alone', async () => {
    const { bookingId, concernId: id } = await failForGood()
    const sent = await Promise.all([1, 2, 3].map(() => settleConcern(test.app, { id, actor })))
    expect(sent.filter(({ ok }) => ok)).toEqual([{ ok: true, value: 'refund_gone' }])
    await test.runJobs()
    const made = await test.db.selectFrom('refunds').select(['key', 'status', 'amountPence']).orderBy('key').execute()
    expect(made.at(-1)).toEqual({ key: `refund:${bookingId}:4`, status: 'succeeded', amountPence: 1000 })
    expect(made).toHaveLength(4)
    expect(await atService(bookingId)).toHaveLength(1)
    expect(await open()).toEqual([])
    expect(await recorded()).toEqual([['concern.settled', expect.objectContaining({ kind: 'refund_failed' })]])
  })

  it('and is refused once more has a concern of its own, which sends it with the next key of its own', async () => {
    const { bookingId, concernId: id } = await failForGood()
    await test.stripe.control.refunds({ outcome: 'refused', times: 1 })
    const refused = { code: 'refund_refused', reason: expect.any(String) }
    expect(await settleConcern(test.app, { id, actor })).toEqual({ ok: false, error: refused })
    const [next] = await listOpenConcerns(test.db, 10)
    expect(next).toMatchObject({ kind: 'refund_failed', refundStatus: 'queued' })
    expect(next!.id).not.toBe(id)
    expect(await settleConcern(test.app, { id: next!.id, actor })).toEqual({ ok: true, value: 'refund_gone' })
    await test.runJobs()
    expect(await atService(bookingId)).toHaveLength(1)
    expect(await open()).toEqual([])
  })

  it('is kept for the next attempt while the service does not answer', async () => {
    const { concernId: id } = await failForGood()
    await test.stripe.control.outage({ answer: 'limit', calls: 'refund' })
    const answer = await settleConcern(test.app, { id, actor })
    expect(answer).toEqual({ ok: false, error: { code: 'refund_unanswered' } })
    await test.stripe.control.heal()
    await test.runJobs()
    await test.hastenRetries()
    await test.runJobs()
    expect((await refunds()).map(({ status }) => status).toSorted()).toEqual([
      'failed',
      'failed',
      'failed',
      'succeeded',
    ])
  })

  it('is not sent again once its money has gone back in another way', async () => {
    const { bookingId, concernId: id } = await failForGood()
    await refundPart(test.app, part(bookingId, toMinorUnits(4500)))
    expect(await settleConcern(test.app, { id, actor })).toEqual({ ok: false, error: { code: 'not_possible' } })
  })
})

it('money that was paid for nothing is given back once, also when pressed twice at once', async () => {
  const id = await losePaidSession(test, (await bookPaid(test)).id)
  const given = await Promise.all([refundConcern(test.app, { id, actor }), refundConcern(test.app, { id, actor })])
  expect(given.filter(({ ok }) => ok)).toHaveLength(1)
  await test.runJobs()
  expect(await refunds()).toEqual([{ amountPence: 4500, reason: 'admin_refunded', status: 'succeeded' }])
  expect(await open()).toEqual([])
})

describe('a concern', () => {
  it('is dismissed once, with the reason in the audit log', async () => {
    const id = await concern('refund_made', randomUUID(), null)
    const dismiss = { id, reason: 'The mentee knows', actor }
    expect(await dismissConcern(test.app, dismiss)).toEqual({ ok: true, value: null })
    expect(await dismissConcern(test.app, dismiss)).toEqual({ ok: false, error: { code: 'not_open' } })
    expect(await recorded()).toEqual([
      ['concern.dismissed', expect.objectContaining({ kind: 'refund_made', reason: 'The mentee knows' })],
    ])
  })

  it('about a mismatch says what differs, and closes by itself once a comparison no longer finds it', async () => {
    const { id } = await bookPaid(test)
    test.clock.forward(120)
    const { amountPence } = await test.db
      .selectFrom('ledger')
      .select('amountPence')
      .where('kind', '=', 'charge')
      .executeTakeFirstOrThrow()
    await sql`alter table ledger disable trigger user`.execute(test.db)
    await sql`update ledger set amount_pence = 1 where booking_id = ${id} and kind = 'charge'`.execute(test.db)
    await reconcile(test.app)
    expect(await listOpenConcerns(test.db, 10)).toMatchObject([
      { kind: 'mismatch', what: '£45.00 was paid, the ledger has £0.01', repair: 'Enter the charge into the ledger.' },
    ])
    await sql`update ledger set amount_pence = ${amountPence} where booking_id = ${id} and kind = 'charge'`.execute(
      test.db,
    )
    await sql`alter table ledger enable trigger user`.execute(test.db)
    await reconcile(test.app)
    expect(await open()).toEqual([])
  })
})

it('a job that used up its attempts is tried again once', async () => {
  const { id } = await bookPaid(test)
  await test.runJobs()
  await refundPart(test.app, part(id))
  await sql`update jobs.job set state = 'failed', completed_on = created_on where name = 'refund'`.execute(test.db)
  const [job] = await listFailedJobs(test.db, 10)
  expect(job).toMatchObject({ name: 'refund' })
  expect(await retryJob(test.app, { id: job!.id, actor })).toBe(true)
  expect(await retryJob(test.app, { id: job!.id, actor })).toBe(false)
  expect(await listRetriedJobs(test.db, test.app.now())).toMatchObject([{ name: 'refund', state: 'waiting' }])
  await test.runJobs()
  expect(await refunds()).toMatchObject([{ status: 'succeeded' }])
  expect(await recorded()).toEqual([['job.queued_again', expect.objectContaining({ job: 'refund' })]])
  expect(await listRetriedJobs(test.db, test.app.now())).toMatchObject([{ name: 'refund', state: 'done' }])
})

it('the figures of a week count what was held, booked, earned and returned in it in one currency, of all mentors or of some', async () => {
  const [ada, lin] = [await addMentor(test), await addMentor(test)]
  await bookTuesday(test, { mentor: lin, email: 'unpaid@example.com' })
  const { id } = await bookPaid(test, { mentor: ada })
  await test.db.insertInto('mentorViews').values({ mentorId: ada.id, date: '2030-01-07', views: 7 }).execute()
  test.clock.forward(7 * 1_440)
  await refundPart(test.app, part(id))
  await test.runJobs()
  const weeks = ['2030-01-07', '2030-01-14', '2030-01-21'].map((date) => new Date(`${date}T00:00Z`))
  const dates = weeks.map((week) => week.toISOString().slice(0, 10))
  const zero = { held: 0, booked: 0, packages: 0, revenue: 0, returned: 0, views: 0, newMentors: 0 }
  const read = (currency: string, mentorIds: string[] | null = null) =>
    readWeekFigures(test.db, { weeks, dates, mentorIds, currency })
  expect(await read('GBP')).toEqual([
    { ...zero, held: 2, booked: 1, revenue: 4500, views: 7 },
    { ...zero, returned: 1000 },
  ])
  expect(await read('JPY')).toEqual([{ ...zero, held: 2, booked: 1, views: 7 }, zero])
  expect(await read('GBP', [lin.id])).toEqual([{ ...zero, held: 1 }, zero])
})
