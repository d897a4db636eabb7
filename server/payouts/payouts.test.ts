import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { completeEnded } from '#server/bookings/after-session/complete'
import { sumEarnings } from '#domain/payments/earnings'
import { toMinorUnits } from '#domain/payments/money'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { listEarnings } from '#server/payouts/earnings-queries'
import { writeBatchFile } from '#server/payouts/payout-files'
import { discardBatch, makePayoutBatch, markBatchPaid, readDue } from '#server/payouts/payouts'
import { savePayee } from '#server/payouts/payees'
import { listBatches, listPayoutsOfMentor } from '#server/payouts/payouts-queries'
import { settleDispute, settleRefunds } from '#server/bookings/settlement/refunds'
import { addOpenCohort, joinPaid } from '../../tests/support/bookings/seats.ts'
import { mailsTo } from '../../tests/support/accounts/accounts.ts'
import { holdSessions, PAYEE, sell, someone, withPayee } from '../../tests/support/payments/payouts.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, usual, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

type Mentor = Awaited<ReturnType<typeof addMentor>>
type Admin = Awaited<ReturnType<typeof someone>>

/** A fee of ten percent: a session of £45.00 earns £40.50. */
const takeFee = () => (test.app.config = { ...usual.config, FEE_PERCENT: 10 })

/** A mentor who said where to pay, and an admin. */
async function people(): Promise<{ ada: Mentor; admin: Admin }> {
  takeFee()
  const ada = await addMentor(test)
  await withPayee(test, ada.id)
  return { ada, admin: await someone(test, 'admin@example.com') }
}

const money = async (mentorId: string) => {
  const earnings = await listEarnings(test.db, { mentorId })
  const { ahead, waiting, due, inBatch, paid, earned } = sumEarnings(earnings, test.clock.time)
  return { ahead, waiting, due, inBatch, paid, earned }
}
const NONE = { ahead: 0, waiting: 0, due: 0, inBatch: 0, paid: 0, earned: 0 }

async function make(admin: Admin, currency = 'GBP'): Promise<string> {
  const made = await makePayoutBatch(test.app, admin, currency)
  if (!made.ok) throw new Error(made.error.code)
  return made.value.id
}

/** A session that was held, in a batch that is not paid yet. */
async function inBatch() {
  const { ada, admin } = await people()
  const id = await sell(test, ada)
  await holdSessions(test)
  return { ada, admin, id, batch: await make(admin) }
}

const payout = async (admin: Admin) =>
  expect(await markBatchPaid(test.app, admin, await make(admin))).toMatchObject({ ok: true })
const lines = () => test.db.selectFrom('payoutLines').selectAll().orderBy('number').execute()

const findPayment = (id: string) =>
  test.db.selectFrom('bookings').select(['checkoutId', 'paymentIntent']).where('id', '=', id).executeTakeFirstOrThrow()

/** Refunds at the payment service, and hears of it. */
async function refund(bookingId: string, amount: number): Promise<void> {
  const { checkoutId, paymentIntent } = await findPayment(bookingId)
  await test.stripe.control.refund(checkoutId!, amount)
  await settleRefunds(test.app, paymentIntent!)
}

