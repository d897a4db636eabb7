import { describe, expect, it } from 'vitest'
import { sumEarnings } from '#domain/payments/earnings'
import { settleDispute, settleRefunds } from '#server/bookings/settlement/refunds'
import { runJob } from '#server/jobs'
import { queueTransfers } from '#server/payouts/connect/queue-transfers'
import { sendReversal } from '#server/payouts/connect/reversals'
import { listEarnings } from '#server/payouts/earnings-queries'
import { makePayoutBatch, markBatchPaid } from '#server/payouts/payouts'
import { mailsTo } from '../../../tests/support/accounts/accounts.ts'
import { holdSessions, sell, someone, withPayee } from '../../../tests/support/payments/payouts.ts'
import { listEntries, listMade, transferDue, withAccount } from '../../../tests/support/payments/transfers.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, usual, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

type Mentor = Awaited<ReturnType<typeof mentor>>

async function mentor({ currency = 'GBP' } = {}) {
  test.app.config = { ...usual.config, PAYOUTS: 'connect', FEE_PERCENT: 10 }
  const ada = await addMentor(test, { currency })
  await withPayee(test, ada.id)
  return { ...ada, account: await withAccount(test, ada.id) }
}

/** A session that was held and transferred: £40.50 of £45.00. */
async function transferred(ada: Mentor, time = '14:30'): Promise<string> {
  test.clock.time = new Date('2030-01-07T09:00:00Z')
  const id = await sell(test, ada, { time, email: `${time.slice(0, 2)}@example.com` })
  await holdSessions(test)
  await transferDue(test)
  return id
}

const findPayment = (id: string) =>
  test.db.selectFrom('bookings').select(['checkoutId', 'paymentIntent']).where('id', '=', id).executeTakeFirstOrThrow()

/** Refunds at the payment service, and hears of it. */
async function refund(bookingId: string, amount: number): Promise<string> {
  const { checkoutId, paymentIntent } = await findPayment(bookingId)
  const made = await test.stripe.control.refund(checkoutId!, amount)
  await settleRefunds(test.app, paymentIntent!)
  return made
}

const reversals = () =>
  test.db
    .selectFrom('transferReversals')
    .select(['number', 'kept', 'fee', 'amount', 'status'])
    .orderBy('createdAt')
    .execute()
const lines = () => test.db.selectFrom('transferLines').select(['kept', 'fee', 'amount']).orderBy('amount').execute()
const money = async (mentorId: string) => {
  const { waiting, due, inBatch, paid } = sumEarnings(await listEarnings(test.db, { mentorId }), test.clock.time)
  return { waiting, due, inBatch, paid }
}
const NONE = { waiting: 0, due: 0, inBatch: 0, paid: 0 }

