import { describe, expect, it } from 'vitest'
import { refusal, rig, useRig } from '../test-rig.ts'
import { balance, charge, connect, deliveredEvents } from './test-rig.ts'

useRig()

/** An account with £40 available. */
async function earner() {
  const account = await connect(rig)
  const source = await charge(rig, { direct: true })
  await rig.stripe.transfers.create({ amount: 4000, currency: 'gbp', destination: account, source_transaction: source })
  return account
}
const read = (id: string, account: string) => rig.stripe.payouts.retrieve(id, {}, { stripeAccount: account })
const payoutEvents = async (account: string) =>
  (await deliveredEvents(rig)).filter((event) => event.account === account && event.type.startsWith('payout.'))

describe('a payout', () => {
  it('takes all that is available, and arrives', async () => {
    const account = await earner()
    const ids = await rig.sandbox.control.payOut(account)
    expect(ids).toHaveLength(1)
    expect(await balance(rig, account)).toEqual({ available: 0, pending: 0 })
    expect(await read(ids[0]!, account)).toMatchObject({
      object: 'payout',
      amount: 4000,
      currency: 'gbp',
      status: 'pending',
      automatic: true,
      failure_code: null,
      type: 'bank_account',
    })
    await rig.sandbox.control.settlePayout(ids[0]!, 'paid')
    expect(await read(ids[0]!, account)).toMatchObject({ status: 'paid', failure_balance_transaction: null })
    expect(await payoutEvents(account)).toMatchObject([
      { type: 'payout.created', account, data: { object: { id: ids[0], status: 'pending' } } },
      { type: 'payout.paid', account, data: { object: { id: ids[0], status: 'paid' } } },
    ])
  })

  it('returns to the balance when it fails, also after it was paid', async () => {
    const account = await earner()
    const [id] = await rig.sandbox.control.payOut(account)
    await rig.sandbox.control.settlePayout(id!, 'paid')
    await rig.sandbox.control.settlePayout(id!, 'failed')
    const failed = await read(id!, account)
    expect(failed).toMatchObject({ status: 'failed', failure_code: 'account_closed' })
    const { data } = await rig.stripe.balanceTransactions.list({ source: id! }, { stripeAccount: account })
    expect(data.map(({ type, amount }) => [type, amount])).toEqual([
      ['payout_failure', 4000],
      ['payout', -4000],
    ])
    expect(data[0]?.id).toBe(failed.failure_balance_transaction)
    expect(await balance(rig, account)).toEqual({ available: 4000, pending: 0 })
    expect((await payoutEvents(account)).at(-1)).toMatchObject({
      type: 'payout.failed',
      account,
      data: { object: { id, failure_code: 'account_closed', failure_message: 'The bank account has been closed.' } },
    })
    await expect(rig.sandbox.control.settlePayout(id!, 'failed')).rejects.toThrow('cannot become `failed`')
  })

  it('is one per currency', async () => {
    const account = await earner()
    const source = await charge(rig, { direct: true, currency: 'eur' })
    const transfer = { amount: 3000, currency: 'eur', destination: account, source_transaction: source }
    await rig.stripe.transfers.create(transfer)
    expect(await rig.sandbox.control.payOut(account)).toHaveLength(2)
    const { data } = await rig.stripe.payouts.list({}, { stripeAccount: account })
    expect(data.map(({ amount, currency }) => [amount, currency])).toEqual([
      [4000, 'gbp'],
      [3000, 'eur'],
    ])
  })

  it('is refused without available money, or while payouts are disabled', async () => {
    const account = await earner()
    await rig.sandbox.control.restrict(account)
    await expect(rig.sandbox.control.payOut(account)).rejects.toThrow('are disabled')
    await expect(rig.sandbox.control.payOut(await connect(rig))).rejects.toThrow('No money is available')
  })

  it('is listed for its account only, by status', async () => {
    const [one, other] = [await earner(), await earner()]
    const [id] = await rig.sandbox.control.payOut(one)
    const list = async (account: string, status?: string) =>
      (await rig.stripe.payouts.list(status === undefined ? {} : { status }, { stripeAccount: account })).data
    expect((await list(one)).map((payout) => payout.id)).toEqual([id])
    expect(await list(one, 'paid')).toEqual([])
    expect(await list(other)).toEqual([])
    expect((await rig.stripe.payouts.list()).data).toEqual([])
    expect(await refusal(read(id!, other))).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })
})

describe('emptying the platform’s balance', () => {
  it('pays out all that is available, and leaves what is pending', async () => {
    await charge(rig, { direct: true })
    await charge(rig)
    const { pending } = await balance(rig)
    await rig.sandbox.control.emptyBalance()
    expect(await balance(rig)).toEqual({ available: 0, pending })
    expect((await rig.stripe.payouts.list({ limit: 1 })).data[0]).toMatchObject({ status: 'paid' })
  })
})