describe('an admin who is a mentor, too', () => {
  const duePairs = async () => (await readDue(test.app, test.db)).map(({ name, amount }) => `${name} ${amount}`)

  /** Two mentors to whom something is due; the admin is the first. */
  async function mentorAdmin() {
    const { ada, admin } = await people()
    const lin = await addMentor(test, { name: 'Linh Nguyen' })
    await withPayee(test, lin.id)
    await sell(test, ada)
    await sell(test, lin)
    await holdSessions(test)
    await test.db.updateTable('mentors').set({ accountId: admin.session.accountId }).where('id', '=', ada.id).execute()
    const grant = (id: string) => test.db.updateTable('accounts').set({ role: 'admin' }).where('id', '=', id).execute()
    await grant(admin.session.accountId)
    return { ada, lin, admin, grant }
  }

  it('pays others and leaves what is due to them to another admin, whose batch they neither pay nor discard', async () => {
    const { admin, grant } = await mentorAdmin()
    const omar = await someone(test, 'omar@example.com')
    await grant(omar.session.accountId)
    const batch = await make({ ...admin, ownReason: 'I may' } as Admin)
    expect(await duePairs()).toEqual(['Ada Lovelace 4050'])
    expect(await markBatchPaid(test.app, admin, batch)).toMatchObject({ ok: true })
    expect(await makePayoutBatch(test.app, admin, 'GBP')).toEqual({ ok: false, error: { code: 'nothing_due' } })
    const own = { ok: false, error: { code: 'own', matter: 'another' } }
    const theirs = await make(omar)
    expect(await markBatchPaid(test.app, admin, theirs)).toEqual(own)
    expect(await discardBatch(test.app, admin, theirs)).toEqual(own)
    expect(await markBatchPaid(test.app, omar, theirs)).toMatchObject({ ok: true })
  })

  it('can include the only admin, who must give a reason', async () => {
    const { admin } = await mentorAdmin()
    const own = { ok: false, error: { code: 'own', matter: 'alone' } }
    expect(await makePayoutBatch(test.app, admin, 'GBP')).toEqual(own)
    expect(await duePairs()).toHaveLength(2)
    const reasoned = { ...admin, ownReason: 'There is no other admin.' }
    const batch = await make(reasoned as Admin)
    expect(await duePairs()).toEqual([])
    expect(await markBatchPaid(test.app, admin, batch)).toEqual(own)
    expect(await markBatchPaid(test.app, reasoned, batch)).toMatchObject({ ok: true })
    const events = await test.db.selectFrom('auditLog').select(['action', 'after']).orderBy('id').execute()
    for (const action of ['payouts.batch_made', 'payouts.batch_paid'])
      expect(events.find((event) => event.action === action)!.after).toMatchObject({
        aboutThemselves: 'There is no other admin.',
      })
  })
})

