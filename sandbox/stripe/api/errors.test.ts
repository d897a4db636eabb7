import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_VERSION } from '../objects/api-objects.ts'
import { API_KEY, startRig } from '../test-rig.ts'

let rig: Awaited<ReturnType<typeof startRig>>
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Stripe.errors.StripeError) => error,
  )

describe('a list', () => {
  it.each(['starting_after', 'ending_before'] as const)('is refused if %s does not exist', async (name) => {
    const stripe = rig.stripe
    const lists: [string, (page: object) => Promise<unknown>][] = [
      ['checkout.session', (page) => stripe.checkout.sessions.list(page)],
      ['payment_intent', (page) => stripe.paymentIntents.list(page)],
      ['charge', (page) => stripe.charges.list(page)],
      ['refund', (page) => stripe.refunds.list(page)],
      ['dispute', (page) => stripe.disputes.list(page)],
      ['event', (page) => stripe.events.list(page)],
    ]
    for (const [resource, list] of lists)
      expect(await refusal(list({ [name]: 'x_1' }))).toMatchObject({
        statusCode: 400,
        type: 'StripeInvalidRequestError',
        code: 'resource_missing',
        param: name,
        message: `No such ${resource}: 'x_1'`,
      })
  })
})

describe('the API', () => {
  it('accepts its own version, and rejects any other as unknown', async () => {
    const ask = (version: string | null) =>
      fetch(`${rig.sandbox.url}/v1/events`, {
        headers: { Authorization: `Bearer ${API_KEY}`, ...(version !== null && { 'Stripe-Version': version }) },
      })
    for (const version of [null, API_VERSION]) expect((await ask(version)).status).toBe(200)
    for (const version of ['2099-01-01.future', '2020-08-27', 'latest', '']) {
      const answer = await ask(version)
      expect([version, answer.status]).toEqual([version, 400])
      expect(await answer.json()).toEqual({
        error: { type: 'invalid_request_error', message: `Invalid Stripe API version: ${version}` },
      })
    }
  })
})
