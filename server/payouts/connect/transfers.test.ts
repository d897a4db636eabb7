import { describe, expect, it } from 'vitest'
import { sumEarnings } from '#domain/payments/earnings'
import { completeEnded } from '#server/bookings/after-session/complete'
import { reconcile } from '#server/bookings/settlement/reconcile'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { runJob } from '#server/jobs'
import { queueTransfers } from '#server/payouts/connect/queue-transfers'
import { sendTransfer } from '#server/payouts/connect/transfers'
import { listEarnings } from '#server/payouts/earnings-queries'
import { makePayoutBatch } from '#server/payouts/payouts'
import { addOpenCohort, joinPaid } from '../../../tests/support/bookings/seats.ts'
import { mailsTo } from '../../../tests/support/accounts/accounts.ts'
import { holdSessions, sell, someone, withPayee } from '../../../tests/support/payments/payouts.ts'
import { listEntries, listMade, transferDue, withAccount } from '../../../tests/support/payments/transfers.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, usual, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

/** Transfers are on, with a fee of ten percent: a session of £45.00 earns £40.50. */
const useConnect = () => (test.app.config = { ...usual.config, PAYOUTS: 'connect', FEE_PERCENT: 10 })

async function mentor({ currency = 'GBP', name = 'Ada Lovelace' } = {}) {
  useConnect()
  const ada = await addMentor(test, { currency, name })
  await withPayee(test, ada.id)
  return { ...ada, account: await withAccount(test, ada.id) }
}

/** A session of a mentor with an account, that is due. */
async function dueSession() {
  const ada = await mentor()
  const id = await sell(test, ada)
  await holdSessions(test)
  return { ada, id }
}

const rows = () => test.db.selectFrom('transfers').select(['number', 'amount', 'status', 'refusals']).execute()
const jobs = async (name: string) =>
  test.db.executeQuery<{ state: string }>(
    (await import('kysely')).sql`select state::text from jobs.job where name = ${name}`.compile(test.db),
  )
const concerns = async () =>
  (await test.db.selectFrom('concerns').select(['kind', 'resolvedAt']).orderBy('kind').execute()).map(
    ({ kind, resolvedAt }) => (resolvedAt ? `${kind}, resolved` : kind),
  )
const subjects = async (mentorId: string) =>
  (await mailsTo(test, `mentor-${mentorId.slice(0, 8)}@example.com`)).map(({ subject }) => subject)
const money = async (mentorId: string) => {
  const { waiting, due, inBatch, paid } = sumEarnings(await listEarnings(test.db, { mentorId }), test.clock.time)
  return { waiting, due, inBatch, paid }
}
const NONE = { waiting: 0, due: 0, inBatch: 0, paid: 0 }

