/**
 * Refunds of the payment service.
 * Source: docs.stripe.com/api/refunds, /idempotent_requests.
 */
import type { Stripe } from 'stripe'
import { RefundRefused, type Refund } from '#domain/payments/checkout'
import { toServiceAmount } from '#domain/payments/charges'
import type { MinorUnits } from '#domain/payments/money'
import { toRefund, within } from '#server/payments/stripe/stripe-objects'
import { callStripe, errorCode, isRefusal, isReplayedFailure, MAX_KEYS } from '#server/payments/stripe/timeout'

/** `stripe`: the client, opened by the first call. */
export function refundCalls(stripe: () => Promise<Stripe>) {
  /** Every refund of a payment, including those made in the service's dashboard. */
  async function listRefunds(paymentIntent: string): Promise<Refund[]> {
    const sdk = await stripe()
    const found: Refund[] = []
    const pages = sdk.refunds.list({ payment_intent: paymentIntent, limit: 100 })
    await callStripe(() => pages.autoPagingEach((refund) => void found.push(toRefund(refund))))
    return found
  }

  return {
    listRefunds,

    /**
     * Sends money back, once per `key`, which the refund carries as metadata. After a 5xx or a refusal, looks for the
     * refund before sending anything again. Throws `RefundRefused` if it was refused and does not exist.
     */
    async refund(request: {
      paymentIntent: string
      amount: MinorUnits
      currency: string
      key: string
      /** The service stores its answer under this key. */
      idempotencyKey: string
    }): Promise<Refund> {
      const sdk = await stripe()
      const { paymentIntent: payment_intent, key } = request
      const amount = toServiceAmount(request.amount, request.currency)
      for (let attempt = 1; ; attempt += 1) {
        const idempotencyKey = attempt === 1 ? request.idempotencyKey : `${request.idempotencyKey}:again:${attempt}`
        try {
          const refund = { payment_intent, amount, metadata: { key } }
          return toRefund(await callStripe(() => sdk.refunds.create(refund, { idempotencyKey })))
        } catch (error) {
          if (!isReplayedFailure(error) && !isRefusal(error)) throw error
          const made = await listRefunds(payment_intent)
          const found = made.find((refund) => refund.key === key)
          if (found) return found
          if (isRefusal(error)) throw new RefundRefused(errorCode(error), { cause: error })
          if (attempt === MAX_KEYS) throw error
        }
      }
    },

    /** Calls `take` with every refund made in [from, to), newest first. */
    async eachRefund(from: Date, to: Date, take: (refund: Refund) => void): Promise<void> {
      const sdk = await stripe()
      const pages = sdk.refunds.list({ created: within(from, to), limit: 100 })
      await callStripe(() => pages.autoPagingEach((refund) => take(toRefund(refund))))
    },
  }
}
