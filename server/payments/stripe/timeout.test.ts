/** What is looked for and sent again when the payment service fails. How long a request waits is in `deadline.test.ts`. */
import { describe, it } from 'vitest'
import { PaymentsUnavailable } from '#domain/payments/checkout'
import {
  apiError,
  json,
  key,
  listOf,
  made,
  openServiceFor,
  order,
  refund,
  refusal,
  session,
} from '../../../tests/support/payments/payment-answers.ts'

// Each at once, with a service of its own: they wait in real time.
describe.concurrent('sending money back', () => {
  it('is pending until the service says that it succeeded', async (context) => {
    const { expect } = context
    const service = await openServiceFor(context)
    service.answers = [json(200, { ...made, status: 'requires_action' })]
    expect(await service.payments.refund(refund)).toMatchObject({ id: 're_1', status: 'pending' })
  })

  it('looks for the refund after an answer that it failed, and sends nothing again when it is there', async (context) => {
    const { expect } = context
    const service = await openServiceFor(context)
    const foreign = { ...made, id: 're_0', metadata: {} }
    service.answers = [json(500, apiError), json(500, apiError), listOf(foreign, made)]
    expect(await service.payments.refund(refund)).toMatchObject({ id: 're_1' })
    expect(service.asked.filter(({ method }) => method === 'POST').map(({ key: sent }) => sent)).toEqual([key, key])
  })

  it('is sent under the next key when it is not there, at most three', async (context) => {
    const { expect } = context
    const service = await openServiceFor(context)
    service.answers = [json(500, apiError), json(500, apiError), listOf(), json(200, made)]
    expect(await service.payments.refund(refund)).toMatchObject({ id: 're_1' })
    expect(service.asked.at(-1)).toMatchObject({ method: 'POST', key: `${key}:again:2` })

    const failing = [json(500, apiError), json(500, apiError), listOf()]
    service.answers = [...failing, ...failing, ...failing]
    service.asked = []
    await expect(service.payments.refund(refund)).rejects.toBeInstanceOf(PaymentsUnavailable)
    expect(new Set(service.asked.flatMap(({ key: sent }) => sent ?? []))).toEqual(
      new Set([key, `${key}:again:2`, `${key}:again:3`]),
    )
  })

  it('that is refused is looked for, and is a refusal when it is not there', async (context) => {
    const { expect } = context
    const service = await openServiceFor(context)
    service.answers = [json(400, refusal('charge_already_refunded')), listOf(made)]
    expect(await service.payments.refund(refund)).toMatchObject({ id: 're_1' })
    service.answers = [json(400, refusal('balance_insufficient')), listOf()]
    await expect(service.payments.refund(refund)).rejects.toMatchObject({
      name: 'RefundRefused',
      code: 'balance_insufficient',
    })
  })
})

describe.concurrent('opening a checkout that seemed to fail', () => {
  it('finds the one that was opened all the same, and no other', async (context) => {
    const { expect } = context
    const service = await openServiceFor(context)
    const over = { ...session, id: 'cs_0', status: 'expired', url: null }
    service.answers = [json(500, apiError), json(500, apiError), listOf(over, session)]
    expect(await service.payments.startCheckout(order)).toMatchObject({ id: 'cs_1', status: 'open' })
  })

  it('opens it under the next key when none was', async (context) => {
    const { expect } = context
    const service = await openServiceFor(context)
    service.answers = [json(500, apiError), json(500, apiError), listOf(), json(200, session)]
    expect(await service.payments.startCheckout(order)).toMatchObject({ id: 'cs_1' })
    expect(service.asked.at(-1)!.key).toBe('checkout:booking-1:2')
  })
})

describe.concurrent('a request of a visitor', () => {
  it('has less patience than a job', async (context) => {
    const { expect } = context
    const service = await openServiceFor(context)
    service.answers = [(response) => setTimeout(() => json(200, session)(response, undefined as never), 3_500)]
    await expect(service.payments.patient.readCheckout('cs_1')).resolves.toMatchObject({ id: 'cs_1' })
    expect(service.asked).toHaveLength(1)
  })
})