describe('a mentor’s money', () => {
  it('comes from the seats of their cohorts too, 72 hours after the last day', async () => {
    takeFee()
    const { by } = await addOpenCohort(test)
    const { id: mentorId } = await test.db.selectFrom('mentors').select('id').executeTakeFirstOrThrow()
    await savePayee(test.app, { mentorId, payee: PAYEE }, by)
    const admin = await someone(test, 'admin@example.com')
    await joinPaid(test, 'stays@example.com')
    const { id } = await joinPaid(test, 'leaves@example.com')
    await cancelBooking(test.app, { id, by: 'mentee', shown: toMinorUnits(6_000) })
    await test.runJobs()
    expect(await money(mentorId)).toEqual({ ...NONE, ahead: 5_400 })
    test.clock.time = new Date('2030-10-28T00:00:00Z') // 48 hours after the last day.
    await completeEnded(test.app, 10)
    expect(await money(mentorId)).toEqual({ ...NONE, waiting: 5_400, earned: 5_400 })
    test.clock.forward(24 * 60)
    expect(await readDue(test.app, test.db)).toMatchObject([{ mentorId, amount: 5_400 }])
    await payout(admin)
    expect(await money(mentorId)).toEqual({ ...NONE, paid: 5_400, earned: 5_400 })
    expect(await readDue(test.app, test.db)).toEqual([])
    const { rows } = await sql`select number from seats`.execute(test.db)
    expect(rows, 'the page still says how many took part').toHaveLength(1)
  })

  it('is ahead until the session, due 72 hours after it, then in a batch, then paid', async () => {
    const { ada, admin } = await people()
    await sell(test, ada)
    expect(await money(ada.id)).toEqual({ ...NONE, ahead: 4050 })
    await holdSessions(test)
    expect(await money(ada.id)).toEqual({ ...NONE, due: 4050, earned: 4050 })
    const batch = await make(admin)
    expect(await money(ada.id)).toEqual({ ...NONE, inBatch: 4050, earned: 4050 })
    await markBatchPaid(test.app, admin, batch)
    expect(await money(ada.id)).toEqual({ ...NONE, paid: 4050, earned: 4050 })
    expect(await lines()).toMatchObject([{ number: 1, keptPence: 4500, feePence: 450, amountPence: 4050 }])
    expect(await listPayoutsOfMentor(test.db, ada.id, 10)).toMatchObject([{ amountPence: 4050, sessions: 1 }])
  })

  it('of a session that was cancelled late is what was kept of it', async () => {
    const { ada, admin } = await people()
    await test.db.updateTable('mentors').set({ cancelPolicy: 'moderate' }).where('id', '=', ada.id).execute()
    const id = await sell(test, ada)
    test.clock.forward(13 * 60) // Under 12 hours before: nothing goes back.
    expect(await cancelBooking(test.app, { id, by: 'mentee', shown: toMinorUnits(0) })).toEqual({
      ok: true,
      value: { refund: 0 },
    })
    expect(await money(ada.id)).toEqual({ ...NONE, waiting: 4050, earned: 4050 })
    await holdSessions(test)
    await payout(admin)
    expect(await money(ada.id)).toMatchObject({ paid: 4050 })
  })

  it('is held back while its payment is disputed or a reported problem is undecided, and due once the dispute is won', async () => {
    const { ada, admin } = await people()
    const id = await sell(test, ada)
    const { checkoutId } = await findPayment(id)
    const dispute = await test.stripe.control.dispute(checkoutId!)
    await settleDispute(test.app, dispute)
    await holdSessions(test)
    expect(await money(ada.id)).toEqual({ ...NONE, waiting: 4050, earned: 4050 })
    expect(await makePayoutBatch(test.app, admin, 'GBP')).toEqual({ ok: false, error: { code: 'nothing_due' } })
    for (const status of ['needs_response', 'warning_needs_response', 'lost'] as const) {
      await test.db.updateTable('disputes').set({ status }).execute()
      expect(await money(ada.id), status).toMatchObject({ due: 0 })
    }
    for (const status of ['warning_closed', 'prevented'] as const) {
      await test.db.updateTable('disputes').set({ status }).execute()
      expect(await money(ada.id), status).toMatchObject({ due: 4050 })
    }
    const reportedAt = test.clock.time
    const problem = { id: randomUUID(), bookingId: id, side: 'mentee', text: 'The line was dead.', reportedAt } as const
    await test.db.insertInto('problems').values(problem).execute()
    expect(await money(ada.id)).toEqual({ ...NONE, waiting: 4050, earned: 4050 })
    await test.db
      .updateTable('problems')
      .set({ resolvedAt: reportedAt, refundPence: toMinorUnits(0) })
      .execute()
    await test.stripe.control.closeDispute(dispute, 'won')
    await settleDispute(test.app, dispute)
    await payout(admin)
    expect(await money(ada.id)).toMatchObject({ paid: 4050 })
  })

  it('is held back while a refund is on its way, and after one that failed for good', async () => {
    const { ada, admin } = await people()
    const id = await sell(test, ada)
    await test.stripe.control.refunds({ outcome: 'pending' })
    await cancelBooking(test.app, { id, by: 'mentor', shown: toMinorUnits(0) })
    const { paymentIntent } = await findPayment(id)
    await holdSessions(test)
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await test.runJobs()
      expect(await makePayoutBatch(test.app, admin, 'GBP')).toMatchObject({ ok: false })
      const sent = (await test.app.payments.listRefunds(paymentIntent!)).find(({ status }) => status === 'pending')
      await test.stripe.control.settleRefund(sent!.id, 'failed')
      await settleRefunds(test.app, paymentIntent!)
    }
    expect(await makePayoutBatch(test.app, admin, 'GBP')).toMatchObject({ ok: false })
    expect(await money(ada.id)).toEqual({ ...NONE, waiting: 4050, earned: 4050 })
  })
})

describe('a refund after a payout', () => {
  it('is owed, and set off against the next sessions', async () => {
    const { ada, admin } = await people()
    const first = await sell(test, ada, { time: '14:30' })
    await holdSessions(test)
    await payout(admin)
    await refund(first, 4500)
    expect(await money(ada.id)).toEqual({ ...NONE, due: -4050, paid: 4050 })
    expect(await makePayoutBatch(test.app, admin, 'GBP')).toEqual({ ok: false, error: { code: 'nothing_due' } })

    test.clock.time = new Date('2030-01-07T09:00:00Z')
    for (const time of ['16:30', '18:30']) await sell(test, ada, { time, email: `${time.slice(0, 2)}@example.com` })
    await holdSessions(test)
    expect(await money(ada.id)).toEqual({ ...NONE, due: 4050, paid: 4050, earned: 8100 })
    await payout(admin)
    expect(await money(ada.id)).toEqual({ ...NONE, paid: 8100, earned: 8100 })
    expect((await lines()).map(({ number, amountPence }) => `${number} ${amountPence}`).toSorted()).toEqual([
      '1 4050',
      '1 4050',
      '1 4050',
      '2 -4050',
    ])
  })

  it('of a part, which then fails, is settled to the penny', async () => {
    const { ada, admin } = await people()
    const id = await sell(test, ada)
    await holdSessions(test)
    await payout(admin)
    await refund(id, 1001)
    const owed = (await money(ada.id)).due
    expect(owed).toBe(-901) // £35.00 less £3.50 stay, to the nearest penny.
    const { serviceId, paymentIntent } = await test.db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()
    await test.stripe.control.settleRefund(serviceId!, 'failed')
    await settleRefunds(test.app, paymentIntent)
    expect(await money(ada.id)).toEqual({ ...NONE, paid: 4050, earned: 4050 })
  })
})

