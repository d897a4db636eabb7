import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { refusal, rig, useRig } from '../test-rig.ts'
import { balance, charge, connect, deliveredEvents } from './test-rig.ts'

useRig()

/** A transfer of £40 to a new account. */
async function transfer({ direct = false } = {}) {
  const account = await connect(rig)
  const source = await charge(rig, { direct })
  const params = { amount: 4000, currency: 'gbp', destination: account, source_transaction: source }
  return { account, id: (await rig.stripe.transfers.create(params)).id }
}
const reverse = (id: string, params: Stripe.TransferCreateReversalParams = {}, idempotencyKey?: string) =>
  rig.stripe.transfers.createReversal(id, params, idempotencyKey === undefined ? {} : { idempotencyKey })

describe('reversing a transfer', () => {
  it('returns a part of it, and then all that is left', async () => {
    const { account, id } = await transfer({ direct: true })
    const before = await balance(rig)
    const first = await reverse(id, { amount: 1500, description: 'Half refunded', metadata: { refund: 're_1' } })
    expect(first).toMatchObject({
      object: 'transfer_reversal',
      amount: 1500,
      currency: 'gbp',
      transfer: id,
      metadata: { refund: 're_1' },
    })
    expect([first.id, first.balance_transaction]).toEqual([
      expect.stringMatching(/^trr_/),
      expect.stringMatching(/^txn_/),
    ])
    expect(await rig.stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 1500, reversed: false })
    const second = await reverse(id)
    expect(second.amount).toBe(2500)
    expect(await rig.stripe.transfers.retrieve(id)).toMatchObject({
      amount_reversed: 4000,
      reversed: true,
      reversals: { data: [{ id: second.id }, { id: first.id }] },
    })
    expect(await balance(rig)).toEqual({ ...before, available: before.available + 4000 })
    expect(await balance(rig, account)).toEqual({ available: 0, pending: 0 })

    const listed = await rig.stripe.transfers.listReversals(id, { limit: 1 })
    expect([listed.data.map((each) => each.id), listed.has_more]).toEqual([[second.id], true])
    const rest = await rig.stripe.transfers.listReversals(id, { starting_after: second.id })
    expect(rest.data.map((each) => each.id)).toEqual([first.id])
    expect(await rig.stripe.transfers.retrieveReversal(id, first.id)).toMatchObject({ id: first.id, amount: 1500 })
  })

  it('never returns more than was transferred', async () => {
    const { id } = await transfer()
    const message = async (amount: number) => (await refusal(reverse(id, { amount })))?.message
    expect(await message(4001)).toBe('Reversal amount (£40.01) is greater than transfer amount (£40.00)')
    const results = await Promise.all([1, 2, 3].map(() => refusal(reverse(id, { amount: 1500 }))))
    expect(results.filter((error) => error === null)).toHaveLength(2)
    expect(await message(1001)).toBe('Reversal amount (£10.01) is greater than unreversed amount on transfer (£10.00)')
    expect(await message(1000)).toBeUndefined()
    expect(await message(1)).toContain('already been fully reversed')
    expect(await refusal(reverse(id, { amount: 0 }))).toMatchObject({ code: 'parameter_invalid_integer' })
    expect(await refusal(reverse('tr_none'))).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })

  it('makes the account’s balance negative if its money was paid out, since the platform bears losses', async () => {
    const { account, id } = await transfer({ direct: true })
    await rig.sandbox.control.payOut(account)
    expect(await refusal(reverse(id))).toBeNull()
    expect(await balance(rig, account)).toEqual({ available: -4000, pending: 0 })
  })

  it('returns pending money as pending', async () => {
    const { account, id } = await transfer()
    const before = await balance(rig)
    await reverse(id, { amount: 1000 })
    expect(await balance(rig, account)).toEqual({ available: 0, pending: 3000 })
    expect(await balance(rig)).toEqual({ ...before, pending: before.pending + 1000 })
  })

  it('does not free the charge for another transfer', async () => {
    const { account, id } = await transfer()
    await reverse(id)
    const { source_transaction } = await rig.stripe.transfers.retrieve(id)
    const again = {
      amount: 4000,
      currency: 'gbp',
      destination: account,
      source_transaction: String(source_transaction),
    }
    expect(await refusal(rig.stripe.transfers.create(again))).toMatchObject({ statusCode: 400, param: 'amount' })
  })

  it('happens once per idempotency key', async () => {
    const { id } = await transfer()
    const first = await reverse(id, { amount: 1000 }, 'reversal:1')
    expect((await reverse(id, { amount: 1000 }, 'reversal:1')).id).toBe(first.id)
    expect(await rig.stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 1000 })
    const other = await refusal(reverse(id, { amount: 2000 }, 'reversal:1'))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(other).toMatchObject({ statusCode: 400 })
  })

  it('is reported with the transfer as it is then', async () => {
    const { id } = await transfer()
    await reverse(id, { amount: 1000 })
    const events = (await deliveredEvents(rig)).filter(({ type }) => type === 'transfer.reversed')
    expect(events.at(-1)).toMatchObject({
      data: { object: { id, amount_reversed: 1000, reversed: false, reversals: { data: [{ amount: 1000 }] } } },
    })
  })

  it('is refused once the account was disconnected', async () => {
    const { account, id } = await transfer()
    await rig.sandbox.control.deauthorize(account)
    expect(await refusal(reverse(id))).toMatchObject({ statusCode: 403, code: 'account_invalid' })
    expect(await rig.stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 0 })
  })
})
