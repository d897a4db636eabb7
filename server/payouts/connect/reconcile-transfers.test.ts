/** Webhooks about transfers, lost, doubled, late and out of order, and what comparing the books repairs. */
import { describe, expect, it } from 'vitest'
import { reconcile, reconcileBooking, recoverEvents } from '#server/bookings/settlement/reconcile'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { queueTransfers } from '#server/payouts/connect/queue-transfers'
import { createSdk } from '../../../tests/support/payments/checkout.ts'
import { holdSessions, sell, withPayee } from '../../../tests/support/payments/payouts.ts'
import { listEntries, listMade, transferDue, withAccount } from '../../../tests/support/payments/transfers.ts'
import { deliver, readEventBody } from '../../../tests/support/payments/webhooks.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, usual, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

async function mentor() {
  test.app.config = { ...usual.config, PAYOUTS: 'connect', FEE_PERCENT: 10 }
  const ada = await addMentor(test)
  await withPayee(test, ada.id)
  return { ...ada, account: await withAccount(test, ada.id) }
}

/** A session that is due, whose transfer is queued. */
async function queued() {
  const ada = await mentor()
  const id = await sell(test, ada)
  await holdSessions(test)
  await queueTransfers(test.app)
  return { ada, id }
}

/** Drops all jobs, as if their tables were restored from before. */
const loseJobs = () => test.db.deleteFrom('jobs.job' as never).execute()

/** The service makes the transfer, and the process dies before it has recorded it. */
async function sentAndLost() {
  const sold = await queued()
  await test.stripe.control.outage({ answer: 'reset', calls: 'transfer', done: true })
  await test.runJobs()
  await test.stripe.control.heal()
  await loseJobs()
  expect(await listEntries(test)).toEqual([])
  expect(await listMade(test)).toEqual(['4050 GBP'])
  return sold
}

