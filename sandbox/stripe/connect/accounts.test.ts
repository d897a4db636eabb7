import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { refusal, rig, useRig } from '../test-rig.ts'
import { connect, deliveredEvents, express } from './test-rig.ts'

useRig()

const create = (changes: Partial<Stripe.AccountCreateParams> = {}, idempotencyKey?: string) =>
  rig.stripe.accounts.create(express(changes), idempotencyKey === undefined ? {} : { idempotencyKey })

/** The delivered events of an account, oldest first. */
const eventsOf = async (account: string) => (await deliveredEvents(rig)).filter((event) => event.account === account)

describe('a new account', () => {
  it('is an Express account that has to be onboarded before it receives transfers', async () => {
    const account = await create({ metadata: { mentor: 'm1' } })
    expect(account.id).toMatch(/^acct_[0-9A-Za-z]{16}$/)
    expect(account).toMatchObject({
      object: 'account',
      type: 'express',
      business_type: 'individual',
      capabilities: { transfers: 'inactive' },
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
      country: 'GB',
      default_currency: 'gbp',
      email: 'ananya@example.com',
      created: Date.parse('2030-01-07T12:00:00Z') / 1000,
      metadata: { mentor: 'm1' },
      controller: {
        type: 'application',
        stripe_dashboard: { type: 'express' },
        fees: { payer: 'application' },
        losses: { payments: 'application' },
        requirement_collection: 'stripe',
      },
      requirements: { disabled_reason: 'requirements.past_due', current_deadline: null, errors: [] },
    })
    expect(account.requirements?.currently_due).toContain('external_account')
    expect(account.requirements?.past_due).toEqual(account.requirements?.currently_due)
    expect(await rig.stripe.accounts.retrieve(account.id)).toMatchObject({ id: account.id, details_submitted: false })
  })

  it('is paid out in its country’s currency unless another is given', async () => {
    expect(await create({ country: 'DE' })).toMatchObject({ country: 'DE', default_currency: 'eur' })
    expect(await create({ country: 'CH', default_currency: 'eur' })).toMatchObject({ default_currency: 'eur' })
  })

  it.each([
    ['a country that Connect does not serve', { country: 'NG' }, 'country', 'country_unsupported'],
    ['no country', { country: undefined }, 'country', 'parameter_missing'],
    ['an invalid email', { email: 'no-at-sign' }, 'email', 'email_invalid'],
    ['an unknown parameter', { type: 'express' }, 'type', 'parameter_unknown'],
    [
      'another kind of dashboard',
      { controller: { ...express().controller, stripe_dashboard: { type: 'full' } } },
      'controller[stripe_dashboard][type]',
      undefined,
    ],
    [
      'losses that Stripe bears',
      { controller: { ...express().controller, losses: { payments: 'stripe' } } },
      'controller[losses][payments]',
      undefined,
    ],
  ])('is refused with %s', async (_, changes, param, code) => {
    const error = await refusal(create(changes as Partial<Stripe.AccountCreateParams>))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error).toMatchObject({ statusCode: 400, param, code })
  })

  it('is made once per idempotency key, which other parameters cannot use', async () => {
    const first = await create({}, 'account:m2')
    expect((await create({}, 'account:m2')).id).toBe(first.id)
    const other = await refusal(create({ country: 'FR' }, 'account:m2'))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(other).toMatchObject({ statusCode: 400 })
  })
})

describe('updating an account', () => {
  it('replaces the email, merges metadata and reports what changed', async () => {
    const { id } = await create({ metadata: { mentor: 'm3', old: 'yes' } })
    const changes = { email: 'new@example.com', metadata: { old: '', note: 'x' } }
    expect(await rig.stripe.accounts.update(id, changes)).toMatchObject({
      email: 'new@example.com',
      metadata: { mentor: 'm3', note: 'x' },
    })
    expect((await rig.stripe.accounts.retrieve(id)).metadata).toEqual({ mentor: 'm3', note: 'x' })
    expect(await eventsOf(id)).toMatchObject([
      {
        type: 'account.updated',
        account: id,
        data: {
          object: { id, email: 'new@example.com' },
          previous_attributes: { email: 'ananya@example.com', metadata: { old: 'yes', note: null } },
        },
      },
    ])
    expect((await rig.stripe.accounts.update(id, { metadata: '' })).metadata).toEqual({})
  })
})