describe('a mentor with bookings in two currencies', () => {
  /** £45.00 and ¥4,500, of which £40.50 and ¥4,050 are due. */
  async function earnBoth() {
    const { ada, admin } = await people()
    const pounds = await sell(test, ada, { time: '14:30' })
    await test.db.updateTable('mentors').set({ currency: 'JPY' }).where('id', '=', ada.id).execute()
    await sell(test, ada, { time: '16:30' })
    await holdSessions(test)
    return { ada, admin, pounds }
  }

  it('is paid each in a batch of its own, as its file and the emails say', async () => {
    const { ada, admin } = await earnBoth()
    const both = [
      { mentorId: ada.id, currency: 'GBP', amount: 4050 },
      { mentorId: ada.id, currency: 'JPY', amount: 4050 },
    ]
    expect((await readDue(test.app, test.db)).toSorted((a, b) => (a.currency < b.currency ? -1 : 1))).toMatchObject(
      both,
    )
    const yen = await make(admin, 'JPY')
    expect(await readDue(test.app, test.db)).toMatchObject(both.slice(0, 1))
    expect(await makePayoutBatch(test.app, admin, 'JPY')).toEqual({ ok: false, error: { code: 'nothing_due' } })
    const pounds = await make(admin)
    expect(await listBatches(test.db, 10)).toHaveLength(2)
    expect((await writeBatchFile(test.app, admin, yen))!.split('\r\n')[1]).toContain(',4050,JPY,PAYOUT ')
    expect((await writeBatchFile(test.app, admin, pounds))!.split('\r\n')[1]).toContain(',40.50,GBP,PAYOUT ')
    for (const batch of [yen, pounds]) await markBatchPaid(test.app, admin, batch)
    const mails = await mailsTo(test, `mentor-${ada.id.slice(0, 8)}@example.com`)
    const subjects = mails.map(({ subject }) => subject).filter((subject) => subject.includes('paid you'))
    expect(subjects.toSorted()).toEqual(['Landfall has paid you £40.50', 'Landfall has paid you ¥4,050'])
  })

  it('owes in the currency of the refund, and nothing of it is set off against the other', async () => {
    const { admin, pounds } = await earnBoth()
    await payout(admin)
    await refund(pounds, 4500)
    const amounts = (await readDue(test.app, test.db)).map(({ currency, amount }) => [currency, amount])
    expect(Object.fromEntries(amounts)).toEqual({ GBP: -4050, JPY: 4050 })
    await make(admin, 'JPY')
    expect(await readDue(test.app, test.db)).toMatchObject([{ currency: 'GBP', amount: -4050 }])
  })
})

