import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { API_VERSION } from '../objects/api-objects.ts'
import { API_KEY, order, refusal, rig, sdkFor, submitCard, useRig } from '../test-rig.ts'

useRig()

const create = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  rig.stripe.checkout.sessions.create(order(rig.clock, changes))

describe('a new checkout session', () => {
  it('is open, unpaid and has the given parameters', async () => {
    const session = await create({
      client_reference_id: 'booking-1',
      customer_email: 'grace@example.com',
      metadata: { booking: 'b1', note: 'emoji 🧭, עברית, "quotes" & <script>' },
      payment_intent_data: { metadata: { booking: 'b1' }, description: 'A session' },
    })
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 4500,
      currency: 'gbp',
      client_reference_id: 'booking-1',
      customer_email: 'grace@example.com',
      metadata: { booking: 'b1', note: 'emoji 🧭, עברית, "quotes" & <script>' },
      created: Date.parse('2030-01-07T12:00:00Z') / 1000,
      expires_at: Date.parse('2030-01-07T12:31:00Z') / 1000,
      payment_intent: null,
      livemode: false,
    })
    expect(session.id).toMatch(/^cs_test_[0-9A-Za-z]{56}$/)
    expect(session.url).toBe(`http://shop.test/sandbox/checkout/${session.id}`)
    expect(await rig.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ id: session.id, url: session.url })
  })

  it('expires after 30 minutes at the earliest and 24 hours at the latest', async () => {
    const created = Math.floor(rig.clock.now().getTime() / 1000)
    expect((await create({ expires_at: created + 1800 })).expires_at).toBe(created + 1800)
    expect((await create({ expires_at: created + 86_400 })).expires_at).toBe(created + 86_400)
    for (const expires_at of [created + 1799, created + 86_401, created - 60]) {
      expect(await refusal(create({ expires_at }))).toMatchObject({ statusCode: 400, param: 'expires_at' })
    }
    const { expires_at: _, ...forever } = order(rig.clock)
    expect((await rig.stripe.checkout.sessions.create(forever)).expires_at).toBe(created + 86_400)
  })

  it.each([
    ['no lines', { line_items: [] }, 'line_items', 'parameter_missing'],
    ['an amount under 30 pence', { line_items: lines({ unit_amount: 29 }) }, 'line_items', 'amount_too_small'],
    ['an unknown parameter', { discounts: [{ coupon: 'FREE' }] }, 'discounts', 'parameter_unknown'],
    ['an email in other letters', { customer_email: 'müller@example.com' }, 'customer_email', 'email_invalid'],
  ])('is refused with %s', async (_, changes, param, code) => {
    const error = await refusal(create(changes as Partial<Stripe.Checkout.SessionCreateParams>))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError', param, code })
  })
})

describe('a session in another currency', () => {
  it('counts in its smallest unit, and is refused with an amount that the currency does not have', async () => {
    const creates = (currency: string, unit_amount: number) => create({ line_items: lines({ currency, unit_amount }) })
    expect(await creates('jpy', 4500)).toMatchObject({ currency: 'jpy', amount_total: 4500 })
    expect(await creates('kwd', 4500)).toMatchObject({ currency: 'kwd', amount_total: 4500 })
    expect(await creates('isk', 4500)).toMatchObject({ currency: 'isk', amount_total: 4500 })
    for (const wrong of [creates('kwd', 4505), creates('isk', 4550)])
      expect(await refusal(wrong)).toMatchObject({ statusCode: 400, param: 'line_items' })
  })
})

describe('expiring a session', () => {
  it('closes it for good, and is refused with Stripe’s message once it is expired or paid', async () => {
    const [{ id }, paid] = [await create(), await create()]
    const closed = { status: 'expired', payment_status: 'unpaid', url: null }
    expect(await rig.stripe.checkout.sessions.expire(id)).toMatchObject(closed)
    expect((await submitCard(rig.sandbox, id)).status).toBe(200) // A page that says so.
    expect(await rig.stripe.checkout.sessions.retrieve(id)).toMatchObject(closed)
    expect(await refusal(rig.stripe.checkout.sessions.expire(id))).toMatchObject({
      statusCode: 400,
      message:
        'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `expired`.',
    })
    await submitCard(rig.sandbox, paid.id)
    expect((await refusal(rig.stripe.checkout.sessions.expire(paid.id)))?.message).toContain('a status of `complete`')
  })

  it('happens when a session whose time is up is read, listed or expired, and not a second before', async () => {
    const looked = await create()
    const listed = await create()
    const requested = await create()
    rig.clock.move({ minutes: 30, seconds: 59 })
    expect(await rig.stripe.checkout.sessions.retrieve(looked.id)).toMatchObject({ status: 'open' })
    rig.clock.move({ seconds: 1 })
    expect(await rig.stripe.checkout.sessions.retrieve(looked.id)).toMatchObject({ status: 'expired', url: null })
    expect((await refusal(rig.stripe.checkout.sessions.expire(requested.id)))?.message).toContain(
      'a status of `expired`',
    )
    const page = await rig.stripe.checkout.sessions.list({ limit: 3 })
    expect(page.data.find((session) => session.id === listed.id)).toMatchObject({ status: 'expired' })
  })
})