async function refund(bookingId: string, amount: number): Promise<void> {
  const { checkoutId, paymentIntent } = await test.db
    .selectFrom('bookings')
    .select(['checkoutId', 'paymentIntent'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  await test.stripe.control.refund(checkoutId!, amount)
  await settleRefunds(test.app, paymentIntent!)
}

/** The service takes £13.50 back, and the process dies before it has recorded it. */
async function reversedAndLost() {
  const sold = await queued()
  await test.runJobs()
  await refund(sold.id, 1500)
  await test.stripe.control.outage({ answer: 'reset', calls: 'reversal', done: true })
  await transferDue(test)
  await test.stripe.control.heal()
  await loseJobs()
  expect(await listEntries(test)).toEqual(['transfer -4050'])
  expect(await listMade(test)).toEqual(['4050 GBP, 1350 back'])
  return sold
}

const found = async () => (await reconcile(test.app))!.map(({ kind, repaired }) => ({ kind, repaired }))
const concerns = () => test.db.selectFrom('concerns').select('subject').where('kind', '=', 'mismatch').execute()

describe('a webhook about a transfer', () => {
  it('records a transfer whose answer was lost, once, however often it comes', async () => {
    await sentAndLost()
    const body = await readEventBody(test, 'transfer.created')
    for (let n = 0; n < 3; n += 1) expect((await deliver(test, body)).status).toBe(200)
    await test.runJobs()
    await deliver(test, body)
    await test.runJobs()
    expect(await listEntries(test)).toEqual(['transfer -4050'])
  })

  it('records a reversal, also if it comes before that of the transfer', async () => {
    await reversedAndLost()
    await deliver(test, await readEventBody(test, 'transfer.reversed'))
    await test.runJobs()
    await deliver(test, await readEventBody(test, 'transfer.created'))
    await test.runJobs()
    expect(await listEntries(test)).toEqual(['transfer -4050', 'transfer_reversal 1350'])
  })

  it('is stored with the account whose event it is', async () => {
    const { account } = await mentor()
    const sdk = createSdk(test.stripe)
    const { data } = await sdk.events.list({ type: 'account.updated' }, { stripeAccount: account })
    await deliver(test, JSON.stringify(data[0]))
    await test.runJobs()
    const stored = test.db.selectFrom('paymentEvents').select(['type', 'account', 'objectId', 'gaveUpAt'])
    expect(await stored.execute()).toEqual([{ type: 'account.updated', account, objectId: account, gaveUpAt: null }])
  })

  it('changes nothing if the transfer is not ours', async () => {
    const { account } = await mentor()
    await deliver(
      test,
      JSON.stringify({
        id: 'evt_1',
        type: 'transfer.created',
        data: { object: { object: 'transfer', id: 'tr_other' } },
      }),
    )
    await test.runJobs()
    expect(account).toMatch(/^acct_/)
    expect(await listEntries(test)).toEqual([])
  })

  it('is fetched an hour later if it was lost', async () => {
    await sentAndLost()
    test.clock.forward(60)
    await recoverEvents(test.app)
    expect(await listEntries(test)).toEqual(['transfer -4050'])
  })
})

describe('reconcile', () => {
  it('finds nothing where the books agree', async () => {
    const { id } = await queued()
    await test.runJobs()
    await refund(id, 1500)
    await transferDue(test)
    test.clock.forward(100)
    expect(await found()).toEqual([])
  })

  it('records a transfer whose answer was lost', async () => {
    await sentAndLost()
    test.clock.forward(100)
    expect(await found()).toEqual([{ kind: 'transfer_missing', repaired: true }])
    expect(await listEntries(test)).toEqual(['transfer -4050'])
    expect(await found()).toEqual([])
  })

  it('records a reversal whose answer was lost', async () => {
    await reversedAndLost()
    test.clock.forward(100)
    expect(await found()).toEqual([{ kind: 'reversal_missing', repaired: true }])
    expect(await listEntries(test)).toEqual(['transfer -4050', 'transfer_reversal 1350'])
    expect(await listMade(test)).toEqual(['4050 GBP, 1350 back'])
  })

  it('sends a transfer whose job was lost', async () => {
    await queued()
    await loseJobs()
    test.clock.forward(100)
    expect(await found()).toEqual([{ kind: 'transfer_missing', repaired: true }])
    expect(await listMade(test)).toEqual(['4050 GBP'])
  })

  it('raises a concern for what was reversed in the service’s dashboard', async () => {
    const { id } = await queued()
    await test.runJobs()
    const sdk = createSdk(test.stripe)
    const { data } = await sdk.transfers.list({ limit: 1 })
    await sdk.transfers.createReversal(data[0]!.id, { amount: 100 })
    test.clock.forward(100)
    expect(await found()).toEqual([{ kind: 'reversal_differs', repaired: false }])
    expect(await concerns()).toHaveLength(1)
    expect(await reconcileBooking(test.app, id)).toMatchObject([{ kind: 'reversal_differs', bookingId: id }])
    await found()
    expect(await concerns()).toHaveLength(1)
  })

  it('raises a concern for a transfer to a mentor that is not ours', async () => {
    const { ada } = await queued()
    await test.runJobs()
    const sdk = createSdk(test.stripe)
    const { paymentIntent } = await test.db.selectFrom('bookings').select('paymentIntent').executeTakeFirstOrThrow()
    const { latest_charge } = await sdk.paymentIntents.retrieve(paymentIntent!)
    const transfer = {
      amount: 100,
      currency: 'gbp',
      destination: ada.account,
      source_transaction: String(latest_charge),
    }
    await sdk.transfers.create(transfer)
    test.clock.forward(100)
    expect(await found()).toEqual([{ kind: 'transfer_not_ours', repaired: false }])
  })

  it('reads accounts again whose events were lost', async () => {
    const { account, id } = await mentor()
    await test.stripe.control.restrict(account)
    test.clock.forward(24 * 60)
    await found()
    const stored = test.db.selectFrom('connectedAccounts').select('transfers').where('mentorId', '=', id)
    expect(await stored.executeTakeFirstOrThrow()).toEqual({ transfers: 'inactive' })
  })
})