describe('the round of transfers', () => {
  it('transfers what a session earned 72 hours after it, once, and emails the mentor', async () => {
    const ada = await mentor()
    await sell(test, ada)
    await transferDue(test)
    expect(await listMade(test)).toEqual([])
    await holdSessions(test)
    expect(await money(ada.id)).toEqual({ ...NONE, due: 4050 })
    for (let n = 0; n < 3; n += 1) await transferDue(test)
    expect(await listMade(test)).toEqual(['4050 GBP'])
    expect(await listEntries(test)).toEqual(['transfer -4050'])
    expect(await money(ada.id)).toEqual({ ...NONE, paid: 4050 })
    const sent = (await subjects(ada.id)).filter((subject) => subject.includes('£40.50'))
    expect(sent).toEqual([expect.stringMatching(/^Landfall has sent you £40\.50 for booking B-/)])
  })

  it('does nothing while the operator pays in batches', async () => {
    const { ada } = await dueSession()
    test.app.config = { ...test.app.config, PAYOUTS: 'batches' }
    await transferDue(test)
    expect(await rows()).toEqual([])
    const admin = await someone(test, 'admin@example.com')
    expect(await makePayoutBatch(test.app, admin, 'GBP')).toMatchObject({ ok: true })
    useConnect()
    await transferDue(test)
    expect(await listMade(test), 'what is in a batch').toEqual([])
    expect(await money(ada.id)).toEqual({ ...NONE, inBatch: 4050 })
  })

  it('leaves mentors without an account to the batches, and those with one out of them', async () => {
    const ada = await mentor()
    const lin = await addMentor(test, { name: 'Linh Nguyen' })
    await withPayee(test, lin.id)
    await sell(test, ada)
    await sell(test, lin, { email: 'other@example.com' })
    await holdSessions(test)
    const admin = await someone(test, 'admin@example.com')
    expect(await makePayoutBatch(test.app, admin, 'GBP')).toMatchObject({ ok: true })
    expect(await test.db.selectFrom('payouts').select('mentorId').execute()).toEqual([{ mentorId: lin.id }])
    await transferDue(test)
    expect(await listMade(test)).toEqual(['4050 GBP'])
    expect(await makePayoutBatch(test.app, admin, 'GBP')).toEqual({ ok: false, error: { code: 'nothing_due' } })
  })

  it('queues each session once when two processes run it at the same moment', async () => {
    await dueSession()
    await Promise.all([queueTransfers(test.app), queueTransfers(test.app), queueTransfers(test.app)])
    expect(await rows()).toHaveLength(1)
    expect((await jobs('transfer')).rows).toHaveLength(1)
  })

  it('queues nothing for a restricted account until it is active again', async () => {
    const { ada } = await dueSession()
    await test.stripe.control.restrict(ada.account)
    await transferDue(test)
    expect(await rows(), 'what was refused is deleted').toEqual([])
    expect(await concerns()).toEqual([])
    await transferDue(test)
    expect((await jobs('transfer')).rows, 'the account was read again').toHaveLength(1)
    expect(await money(ada.id)).toEqual({ ...NONE, due: 4050 })
    await test.stripe.control.verify(ada.account)
    await test.app.transfers.settle(test.app, { type: 'account.updated', objectId: ada.account, account: ada.account })
    await transferDue(test)
    expect(await listMade(test)).toEqual(['4050 GBP'])
  })

  it.each([
    ['JPY', 4050],
    ['KWD', 4050],
  ])('transfers in %s', async (currency, amount) => {
    const ada = await mentor({ currency })
    await sell(test, ada)
    await holdSessions(test)
    await transferDue(test)
    expect(await listMade(test)).toEqual([`${amount} ${currency}`])
    expect(await money(ada.id)).toEqual({ ...NONE, paid: amount })
  })

  it('transfers what the seats of a mentor’s cohorts earned', async () => {
    useConnect()
    await addOpenCohort(test)
    const { id } = await test.db.selectFrom('mentors').select('id').executeTakeFirstOrThrow()
    await withAccount(test, id)
    await joinPaid(test)
    test.clock.time = new Date('2030-10-29T00:00:00Z') // 72 hours after the last day.
    await completeEnded(test.app, 10)
    await transferDue(test)
    expect(await listMade(test)).toEqual(['5400 GBP'])
  })

  it('transfers all of a dinar’s earnings where the fee is no whole number of tenths', async () => {
    const ada = await mentor({ currency: 'KWD' })
    test.app.config = { ...test.app.config, FEE_PERCENT: 12.5 }
    await sell(test, ada)
    await holdSessions(test)
    await transferDue(test)
    expect(await listMade(test)).toEqual(['3940 KWD'])
    expect(await money(ada.id)).toEqual({ ...NONE, paid: 3940 })
  })
})

