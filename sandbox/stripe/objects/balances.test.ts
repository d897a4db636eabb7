import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { balance, charge, connect, listTransactions, findSession } from '../connect/test-rig.ts'
import { order, refusal, rig, useRig } from '../test-rig.ts'

useRig()

const transactions = (account: string | null = null, query: Stripe.BalanceTransactionListParams = {}) =>
  listTransactions(rig, account, query)

describe('a charge', () => {
  it('is pending for three days, unless its test card skips that', async () => {
    const before = await balance(rig)
    const later = await charge(rig, { data: { description: 'Booking B1' } })
    await charge(rig, { direct: true })
    expect(await balance(rig)).toEqual({ available: before.available + 4500, pending: before.pending + 4500 })
    const { balance_transaction } = await rig.stripe.charges.retrieve(later, { expand: ['balance_transaction'] })
    const charged = balance_transaction as Stripe.BalanceTransaction
    expect(charged).toMatchObject({
      object: 'balance_transaction',
      amount: 4500,
      currency: 'gbp',
      description: 'Booking B1',
      fee: 0,
      fee_details: [],
      net: 4500,
      reporting_category: 'charge',
      source: later,
      status: 'pending',
      type: 'charge',
    })
    expect(charged.available_on - charged.created).toBe(3 * 24 * 60 * 60)
    rig.clock.move({ minutes: 3 * 24 * 60 })
    expect(await rig.stripe.balanceTransactions.retrieve(charged.id)).toMatchObject({ status: 'available' })
    expect((await balance(rig)).pending).toBe(0)
  })

  it('by bank debit counts once it is paid, as a payment', async () => {
    const { id } = await rig.stripe.checkout.sessions.create(order(rig.clock))
    await rig.sandbox.control.payByDebit(id)
    const before = await balance(rig)
    await rig.sandbox.control.settleDebit(id, 'failed')
    expect(await balance(rig)).toEqual(before)
    await rig.sandbox.control.settleDebit(id, 'succeeded')
    expect(await balance(rig)).toEqual({ ...before, pending: before.pending + 4500 })
    await rig.sandbox.control.refund(id)
    const [refund, payment] = await transactions()
    expect([refund?.type, payment?.type]).toEqual(['payment_refund', 'payment'])
  })
})

describe('a refund', () => {
  it('takes its amount from the balance, and gives it back if it fails', async () => {
    const source = await charge(rig, { direct: true })
    const { id, balance_transaction } = await rig.stripe.refunds.create({ charge: source, amount: 1000 })
    await rig.sandbox.control.settleRefund(id, 'failed')
    const caused = await transactions(null, { source: id })
    expect(caused.map(({ type, amount }) => [type, amount])).toEqual([
      ['refund_failure', 1000],
      ['refund', -1000],
    ])
    const failed = await rig.stripe.refunds.retrieve(id)
    expect([failed.failure_balance_transaction, balance_transaction]).toEqual(caused.map((each) => each.id))
  })
})

describe('a dispute', () => {
  it('takes its amount from the balance, and gives it back if it is won', async () => {
    const id = await rig.sandbox.control.dispute(await findSession(rig, await charge(rig)))
    const categories = async () =>
      (await transactions(null, { source: id })).map((each) => [each.type, each.reporting_category, each.amount])
    const withdrawal = ['adjustment', 'dispute', -4500]
    expect(await categories()).toEqual([withdrawal])
    await rig.sandbox.control.closeDispute(id, 'won')
    expect(await categories()).toEqual([['adjustment', 'dispute_reversal', 4500], withdrawal])
    const { balance_transactions } = await rig.stripe.disputes.retrieve(id)
    expect(balance_transactions.map(({ amount }) => amount)).toEqual([-4500, 4500])
  })
})

describe('balance transactions', () => {
  it('are listed by type, currency and source, for their own account only', async () => {
    const account = await connect(rig)
    const source = await charge(rig)
    const params = { amount: 4000, currency: 'gbp', destination: account, source_transaction: source }
    const made = await rig.stripe.transfers.create(params)
    const reversal = await rig.stripe.transfers.createReversal(made.id, { amount: 500 })
    const described = (list: Stripe.BalanceTransaction[]) => list.map((each) => [each.type, each.amount, each.source])
    expect(described(await transactions(account))).toEqual([
      ['payment_refund', -500, reversal.destination_payment_refund],
      ['payment', 4000, made.destination_payment],
    ])
    expect(described(await transactions(null, { type: 'transfer' }))).toEqual([['transfer', -4000, made.id]])
    expect(described(await transactions(null, { source: reversal.id }))).toEqual([
      ['transfer_refund', 500, reversal.id],
    ])
    expect(await transactions(null, { currency: 'usd' })).toEqual([])
    const foreign = rig.stripe.balanceTransactions.retrieve(
      String(made.balance_transaction),
      {},
      { stripeAccount: account },
    )
    expect(await refusal(foreign)).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })

  it('list the default currency of an account without any', async () => {
    const account = await connect(rig, { country: 'FR' })
    expect(await rig.stripe.balance.retrieve({}, { stripeAccount: account })).toMatchObject({
      object: 'balance',
      livemode: false,
      available: [{ amount: 0, currency: 'eur' }],
      pending: [{ amount: 0, currency: 'eur' }],
    })
  })
})
