import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal, startRig } from '../test-rig.ts'
import { balance, charge, connect, deliveredEvents, express } from './test-rig.ts'

let rig: Awaited<ReturnType<typeof startRig>>
let mentor: string
beforeAll(async () => {
  rig = await startRig()
  mentor = await connect(rig)
})
afterAll(() => rig.close())

type Params = Stripe.TransferCreateParams
const transfer = (changes: Partial<Params> = {}, idempotencyKey?: string) =>
  rig.stripe.transfers.create(
    { amount: 4000, currency: 'gbp', destination: mentor, ...changes },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  )
const days = (count: number) => rig.clock.move({ minutes: count * 24 * 60 })

describe('a transfer from a charge', () => {
  it('moves money that is still pending, which becomes available with the charge', async () => {
    const account = await connect(rig)
    const before = await balance(rig)
    const source = await charge(rig)
    const made = await transfer({
      destination: account,
      source_transaction: source,
      description: 'Session of 7 January',
      metadata: { booking: 'b1' },
    })
    expect(made).toMatchObject({
      object: 'transfer',
      amount: 4000,
      amount_reversed: 0,
      currency: 'gbp',
      description: 'Session of 7 January',
      destination: account,
      metadata: { booking: 'b1' },
      reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${made.id}/reversals` },
      reversed: false,
      source_transaction: source,
      livemode: false,
    })
    expect([made.id, made.balance_transaction, made.destination_payment]).toEqual([
      expect.stringMatching(/^tr_/),
      expect.stringMatching(/^txn_/),
      expect.stringMatching(/^py_/),
    ])
    const { lastResponse: _, ...created } = made
    const { lastResponse: __, ...read } = await rig.stripe.transfers.retrieve(made.id)
    expect(read).toEqual(created)

    expect(await balance(rig, account)).toEqual({ available: 0, pending: 4000 })
    expect(await balance(rig)).toEqual({ available: before.available, pending: before.pending + 500 })
    days(3)
    expect(await balance(rig, account)).toEqual({ available: 4000, pending: 0 })
  })

  it('shares a transfer group with its charge', async () => {
    const grouped = await charge(rig, { data: { transfer_group: 'booking-7' } })
    expect(await transfer({ source_transaction: grouped })).toMatchObject({ transfer_group: 'booking-7' })
    const alone = await charge(rig)
    const { transfer_group } = await transfer({ source_transaction: alone })
    expect(transfer_group).toMatch(/^group_pi_/)
    expect(await rig.stripe.charges.retrieve(alone)).toMatchObject({ transfer_group })
  })

  it('never exceeds the charge, together with other transfers of it', async () => {
    const source = await charge(rig)
    const refused = async (amount: number) => (await refusal(transfer({ amount, source_transaction: source })))?.message
    expect(await refused(4501)).toBe(
      'Transfers using this transaction as a source must not exceed the source amount of £45.00.',
    )
    const results = await Promise.all(
      [1, 2, 3].map(() => refusal(transfer({ amount: 2000, source_transaction: source }))),
    )
    expect(results.filter((error) => error === null)).toHaveLength(2)
    expect(await refused(501)).toContain('(There is already a transfer using this source, amounting to £40.00.)')
    expect(await refused(500)).toBeUndefined()
  })

  it('is refused for an unknown charge and in another currency', async () => {
    expect(await refusal(transfer({ source_transaction: 'ch_none' }))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'source_transaction',
    })
    const source = await charge(rig, { currency: 'eur' })
    expect(await refusal(transfer({ source_transaction: source }))).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('(eur) must be the same as the transfer currency (gbp)'),
    })
  })
})

describe('a transfer from the balance', () => {
  it('takes what is available, and not what is pending', async () => {
    await rig.sandbox.control.emptyBalance().catch(() => {})
    await charge(rig)
    const refused = { statusCode: 400, code: 'balance_insufficient' }
    expect(await refusal(transfer())).toMatchObject(refused)
    await charge(rig, { direct: true })
    expect(await refusal(transfer({ currency: 'eur' }))).toMatchObject(refused)
    expect(await transfer({ amount: 4500 })).toMatchObject({ source_transaction: null, transfer_group: null })
    expect(await refusal(transfer({ amount: 1 }))).toMatchObject(refused)
    days(3)
    expect(await refusal(transfer())).toBeNull()
  })

  it('never spends the same money twice', async () => {
    days(3)
    await rig.sandbox.control.emptyBalance().catch(() => {})
    await charge(rig, { direct: true })
    const results = await Promise.all([1, 2, 3].map(() => refusal(transfer())))
    expect(results.map((error) => error?.code ?? null).toSorted()).toEqual([
      'balance_insufficient',
      'balance_insufficient',
      null,
    ])
    expect((await balance(rig)).available).toBe(500)
  })
})

describe('a destination', () => {
  it('has to exist', async () => {
    expect(await refusal(transfer({ destination: 'acct_none' }))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'destination',
      message: "No such destination: 'acct_none'",
    })
  })

  it('has to have its transfers active', async () => {
    const source = await charge(rig)
    const refused = { statusCode: 400, code: 'insufficient_capabilities_for_transfer' }
    const { id: created } = await rig.stripe.accounts.create(express())
    const restricted = await connect(rig)
    await rig.sandbox.control.restrict(restricted)
    const { id: reviewed } = await rig.stripe.accounts.create(express())
    await rig.sandbox.control.onboard(reviewed, 'review')
    const unrequested = await connect(rig, { capabilities: {} })
    for (const destination of [created, restricted, reviewed, unrequested])
      expect(await refusal(transfer({ destination, source_transaction: source }))).toMatchObject(refused)
    await rig.sandbox.control.verify(restricted)
    expect(await refusal(transfer({ destination: restricted, source_transaction: source }))).toBeNull()
  })

  it('has to be connected still', async () => {
    const gone = await connect(rig)
    await rig.sandbox.control.deauthorize(gone)
    const error = await refusal(transfer({ destination: gone }))
    expect(error).toBeInstanceOf(Stripe.errors.StripePermissionError)
    expect(error).toMatchObject({ statusCode: 403, code: 'account_invalid' })
  })

  it('has to be within the platform’s region', async () => {
    const [far, near] = [await connect(rig, { country: 'AU' }), await connect(rig, { country: 'CA' })]
    const source = await charge(rig)
    const error = await refusal(transfer({ destination: far, source_transaction: source }))
    expect(error).toMatchObject({ statusCode: 400, message: expect.stringContaining('located in AU') })
    expect(await refusal(transfer({ destination: near, source_transaction: source }))).toBeNull()
  })
})

describe('creating a transfer', () => {
  it.each([
    ['no amount', { amount: undefined }, 'amount', 'parameter_missing'],
    ['an amount of zero', { amount: 0 }, 'amount', 'parameter_invalid_integer'],
    ['an unknown currency', { currency: 'xxq' }, 'currency', undefined],
    ['no destination', { destination: undefined }, 'destination', 'parameter_missing'],
    ['an unknown parameter', { reason: 'x' }, 'reason', 'parameter_unknown'],
  ])('is refused with %s', async (_, changes, param, code) => {
    expect(await refusal(transfer(changes as Partial<Params>))).toMatchObject({ statusCode: 400, param, code })
  })

  it('happens once per idempotency key, and a refusal is repeated too', async () => {
    const source = await charge(rig)
    const first = await transfer({ source_transaction: source }, 'transfer:b2')
    const again = await transfer({ source_transaction: source }, 'transfer:b2')
    expect([again.id, again.lastResponse.headers['idempotent-replayed']]).toEqual([first.id, 'true'])
    const other = await refusal(transfer({ source_transaction: source, amount: 100 }, 'transfer:b2'))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(other).toMatchObject({ statusCode: 400 })

    const late = await connect(rig)
    await rig.sandbox.control.restrict(late)
    const request = { destination: late, source_transaction: source, amount: 100 }
    expect(await refusal(transfer(request, 'transfer:b3'))).toMatchObject({ statusCode: 400 })
    await rig.sandbox.control.verify(late)
    expect(await refusal(transfer(request, 'transfer:b3'))).toMatchObject({
      code: 'insufficient_capabilities_for_transfer',
    })
    expect(await refusal(transfer(request, 'transfer:b3:2'))).toBeNull()
  })

  it('and updating it are reported as events of the platform', async () => {
    const { id } = await transfer({ source_transaction: await charge(rig), metadata: { booking: 'b4' } })
    const updated = await rig.stripe.transfers.update(id, { description: 'Corrected', metadata: { note: 'x' } })
    expect(updated).toMatchObject({ description: 'Corrected', metadata: { booking: 'b4', note: 'x' } })
    const events = (await deliveredEvents(rig)).filter((event) => (event.data.object as { id: string }).id === id)
    expect(events).toMatchObject([
      { type: 'transfer.created', data: { object: { object: 'transfer', description: null } } },
      {
        type: 'transfer.updated',
        data: {
          object: { description: 'Corrected' },
          previous_attributes: { description: null, metadata: { note: null } },
        },
      },
    ])
    expect(events.every(({ account }) => account === undefined)).toBe(true)
  })
})

describe('a list of transfers', () => {
  it('returns the newest first, page by page, by destination, group and creation time', async () => {
    rig.clock.move({ minutes: 60 })
    const since = Math.floor(rig.clock.now().getTime() / 1000)
    const [one, two] = [await connect(rig), await connect(rig)]
    const ids: string[] = []
    for (const destination of [one, two, one]) {
      const source = await charge(rig)
      const made = await transfer({ destination, source_transaction: source, transfer_group: `to-${destination}` })
      ids.unshift(made.id)
    }
    const list = async (query: Stripe.TransferListParams) =>
      (await rig.stripe.transfers.list(query)).data.map(({ id }) => id)
    expect(await list({ created: { gte: since } })).toEqual(ids)
    expect(await list({ destination: one })).toEqual([ids[0], ids[2]])
    expect(await list({ transfer_group: `to-${two}` })).toEqual([ids[1]])
    expect(await list({ limit: 1, starting_after: ids[0]! })).toEqual([ids[1]])
    expect(await refusal(rig.stripe.transfers.retrieve('tr_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  })
})