describe('a payout batch', () => {
  it('is made once and marked as paid once, however many admins do at the same moment, with one email', async () => {
    const { ada, admin } = await people()
    for (const time of ['14:30', '16:30']) await sell(test, ada, { time })
    await holdSessions(test)
    const other = await someone(test, 'other-admin@example.com')
    const made = await Promise.all([admin, other, admin, other].map((by) => makePayoutBatch(test.app, by, 'GBP')))
    expect(made.filter(({ ok }) => ok)).toHaveLength(1)
    const batches = await listBatches(test.db, 10)
    expect(batches).toMatchObject([{ mentors: 1, amountPence: 8100, currency: 'GBP' }])
    const paid = await Promise.all([1, 2, 3].map(() => markBatchPaid(test.app, admin, batches[0]!.id)))
    expect(paid.filter(({ ok }) => ok)).toHaveLength(1)
    const mails = await mailsTo(test, `mentor-${ada.id.slice(0, 8)}@example.com`)
    const [mail, ...more] = mails.filter(({ subject }) => subject.includes('paid you'))
    expect([mail!.subject, more]).toEqual(['Landfall has paid you £81.00', []])
    expect(mail!.text).toContain('£81.00 for 2 bookings is on its way to your bank account.')
    const events = test.db.selectFrom('auditLog').select(['action', 'actorId']).orderBy('id')
    expect(await events.where('subject', '=', 'payout_batches').execute()).toEqual([
      { action: 'payouts.batch_made', actorId: expect.any(String) },
      { action: 'payouts.batch_paid', actorId: admin.session.accountId },
    ])
  })

  it('that is discarded makes all of it due again, and one that is paid stays', async () => {
    const { ada, admin, batch } = await inBatch()
    const answers = await Promise.all([discardBatch(test.app, admin, batch), discardBatch(test.app, admin, batch)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const gone = { ok: false, error: { code: 'not_open' } }
    expect(await markBatchPaid(test.app, admin, batch)).toEqual(gone)
    expect(await money(ada.id)).toMatchObject({ due: 4050 })
    const again = await make(admin)
    await markBatchPaid(test.app, admin, again)
    for (const id of [again, randomUUID()]) expect(await discardBatch(test.app, admin, id)).toEqual(gone)
  })

  it('is either paid or discarded when two admins do both at once', async () => {
    const { ada, admin, batch } = await inBatch()
    const answers = await Promise.all([markBatchPaid(test.app, admin, batch), discardBatch(test.app, admin, batch)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const { paid, due } = await money(ada.id)
    expect(paid + due).toBe(4050)
  })

  it('leaves out who has not said where to pay, until they do', async () => {
    const { ada, admin } = await people()
    const mary = await addMentor(test, { name: 'Mary Somerville' })
    for (const mentor of [ada, mary]) await sell(test, mentor)
    await holdSessions(test)
    expect(await readDue(test.app, test.db)).toMatchObject([
      { name: 'Ada Lovelace', amount: 4050 },
      { name: 'Mary Somerville', amount: 4050, sealedPayee: null },
    ])
    await make(admin)
    expect(await money(mary.id)).toMatchObject({ due: 4050, inBatch: 0 })
    await withPayee(test, mary.id)
    await make(admin)
    expect(await money(mary.id)).toMatchObject({ inBatch: 4050 })
  })
})

describe('the database', () => {
  /** A further line of the booking, in a batch of its own. */
  const addLine = (bookingId: string, mentorId: string, number: number, kept: number) =>
    sql`
    with batch as (insert into payout_batches (id, created_at) values (${randomUUID()}, ${test.clock.time}) returning id),
      payout as (
        insert into payouts (id, batch_id, mentor_id, amount_pence, currency, sealed_payee)
        select ${randomUUID()}::uuid, id, ${mentorId}::uuid, 1, 'GBP', '' from batch returning id
      )
    insert into payout_lines (payout_id, booking_id, number, kept_pence, fee_pence)
    select id, ${bookingId}::uuid, ${number}, ${kept}, 0 from payout`.execute(test.db)

  it('refuses to pay for a booking twice, to pay more than is earned, and to change or delete what was paid', async () => {
    const { ada, admin, id, batch } = await inBatch()
    await expect(addLine(id, ada.id, 1, -1)).rejects.toThrow('payout_lines_once')
    await expect(addLine(id, ada.id, 2, 1)).rejects.toThrow('has not earned')
    await expect(sql`update payout_lines set kept_pence = 1`.execute(test.db)).rejects.toThrow('stays')
    await markBatchPaid(test.app, admin, batch)
    await expect(sql`delete from payout_lines`.execute(test.db)).rejects.toThrow('stays')
  })
})

describe('the files', () => {
  it('of a batch name whom to transfer what, as it was when the batch was made, and hold no formulas', async () => {
    const { ada, admin, batch } = await inBatch()
    const formula = '=HYPERLINK("https://evil.example")'
    await test.db.updateTable('mentors').set({ name: formula }).where('id', '=', ada.id).execute()
    const payee = { ...PAYEE, name: 'Someone else' }
    await savePayee(test.app, { mentorId: ada.id, payee }, await someone(test, 'thief@example.com'))
    const file = (await writeBatchFile(test.app, admin, batch))!
    const [head, row, end] = file.split('\r\n')
    expect(head).toBe('\u{FEFF}Name on the account,Country,Account,Bank code,Amount,Currency,Reference,Mentor')
    expect(row).toMatch(/^Ada Lovelace,GB,GB82 WEST 1234 5698 7654 32,,40\.50,GBP,PAYOUT [\dA-F]{10},"/)
    expect(row).toContain(`,"'=HYPERLINK(""https://evil.example"")"`)
    expect(end).toBe('')
    expect(await writeBatchFile(test.app, admin, randomUUID())).toBeNull()
  })
})
