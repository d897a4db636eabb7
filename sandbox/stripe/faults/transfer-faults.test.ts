import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { balance, charge, connect } from '../connect/test-rig.ts'
import { refusal, startRig } from '../test-rig.ts'
import { TRANSFER_FAULTS } from './faults.ts'

let rig: Awaited<ReturnType<typeof startRig>>
let account: string
beforeAll(async () => {
  rig = await startRig()
  account = await connect(rig)
})
afterEach(() => rig.sandbox.control.heal())
afterAll(() => rig.close())

const transfer = (source: string, idempotencyKey: string, options: Stripe.RequestOptions = {}) =>
  rig.stripe.transfers.create(
    { amount: 1000, currency: 'gbp', destination: account, source_transaction: source },
    { idempotencyKey, ...options },
  )
const made = async (source: string) =>
  (await rig.stripe.transfers.list({ limit: 100 })).data.filter((each) => each.source_transaction === source)

describe('a transfer that answers 500', () => {
  it.each([
    ['before', false, 0],
    ['after', true, 1],
  ])('%s it was made is replayed under its key, and the next key works', async (_, done, count) => {
    const source = await charge(rig)
    await rig.sandbox.control.outage({ answer: 'error', calls: 'transfer', times: 1, done })
    for (let attempt = 0; attempt < 2; attempt++) {
      const error = await refusal(transfer(source, `${source}:1`))
      expect(error).toBeInstanceOf(Stripe.errors.StripeAPIError)
      expect(error).toMatchObject({ statusCode: 500 })
    }
    expect(await made(source)).toHaveLength(count)
    expect(await refusal(transfer(source, `${source}:2`))).toBeNull()
  })
})

describe('a transfer that times out', () => {
  it.each([
    [false, 0],
    [true, 1],
  ])('was made or not (%s), and is there once after the same key is used again', async (done, count) => {
    const source = await charge(rig)
    await rig.sandbox.control.outage({ answer: 'hang', calls: 'transfer', times: 1, done })
    const error = await refusal(transfer(source, source, { timeout: 1000 }))
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError)
    expect(await made(source)).toHaveLength(count)
    const { id } = await transfer(source, source)
    expect((await made(source)).map((each) => each.id)).toEqual([id])
  })
})

describe('a refused transfer', () => {
  it.each(TRANSFER_FAULTS.map((code) => [code, code === 'account_invalid' ? 403 : 400] as const))(
    'gets %s with status %d as often as set, and moves no money',
    async (code, statusCode) => {
      const source = await charge(rig)
      const before = await balance(rig, account)
      await rig.sandbox.control.transfers({ call: 'transfer', code, times: 1 })
      expect(await refusal(transfer(source, `${source}:1`))).toMatchObject({ statusCode, code })
      expect(await balance(rig, account)).toEqual(before)
      expect(await refusal(transfer(source, `${source}:1`)), 'the same key').toMatchObject({ code })
      expect(await refusal(transfer(source, `${source}:2`)), 'another key').toBeNull()
    },
  )
})

describe('reversals', () => {
  it('answer 500, time out or are refused apart from transfers', async () => {
    const source = await charge(rig)
    const { id } = await transfer(source, `${source}:1`)
    const reverse = (key: string, options: Stripe.RequestOptions = {}) =>
      rig.stripe.transfers.createReversal(id, { amount: 100 }, { idempotencyKey: `${id}:${key}`, ...options })
    const reversed = async () => (await rig.stripe.transfers.retrieve(id)).amount_reversed
    const { control } = rig.sandbox

    await control.transfers({ call: 'reversal', code: 'balance_insufficient', times: 1 })
    expect(await refusal(transfer(source, `${source}:2`)), 'a transfer').toBeNull()
    expect(await refusal(reverse('1'))).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
    await control.outage({ answer: 'error', calls: 'reversal', times: 1 })
    expect(await refusal(reverse('2'))).toMatchObject({ statusCode: 500 })
    expect(await reversed()).toBe(0)
    await control.outage({ answer: 'error', calls: 'reversal', times: 1, done: true })
    expect(await refusal(reverse('3'))).toMatchObject({ statusCode: 500 })
    expect(await reversed()).toBe(100)
    await control.outage({ answer: 'hang', calls: 'reversal', times: 1, done: true })
    expect(await refusal(reverse('4', { timeout: 1000 }))).toBeInstanceOf(Stripe.errors.StripeConnectionError)
    expect(await refusal(reverse('4')), 'the same key').toBeNull()
    expect(await reversed()).toBe(200)
  })
})
