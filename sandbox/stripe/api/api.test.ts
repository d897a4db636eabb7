import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_VERSION } from '../objects/api-objects.ts'
import { API_KEY, order, sdkFor, startRig, submitCard } from '../test-rig.ts'

let rig: Awaited<ReturnType<typeof startRig>>
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

const create = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  rig.stripe.checkout.sessions.create(order(rig.clock, changes))
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Stripe.errors.StripeError) => error,
  )

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

  it('adds up several lines', async () => {
    const line = order(rig.clock).line_items[0]!
    const session = await create({ line_items: [line, { ...line, quantity: 2 }] })
    expect(session.amount_total).toBe(13_500)
    const lines = await rig.stripe.checkout.sessions.listLineItems(session.id)
    expect(lines.data.map((item) => [item.description, item.quantity, item.amount_total])).toEqual([
      ['First ninety days in the UK', 1, 4500],
      ['First ninety days in the UK', 2, 9000],
    ])
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
    [
      'a currency that does not exist',
      { line_items: lines({ currency: 'zzz' }) },
      'line_items[0][price_data][currency]',
      undefined,
    ],
    [
      'half a penny',
      { line_items: lines({ unit_amount: 44.5 }) },
      'line_items[0][price_data][unit_amount]',
      'parameter_invalid_integer',
    ],
    [
      'a line without a name',
      { line_items: lines({ product_data: {} as { name: string } }) },
      'line_items[0][price_data][product_data][name]',
      'parameter_missing',
    ],
    ['an invalid address', { success_url: 'javascript:alert(1)' }, 'success_url', 'url_invalid'],
    ['an empty reference', { client_reference_id: '' }, 'client_reference_id', 'parameter_invalid_empty'],
    ['an unsupported mode', { mode: 'subscription' as const }, 'mode', undefined],
    ['an unknown parameter', { discounts: [{ coupon: 'FREE' }] }, 'discounts', 'parameter_unknown'],
    ['an invalid email', { customer_email: 'grace' }, 'customer_email', 'email_invalid'],
    ['an email in other letters', { customer_email: 'müller@example.com' }, 'customer_email', 'email_invalid'],
    ['metadata over 500 characters', { metadata: { long: 'x'.repeat(501) } }, 'metadata[long]', undefined],
  ])('is refused with %s', async (_, changes, param, code) => {
    const error = await refusal(create(changes as Partial<Stripe.Checkout.SessionCreateParams>))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError', param, code })
  })

  it('requires a mode and a success address', async () => {
    for (const name of ['mode', 'success_url'] as const) {
      const { [name]: _, ...rest } = order(rig.clock)
      expect(await refusal(rig.stripe.checkout.sessions.create(rest))).toMatchObject({
        param: name,
        code: 'parameter_missing',
      })
    }
  })
})