describe('an account that Stripe acts on', () => {
  it('is restricted until its document arrives', async () => {
    const id = await connect(rig)
    await rig.sandbox.control.restrict(id)
    expect(await rig.stripe.accounts.retrieve(id)).toMatchObject({
      capabilities: { transfers: 'inactive' },
      payouts_enabled: false,
      details_submitted: true,
      requirements: {
        currently_due: ['individual.verification.document'],
        past_due: ['individual.verification.document'],
        disabled_reason: 'requirements.past_due',
        errors: [{ requirement: 'individual.verification.document' }],
      },
    })
    await rig.sandbox.control.verify(id)
    expect(await rig.stripe.accounts.retrieve(id)).toMatchObject({
      capabilities: { transfers: 'active' },
      payouts_enabled: true,
      requirements: { currently_due: [], past_due: [], disabled_reason: null, errors: [] },
    })
    const events = await eventsOf(id)
    expect(events.map(({ type }) => type)).toEqual(['account.updated', 'account.updated', 'account.updated'])
    expect(events[1]?.data.previous_attributes).toMatchObject({
      capabilities: { transfers: 'active' },
      payouts_enabled: true,
      requirements: { currently_due: [], disabled_reason: null },
    })
    expect(events[1]?.data.previous_attributes).not.toHaveProperty('details_submitted')
  })

  it('is rejected for good', async () => {
    const id = await connect(rig)
    await rig.sandbox.control.reject(id)
    expect(await rig.stripe.accounts.retrieve(id)).toMatchObject({
      capabilities: { transfers: 'inactive' },
      requirements: { disabled_reason: 'rejected.fraud', currently_due: [] },
    })
    await expect(rig.sandbox.control.verify(id)).rejects.toThrow('is `rejected`')
  })
})

describe('an account without access', () => {
  it('gets 403 account_invalid, whether it never existed or was disconnected', async () => {
    const id = await connect(rig)
    await rig.sandbox.control.deauthorize(id)
    for (const account of [id, 'acct_none']) {
      for (const request of [
        rig.stripe.accounts.retrieve(account),
        rig.stripe.accounts.update(account, { metadata: {} }),
        rig.stripe.balance.retrieve({}, { stripeAccount: account }),
        rig.stripe.accounts.createLoginLink(account),
      ]) {
        const error = await refusal(request)
        expect(error).toBeInstanceOf(Stripe.errors.StripePermissionError)
        expect(error).toMatchObject({ statusCode: 403, code: 'account_invalid' })
        expect(error?.message).toContain(`'${account}' (or that account does not exist)`)
      }
    }
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: 'account.application.deauthorized',
      account: id,
      data: { object: { object: 'application', id: expect.stringMatching(/^ca_/) } },
    })
  })
})

describe('a request for a connected account', () => {
  it('lists that account’s events apart from the platform’s', async () => {
    const id = await connect(rig)
    const { data } = await rig.stripe.events.list({}, { stripeAccount: id })
    expect(data.map(({ type, account }) => [type, account])).toEqual([['account.updated', id]])
    const platform = await rig.stripe.events.list({ limit: 100 })
    expect(platform.data.filter(({ account }) => account !== undefined)).toEqual([])
    expect(await refusal(rig.stripe.events.retrieve(data[0]!.id))).toMatchObject({ statusCode: 404 })
  })

  it('is refused where the stand-in serves only the platform', async () => {
    const id = await connect(rig)
    const error = await refusal(rig.stripe.charges.list({}, { stripeAccount: id }))
    expect(error).toMatchObject({ statusCode: 400, message: expect.stringContaining('for a connected account') })
    const transfer = { amount: 100, currency: 'gbp', destination: id }
    expect(await refusal(rig.stripe.transfers.create(transfer, { stripeAccount: id }))).toMatchObject({
      statusCode: 400,
    })
  })
})