describe('a refund after a transfer', () => {
  it('is taken back with its share of the fee, once, and the mentor gets an email', async () => {
    const ada = await mentor()
    const id = await transferred(ada)
    await refund(id, 1500)
    expect(await money(ada.id)).toEqual({ ...NONE, due: -1350, paid: 4050 })
    for (let n = 0; n < 3; n += 1) await transferDue(test)
    expect(await listMade(test)).toEqual(['4050 GBP, 1350 back'])
    expect(await reversals()).toEqual([{ number: 1, kept: 1500, fee: 150, amount: 1350, status: 'sent' }])
    expect(await listEntries(test)).toEqual(['transfer -4050', 'transfer_reversal 1350'])
    expect(await money(ada.id)).toEqual({ ...NONE, paid: 2700 })
    await refund(id, 3000)
    await transferDue(test)
    expect(await listMade(test)).toEqual(['4050 GBP, 4050 back'])
    expect(await money(ada.id)).toEqual(NONE)
    const subjects = (await mailsTo(test, `mentor-${ada.id.slice(0, 8)}@example.com`)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('taken back'))).toHaveLength(2)
  })

  it.each([
    ['JPY', 1350],
    ['KWD', 1350],
  ])('is taken back in %s', async (currency, back) => {
    const ada = await mentor({ currency })
    await refund(await transferred(ada), 1500)
    await transferDue(test)
    expect(await listMade(test)).toEqual([`4050 ${currency}, ${back} back`])
  })

  it('is taken back of its own transfer, whatever was taken back of others', async () => {
    const ada = await mentor()
    await refund(await transferred(ada), 4500)
    await transferDue(test)
    await refund(await transferred(ada, '16:30'), 4500)
    await transferDue(test)
    expect(await listMade(test)).toEqual(['4050 GBP, 4050 back', '4050 GBP, 4050 back'])
  })

  it('is transferred again if it fails after it had succeeded', async () => {
    const ada = await mentor()
    const id = await transferred(ada)
    const made = await refund(id, 4500)
    await transferDue(test)
    expect(await money(ada.id)).toEqual(NONE)
    await test.stripe.control.settleRefund(made, 'failed')
    await settleRefunds(test.app, (await findPayment(id)).paymentIntent!)
    await transferDue(test)
    expect(await money(ada.id)).toEqual({ ...NONE, paid: 4050 })
    expect(await listMade(test), 'not from the charge, which has no room for it').toEqual([
      '4050 GBP, 4050 back',
      '4050 GBP',
    ])
  })

  it('is taken back once when two processes run the round and its job runs twice', async () => {
    const ada = await mentor()
    await refund(await transferred(ada), 1500)
    await Promise.all([queueTransfers(test.app), queueTransfers(test.app)])
    const { id } = await test.db.selectFrom('transferReversals').select('id').executeTakeFirstOrThrow()
    await Promise.all([sendReversal(test.app, id), sendReversal(test.app, id)])
    await test.runJobs()
    expect(await reversals()).toHaveLength(1)
    expect(await listMade(test)).toEqual(['4050 GBP, 1350 back'])
    expect(await listEntries(test)).toEqual(['transfer -4050', 'transfer_reversal 1350'])
  })

  it.each(['reset', 'error', 'garbage'] as const)('is recorded once when its answer was lost (%s)', async (answer) => {
    const ada = await mentor()
    await refund(await transferred(ada), 1500)
    await test.stripe.control.outage({ answer, calls: 'reversal', times: 1, done: true })
    await transferDue(test)
    await test.hastenRetries()
    await test.runJobs()
    expect(await listMade(test)).toEqual(['4050 GBP, 1350 back'])
    expect(await listEntries(test)).toEqual(['transfer -4050', 'transfer_reversal 1350'])
  })

  it('waits until the transfer is sent', async () => {
    const ada = await mentor()
    const id = await sell(test, ada)
    await holdSessions(test)
    await queueTransfers(test.app)
    await refund(id, 1500)
    await runJob(test.app, 'transfers', {})
    expect(await reversals()).toEqual([])
    await test.runJobs()
    await transferDue(test)
    expect(await listMade(test)).toEqual(['4050 GBP, 1350 back'])
  })
})