describe('sendTransfer', () => {
  const queued = async () => {
    const due = await dueSession()
    await queueTransfers(test.app)
    const { id: transferId } = await test.db.selectFrom('transfers').select('id').executeTakeFirstOrThrow()
    return { ...due, transferId }
  }

  it('sends a transfer once when its job runs twice at the same moment', async () => {
    const { transferId, ada } = await queued()
    await Promise.all([sendTransfer(test.app, transferId), sendTransfer(test.app, transferId)])
    await test.runJobs()
    expect(await listMade(test)).toEqual(['4050 GBP'])
    expect(await listEntries(test)).toEqual(['transfer -4050'])
    expect(await money(ada.id)).toEqual({ ...NONE, paid: 4050 })
  })

  it.each(['reset', 'error', 'garbage', 'html'] as const)(
    'records a transfer whose answer was lost (%s), without sending it again',
    async (answer) => {
      const { ada } = await queued()
      await test.stripe.control.outage({ answer, calls: 'transfer', times: 1, done: true })
      await test.runJobs()
      await test.hastenRetries()
      await test.runJobs()
      expect(await listMade(test)).toEqual(['4050 GBP'])
      expect(await listEntries(test)).toEqual(['transfer -4050'])
      expect(await money(ada.id)).toEqual({ ...NONE, paid: 4050 })
    },
  )

  it('looks for a transfer before it sends one again after the service has forgotten its key', async () => {
    const { transferId } = await queued()
    const { transfer } = test.app.payments
    const lost = { ...test.app.payments, transfer: async (request: never) => void (await transfer(request)) }
    await expect(sendTransfer({ ...test.app, payments: lost as never }, transferId)).rejects.toThrow()
    test.clock.forward(25 * 60)
    await sendTransfer(test.app, transferId)
    expect(await listMade(test)).toEqual(['4050 GBP'])
    expect(await listEntries(test)).toEqual(['transfer -4050'])
  })

  it('raises a concern where the balance is too low, and resolves it when it is sent', async () => {
    const { ada } = await queued()
    await test.stripe.control.transfers({ call: 'transfer', code: 'balance_insufficient', times: 2 })
    await test.runJobs()
    expect(await rows()).toEqual([{ number: 1, amount: 4050, status: 'queued', refusals: 1 }])
    expect(await concerns()).toEqual(['transfer_failed'])
    expect(await money(ada.id)).toEqual({ ...NONE, inBatch: 4050 })
    for (let n = 0; n < 2; n += 1) {
      await test.hastenRetries()
      await test.runJobs()
    }
    expect(await rows()).toEqual([{ number: 1, amount: 4050, status: 'sent', refusals: 2 }])
    expect(await concerns()).toEqual(['transfer_failed, resolved'])
    expect(await listMade(test)).toEqual(['4050 GBP'])
  })

  it('waits for an account that was disconnected', async () => {
    const { ada } = await queued()
    await test.stripe.control.deauthorize(ada.account)
    await test.runJobs()
    await transferDue(test)
    expect(await rows()).toEqual([])
    expect(await money(ada.id)).toEqual({ ...NONE, due: 4050 })
    const admin = await someone(test, 'admin@example.com')
    expect(await makePayoutBatch(test.app, admin, 'GBP'), 'the batch pays them again').toMatchObject({ ok: true })
  })

  it('backs off when the service limits its requests, and sends everything in the end', async () => {
    await queued()
    await test.stripe.control.outage({ answer: 'limit', calls: 'transfer', times: 1 })
    await test.runJobs()
    await test.hastenRetries()
    await test.runJobs()
    expect(await listMade(test)).toEqual(['4050 GBP'])
  })
})

describe('a refund', () => {
  it('of before the transfer lowers it', async () => {
    const ada = await mentor()
    const id = await sell(test, ada)
    const { checkoutId, paymentIntent } = await test.db
      .selectFrom('bookings')
      .select(['checkoutId', 'paymentIntent'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await test.stripe.control.refund(checkoutId!, 1500)
    await settleRefunds(test.app, paymentIntent!)
    await holdSessions(test)
    await transferDue(test)
    expect(await listMade(test)).toEqual(['2700 GBP'])
    expect((await reconcile(test.app))!).toEqual([])
    await runJob(test.app, 'transfers', {})
    expect(await rows()).toHaveLength(1)
  })
})
