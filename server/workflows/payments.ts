/** What the payment service tells us, and the money we send back through it. */
import type { PaymentEvent } from '#domain/checkout'
import type { App } from '#server/context'
import { findUnsentRefund, markEventProcessed, markRefundSent, storeEvent } from '#server/db/payments'
import { settleCheckout } from '#server/workflows/settlement'

/**
 * Takes in an event whose signature was verified: stores it once and settles what it is about. Throws when that fails, so
 * that the payment service hears no 2xx and delivers again.
 */
export async function receiveEvent(app: App, event: PaymentEvent): Promise<void> {
  if (!(await storeEvent(app.db, event, app.now()))) return
  if (event.checkoutId) await settleCheckout(app, event.checkoutId)
  await markEventProcessed(app.db, event.id, app.now())
}

/** Sends a queued refund. Safe to repeat: its key is sent with it, so the money goes back once. */
export async function sendRefund(app: App, refundId: string): Promise<void> {
  const refund = await findUnsentRefund(app.db, refundId)
  if (!refund) return
  const { payment_intent: paymentIntent, amount_pence: amount, key } = refund
  await markRefundSent(app.db, refundId, await app.payments.refund({ paymentIntent, amount, key }), app.now())
}
