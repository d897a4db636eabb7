/**
 * What is retried, and under which key, when the payment service fails. `deadline.test.ts` tests how long a request
 * waits.
 */
import { describe, it } from 'vitest'
import { PaymentsUnavailable } from '#domain/payments/checkout'
import {
  apiError,
  type Answer,
  json,
  key,
  listResponse,
  made,
  openServiceFor,
  order,
  refund,
  refusal,
  session,
} from '../../../tests/support/payments/payment-answers.ts'

// They wait in real time, so they run at once, each with its own service.
describe.concurrent('a refund', () => {
  it('is pending until the service says that it succeeded', async (context) => {
    const { expect } = context
    const service = await openServiceFor(context)
    service.answers = [json(200, { ...made, status: 'requires_action' })]
    expect(await service.payments.refund(refund)).toMatchObject({ id: 're_1', status: 'pending' })
  })

  it('is found after a 500 if it was made all the same, and is not sent again', async (context) => {
    const { expect } = context
    const service = await openServiceFor(context)
    const foreign = { ...made, id: 're_0', metadata: {} }
    service.answers = [json(500, apiError), json(500, apiError), listResponse(foreign, made)]
    expect(await service.payments.refund(refund)).toMatchObject({ id: 're_1' })
    expect(service.requests.filter(({ method }) => method === 'POST').map(({ key: sent }) => sent)).toEqual([key, key])
  })

  it('is sent again under a new key if it was not made, under three keys at most', async (context) => {
    const { expect } = context
    const service = await openServiceFor(context)
    service.answers = [json(500, apiError), json(500, apiError), listResponse(), json(200, made)]
    expect(await service.payments.refund(refund)).toMatchObject({ id: 're_1' })
    expect(service.requests.at(-1)).toMatchObject({ method: 'POST', key: `${key}:again:2` })

    const failing = [json(500, apiError), json(500, apiError), listResponse()]
    service.answers = [...failing, ...failing, ...failing]
    service.requests = []
    await expect(service.payments.refund(refund)).rejects.toBeInstanceOf(PaymentsUnavailable)
    const sent = [key, `${key}:again:2`, `${key}:again:3`].flatMap((each) => [`POST ${each}`, `POST ${each}`, 'GET'])
    expect(service.requests.map(({ method, key: own }) => [method, own].filter(Boolean).join(' '))).toEqual(sent)
  })

  it('is looked for after a refusal, and counts as refused only if it was not made', async (context) => {
    const { expect } = context
    const service = await openServiceFor(context)
    service.answers = [json(400, refusal('charge_already_refunded')), listResponse(made)]
    expect(await service.payments.refund(refund)).toMatchObject({ id: 're_1' })
    service.answers = [json(400, refusal('balance_insufficient')), listResponse()]
    await expect(service.payments.refund(refund)).rejects.toMatchObject({
      name: 'RefundRefused',
      code: 'balance_insufficient',
    })
  })
})

describe.concurrent('opening a checkout after a 500', () => {
  it('finds the session that was opened all the same, or opens one under a new key', async (context) => {
    const { expect } = context
    const service = await openServiceFor(context)
    const over = { ...session, id: 'cs_0', status: 'expired', url: null }
    service.answers = [json(500, apiError), json(500, apiError), listResponse(over, session)]
    expect(await service.payments.startCheckout(order)).toMatchObject({ id: 'cs_1', status: 'open' })
    service.answers = [json(500, apiError), json(500, apiError), listResponse(over), json(200, session)]
    expect(await service.payments.startCheckout(order)).toMatchObject({ id: 'cs_1' })
    expect(service.requests.at(-1)!.key).toBe('checkout:booking-1:2')
  })
})

describe.concurrent('a call with the long timeout', () => {
  it('is made again while the service limits requests, as late as it asks for, under the same key', async (context) => {
    const { expect } = context
    const service = await openServiceFor(context)
    const limited = json(429, refusal('rate_limit'))
    const limitedForASecond: Answer = (response, request) => limited(response.setHeader('Retry-After', '1'), request)
    service.answers = [limitedForASecond, limited, json(200, made)]
    const begun = performance.now()
    expect(await service.payments.withLongTimeout.refund(refund)).toMatchObject({ id: 're_1' })
    expect(performance.now() - begun).toBeGreaterThanOrEqual(2_000)
    expect(service.requests.map(({ key: sent }) => sent)).toEqual([key, key, key])
    service.answers = [limited]
    await expect(service.payments.refund(refund), 'not while a visitor waits').rejects.toBeInstanceOf(
      PaymentsUnavailable,
    )
    expect(service.requests).toHaveLength(4)
  })

  it('waits for an answer that takes longer than the short timeout', async (context) => {
    const { expect } = context
    const service = await openServiceFor(context)
    service.answers = [(response) => setTimeout(() => json(200, session)(response, undefined as never), 3_500)]
    await expect(service.payments.withLongTimeout.readCheckout('cs_1')).resolves.toMatchObject({ id: 'cs_1' })
    expect(service.requests).toHaveLength(1)
  })
})
