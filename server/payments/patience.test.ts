/** What is looked for and sent again when the payment service fails, and for how long it is waited for. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PaymentsUnavailable } from '#domain/checkout'
import { withDeadline } from '#server/payments/patience'
import type { Payments } from '#server/payments/stripe'
import {
  type Answer,
  apiError,
  json,
  key,
  listOf,
  made,
  openAnsweringService,
  order,
  refund,
  refusal,
  session,
} from '../../tests/support/payment-answers.ts'

let service: Awaited<ReturnType<typeof openAnsweringService>>
let payments: Payments
beforeAll(async () => {
  service = await openAnsweringService()
  payments = service.payments
})
beforeEach(() => {
  service.asked = []
})
afterAll(() => service.close())

describe('sending money back', () => {
  it('is pending until the service says that it succeeded', async () => {
    service.answers = [json(200, { ...made, status: 'requires_action' })]
    expect(await payments.refund(refund)).toMatchObject({ id: 're_1', status: 'pending' })
  })

  it('looks for the refund after an answer that it failed, and sends nothing again when it is there', async () => {
    const foreign = { ...made, id: 're_0', metadata: {} }
    service.answers = [json(500, apiError), json(500, apiError), listOf(foreign, made)]
    expect(await payments.refund(refund)).toMatchObject({ id: 're_1' })
    expect(service.asked.filter(({ method }) => method === 'POST').map(({ key: sent }) => sent)).toEqual([key, key])
  })

  it('is sent under the next key when it is not there, at most three', async () => {
    service.answers = [json(500, apiError), json(500, apiError), listOf(), json(200, made)]
    expect(await payments.refund(refund)).toMatchObject({ id: 're_1' })
    expect(service.asked.at(-1)).toMatchObject({ method: 'POST', key: `${key}:again:2` })

    const failing = [json(500, apiError), json(500, apiError), listOf()]
    service.answers = [...failing, ...failing, ...failing]
    service.asked = []
    await expect(payments.refund(refund)).rejects.toBeInstanceOf(PaymentsUnavailable)
    expect(new Set(service.asked.flatMap(({ key: sent }) => sent ?? []))).toEqual(
      new Set([key, `${key}:again:2`, `${key}:again:3`]),
    )
  })

  it('that is refused is looked for, and is a refusal when it is not there', async () => {
    service.answers = [json(400, refusal('charge_already_refunded')), listOf(made)]
    expect(await payments.refund(refund)).toMatchObject({ id: 're_1' })
    service.answers = [json(400, refusal('balance_insufficient')), listOf()]
    await expect(payments.refund(refund)).rejects.toMatchObject({ name: 'RefundRefused', code: 'balance_insufficient' })
  })
})

describe('opening a checkout that seemed to fail', () => {
  it('finds the one that was opened all the same, and no other', async () => {
    const over = { ...session, id: 'cs_0', status: 'expired', url: null }
    service.answers = [json(500, apiError), json(500, apiError), listOf(over, session)]
    expect(await payments.startCheckout(order)).toMatchObject({ id: 'cs_1', status: 'open' })
  })

  it('opens it under the next key when none was', async () => {
    service.answers = [json(500, apiError), json(500, apiError), listOf(), json(200, session)]
    expect(await payments.startCheckout(order)).toMatchObject({ id: 'cs_1' })
    expect(service.asked.at(-1)!.key).toBe('checkout:booking-1:2')
  })
})

describe('a request of a visitor', () => {
  const silence: Answer = () => {}

  it('has less patience than a job', async () => {
    service.answers = [(response) => setTimeout(() => json(200, session)(response, undefined as never), 3_500)]
    await expect(payments.patient.readCheckout('cs_1')).resolves.toMatchObject({ id: 'cs_1' })
    expect(service.asked).toHaveLength(1)
  })

  it('waits eight seconds for all its calls together', async () => {
    service.answers = [silence]
    const began = performance.now()
    const ends = await withDeadline(() =>
      Promise.allSettled([
        payments.readCheckout('cs_1'),
        payments.startCheckout(order).catch(() => payments.refund(refund)),
      ]),
    )
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const seconds = (performance.now() - began) / 1000
    expect(seconds).toBeGreaterThan(6)
    expect(seconds).toBeLessThan(9.5)
  }, 15_000)
})