describe('a list of sessions', () => {
  it('returns the newest first, page by page, filtered by creation time, status and payment', async () => {
    rig.clock.move({ minutes: 60 })
    const from = Math.floor(rig.clock.now().getTime() / 1000)
    const ids: string[] = []
    for (let index = 0; index < 5; index++) {
      ids.unshift((await create()).id)
      rig.clock.move({ seconds: 10 })
    }
    const list = async (query: Stripe.Checkout.SessionListParams) => {
      const { data, has_more } = await rig.stripe.checkout.sessions.list(query)
      return [data.map((session) => session.id), has_more]
    }
    const within = { created: { gte: from, lte: from + 30 }, limit: 3 }
    expect(await list(within)).toEqual([ids.slice(1, 4), true])
    expect(await list({ ...within, starting_after: ids[3]! })).toEqual([[ids[4]], false])
    expect((await list({ limit: 2, ending_before: ids[3]! }))[0]).toEqual(ids.slice(1, 3))
    expect((await list({ created: { gt: from - 1 } }))[0]).toEqual(ids)
    await submitCard(rig.sandbox, ids[2]!)
    const payment = String((await rig.stripe.checkout.sessions.retrieve(ids[2]!)).payment_intent)
    for (const filter of [{ status: 'complete' as const, limit: 1 }, { payment_intent: payment }])
      expect((await list(filter))[0]).toEqual([ids[2]])
    expect(await refusal(rig.stripe.checkout.sessions.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
    const missing = { code: 'resource_missing', param: 'starting_after', message: "No such refund: 're_1'" }
    expect(await refusal(rig.stripe.refunds.list({ starting_after: 're_1' }))).toMatchObject(missing)
  })
})

describe('an expanded object', () => {
  it('contains the objects that its ids name', async () => {
    const { id } = await create()
    await submitCard(rig.sandbox, id)
    const expanded = ['line_items', 'payment_intent.latest_charge']
    expect(await rig.stripe.checkout.sessions.retrieve(id, { expand: expanded })).toMatchObject({
      line_items: { data: [{ description: 'First ninety days in the UK', amount_total: 4500 }] },
      payment_intent: { object: 'payment_intent', latest_charge: { object: 'charge', paid: true } },
    })
    const page = await rig.stripe.checkout.sessions.list({ limit: 1, expand: ['data.payment_intent'] })
    expect(page.data[0]?.payment_intent).toMatchObject({ amount_received: 4500 })
  })
})

describe('the API', () => {
  it('answers 404 with an error object for what does not exist', async () => {
    const error = await refusal(rig.stripe.checkout.sessions.retrieve('cs_test_none'))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'session' })
    expect(await refusal(rig.stripe.customers.create({}))).toMatchObject({ statusCode: 404 })
  })

  it('rejects requests without the key', async () => {
    const stranger = sdkFor(rig.sandbox, { key: 'sk_test_wrong_key_of_a_stranger' })
    const error = await refusal(stranger.checkout.sessions.list())
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(error?.message).toMatch(/^Invalid API Key provided: sk_test_\*+nger$/)
    const anonymous = await fetch(`${rig.sandbox.url}/v1/events`)
    expect(anonymous.status).toBe(401)
    expect(await anonymous.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })

  it('accepts its own version, and rejects any other as unknown', async () => {
    const ask = (version: string | null) =>
      fetch(`${rig.sandbox.url}/v1/events`, {
        headers: { Authorization: `Bearer ${API_KEY}`, ...(version !== null && { 'Stripe-Version': version }) },
      })
    for (const version of [null, API_VERSION]) expect((await ask(version)).status).toBe(200)
    expect(Stripe.API_VERSION).toBe(API_VERSION)
    for (const version of ['2099-01-01.future', '2020-08-27', '']) {
      const answer = await ask(version)
      expect([version, answer.status]).toEqual([version, 400])
      expect(await answer.json()).toEqual({
        error: { type: 'invalid_request_error', message: `Invalid Stripe API version: ${version}` },
      })
    }
  })
})

function lines(price: Partial<NonNullable<Stripe.Checkout.SessionCreateParams.LineItem['price_data']>>) {
  return [
    { quantity: 1, price_data: { currency: 'gbp', unit_amount: 4500, product_data: { name: 'A session' }, ...price } },
  ]
}