describe('a reversal that is refused', () => {
  /** A refund of all that was transferred, which the account's balance does not suffice for. */
  async function refused() {
    const ada = await mentor()
    await refund(await transferred(ada), 1500)
    await test.stripe.control.transfers({ call: 'reversal', code: 'balance_insufficient', times: 1 })
    await transferDue(test)
    expect(await reversals()).toMatchObject([{ amount: 1350, status: 'refused' }])
    return ada
  }

  it('is not sent again, and stays owed', async () => {
    const ada = await refused()
    for (let n = 0; n < 3; n += 1) await transferDue(test)
    expect(await reversals()).toHaveLength(1)
    expect(await money(ada.id)).toEqual({ ...NONE, due: -1350, paid: 4050 })
  })

  it('is set off against the next transfer, and said in its email', async () => {
    const ada = await refused()
    await transferred(ada, '16:30')
    expect(await listMade(test)).toEqual(['4050 GBP', '2700 GBP'])
    expect((await lines()).slice(0, 1)).toEqual([{ kept: -1500, fee: -150, amount: -1350 }])
    expect(await money(ada.id)).toEqual({ ...NONE, paid: 6750 })
    const mails = await mailsTo(test, `mentor-${ada.id.slice(0, 8)}@example.com`)
    const deducted = mails.filter(({ text }) => text.includes('We deducted £13.50 that you owed'))
    expect(deducted.map(({ subject }) => subject)).toEqual([expect.stringContaining('£27.00')])
    await transferDue(test)
    expect(await listMade(test)).toHaveLength(2)
  })

  it('is set off against the next batch of a mentor whose account was disconnected', async () => {
    const ada = await refused()
    test.clock.time = new Date('2030-01-07T09:00:00Z')
    await sell(test, ada, { time: '16:30', email: 'mary@example.com' })
    await holdSessions(test)
    await test.stripe.control.deauthorize(ada.account)
    await transferDue(test)
    const admin = await someone(test, 'admin@example.com')
    expect(await makePayoutBatch(test.app, admin, 'GBP')).toMatchObject({ ok: true })
    expect(await test.db.selectFrom('payouts').select('amountPence').execute()).toEqual([{ amountPence: 2700 }])
    expect(await money(ada.id)).toMatchObject({ due: 0, inBatch: 2700 })
  })

  it('waits while as much is owed as is due', async () => {
    const ada = await mentor()
    const id = await transferred(ada)
    await refund(id, 4500)
    await test.stripe.control.transfers({ call: 'reversal', code: 'balance_insufficient', times: 1 })
    await transferDue(test)
    await transferred(ada, '16:30')
    expect(await listMade(test)).toEqual(['4050 GBP'])
    expect(await money(ada.id)).toEqual({ ...NONE, paid: 4050 })
    await transferred(ada, '18:30')
    expect(await listMade(test), 'both bear their share').toEqual(['4050 GBP', '2025 GBP', '2025 GBP'])
    expect(await money(ada.id)).toEqual({ ...NONE, paid: 8100 })
  })
})

describe('a dispute', () => {
  it('holds the transfer while it is open, and for good when it is lost', async () => {
    const ada = await mentor()
    const id = await sell(test, ada)
    const dispute = await test.stripe.control.dispute((await findPayment(id)).checkoutId!)
    await settleDispute(test.app, dispute)
    await holdSessions(test)
    await transferDue(test)
    expect(await listMade(test)).toEqual([])
    await test.stripe.control.closeDispute(dispute, 'lost')
    await settleDispute(test.app, dispute)
    await transferDue(test)
    expect(await listMade(test)).toEqual([])
  })

  it('takes the transfer back when it is lost, with the fee’s share', async () => {
    const ada = await mentor()
    const id = await transferred(ada)
    const dispute = await test.stripe.control.dispute((await findPayment(id)).checkoutId!, { amount: 1500 })
    await settleDispute(test.app, dispute)
    await transferDue(test)
    expect(await listMade(test), 'while it is open').toEqual(['4050 GBP'])
    await test.stripe.control.closeDispute(dispute, 'lost')
    await settleDispute(test.app, dispute)
    for (let n = 0; n < 2; n += 1) await transferDue(test)
    expect(await listMade(test)).toEqual(['4050 GBP, 1350 back'])
    expect(await money(ada.id)).toEqual({ ...NONE, paid: 2700 })
  })

  it('that is lost costs the mentor nothing for a session that a batch paid, also after its refund was set off', async () => {
    const ada = await mentor()
    test.app.config = { ...test.app.config, PAYOUTS: 'batches' }
    const id = await sell(test, ada)
    await holdSessions(test)
    const admin = await someone(test, 'admin@example.com')
    const batch = await makePayoutBatch(test.app, admin, 'GBP')
    await markBatchPaid(test.app, admin, batch.ok ? batch.value.id : '')
    test.app.config = { ...test.app.config, PAYOUTS: 'connect' }
    await refund(id, 1500)
    await transferred(ada, '16:30')
    expect(await listMade(test)).toEqual(['2700 GBP'])
    const dispute = await test.stripe.control.dispute((await findPayment(id)).checkoutId!, { amount: 3000 })
    await settleDispute(test.app, dispute)
    await test.stripe.control.closeDispute(dispute, 'lost')
    await settleDispute(test.app, dispute)
    expect(await money(ada.id)).toEqual({ ...NONE, paid: 6750 })
  })
})