describe('expiring a session', () => {
  it('closes it for good', async () => {
    const { id } = await create()
    expect(await rig.stripe.checkout.sessions.expire(id)).toMatchObject({
      status: 'expired',
      payment_status: 'unpaid',
      url: null,
    })
    expect(await rig.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' })
    expect((await submitCard(rig.sandbox, id)).status).toBe(200) // A page that says so.
    expect(await rig.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'expired',
      payment_status: 'unpaid',
    })
  })

  it('is refused with Stripe’s message if it is expired or paid', async () => {
    const expired = await create()
    await rig.stripe.checkout.sessions.expire(expired.id)
    expect(await refusal(rig.stripe.checkout.sessions.expire(expired.id))).toMatchObject({
      statusCode: 400,
      message:
        'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `expired`.',
    })
    const paid = await create()
    await submitCard(rig.sandbox, paid.id)
    expect((await refusal(rig.stripe.checkout.sessions.expire(paid.id)))?.message).toContain('a status of `complete`')
  })

  it('happens when a session whose time is up is read, listed or expired', async () => {
    const looked = await create()
    const listed = await create()
    const requested = await create()
    rig.clock.move({ minutes: 31 })
    expect(await rig.stripe.checkout.sessions.retrieve(looked.id)).toMatchObject({ status: 'expired', url: null })
    expect((await refusal(rig.stripe.checkout.sessions.expire(requested.id)))?.message).toContain(
      'a status of `expired`',
    )
    const page = await rig.stripe.checkout.sessions.list({ limit: 3 })
    expect(page.data.find((session) => session.id === listed.id)).toMatchObject({ status: 'expired' })
  })

  it('does not happen a second before the session’s time is up', async () => {
    const { id } = await create()
    rig.clock.move({ minutes: 30, seconds: 59 })
    expect(await rig.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' })
    rig.clock.move({ seconds: 1 })
    expect(await rig.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' })
  })
})

describe('a list of sessions', () => {
  it('returns the newest first, page by page, filtered by creation time', async () => {
    rig.clock.move({ minutes: 60 })
    const from = Math.floor(rig.clock.now().getTime() / 1000)
    const ids: string[] = []
    for (let index = 0; index < 5; index++) {
      ids.unshift((await create()).id)
      rig.clock.move({ seconds: 10 })
    }
    const within = { created: { gte: from, lte: from + 30 } }
    const first = await rig.stripe.checkout.sessions.list({ ...within, limit: 3 })
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/checkout/sessions' })
    expect(first.data.map((session) => session.id)).toEqual(ids.slice(1, 4))
    const second = await rig.stripe.checkout.sessions.list({ ...within, limit: 3, starting_after: ids[3]! })
    expect(second.data.map((session) => session.id)).toEqual([ids[4]])
    expect(second.has_more).toBe(false)
    const back = await rig.stripe.checkout.sessions.list({ limit: 2, ending_before: ids[3]! })
    expect(back.data.map((session) => session.id)).toEqual(ids.slice(1, 3))

    const all: string[] = []
    for await (const session of rig.stripe.checkout.sessions.list({ created: { gt: from - 1 }, limit: 2 }))
      all.push(session.id)
    expect(all).toEqual(ids)
  })

  it('is filtered by status and payment', async () => {
    const paid = await create()
    await submitCard(rig.sandbox, paid.id)
    const complete = await rig.stripe.checkout.sessions.list({ status: 'complete', limit: 1 })
    expect(complete.data.map((session) => session.id)).toEqual([paid.id])
    const payment = String(complete.data[0]!.payment_intent)
    const found = await rig.stripe.checkout.sessions.list({ payment_intent: payment })
    expect(found.data.map((session) => session.id)).toEqual([paid.id])
    expect(await refusal(rig.stripe.checkout.sessions.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
  })
})

describe('an expanded object', () => {
  it('contains the objects that its ids name', async () => {
    const { id } = await create()
    await submitCard(rig.sandbox, id)
    const expanded = ['line_items', 'payment_intent.latest_charge']
    const session = await rig.stripe.checkout.sessions.retrieve(id, { expand: expanded })
    expect(session.line_items?.data[0]).toMatchObject({
      description: 'First ninety days in the UK',
      amount_total: 4500,
    })
    expect(session.payment_intent).toMatchObject({
      object: 'payment_intent',
      latest_charge: { object: 'charge', paid: true },
    })
    const page = await rig.stripe.checkout.sessions.list({ limit: 1, expand: ['data.payment_intent'] })
    expect(page.data[0]?.payment_intent).toMatchObject({ amount_received: 4500 })
    expect(await refusal(rig.stripe.checkout.sessions.retrieve(id, { expand: ['nothing'] }))).toMatchObject({
      param: 'expand',
    })
  })
})

describe('the API', () => {
  it('rejects requests without the key', async () => {
    const stranger = sdkFor(rig.sandbox, { key: 'sk_test_wrong_key_of_somebody' })
    const error = await refusal(stranger.checkout.sessions.list())
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(error?.message).toMatch(/^Invalid API Key provided: sk_test_\*+body$/)
    const anonymous = await fetch(`${rig.sandbox.url}/v1/events`)
    expect(anonymous.status).toBe(401)
    expect(await anonymous.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })

  it('answers 404 with an error object for what does not exist', async () => {
    for (const [work, param] of [
      [rig.stripe.checkout.sessions.retrieve('cs_test_none'), 'session'],
      [rig.stripe.checkout.sessions.expire('cs_test_none'), 'session'],
      [rig.stripe.paymentIntents.retrieve('pi_none'), 'intent'],
      [rig.stripe.refunds.create({ payment_intent: 'pi_none' }), 'payment_intent'],
      [rig.stripe.refunds.retrieve('re_none'), 'id'],
      [rig.stripe.events.retrieve('evt_none'), 'id'],
    ] as const) {
      const error = await refusal(work)
      expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
      expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing', param })
    }
    expect(await refusal(rig.stripe.customers.create({}))).toMatchObject({ statusCode: 404 })
  })

  it('returns its version and a request id', async () => {
    const session = await create()
    expect(session.lastResponse.requestId).toMatch(/^req_/)
    expect(session.lastResponse.headers['stripe-version']).toBe(API_VERSION)
    expect(Stripe.API_VERSION).toBe(API_VERSION)
  })

  it('rejects malformed parameters', async () => {
    for (const body of ['a[b', 'a=1&a=2', 'a[b]=1&a=2', 'a[b][c][d][e][f][g]=1', 'mode=pay%00ment']) {
      const answer = await fetch(`${rig.sandbox.url}/v1/checkout/sessions`, {
        method: 'POST',
        body,
        headers: { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/x-www-form-urlencoded' },
      })
      expect([body, answer.status]).toEqual([body, 400])
    }
    expect(rig.errors).toEqual([])
  })
})

function lines(price: Partial<NonNullable<Stripe.Checkout.SessionCreateParams.LineItem['price_data']>>) {
  return [
    { quantity: 1, price_data: { currency: 'gbp', unit_amount: 4500, product_data: { name: 'A session' }, ...price } },
  ]
}
