/**
 * One booking in a process of its own, from the hold to the settled payment, so that a test can kill it on the way. It
 * is told what to do next over Node's channel between processes. Started by `doomed-booking.ts`.
 */
import { sql } from 'kysely'
import { processEvent, receiveEvent } from '#server/payments/webhook-inbox'
import { sendRefund } from '#server/payments/refunds'
import { settleCheckout } from '#server/bookings/settle'
import { holdAs, openSmallProduct, paymentEvent, type SmallProductOptions } from '../product/small-product.ts'

/**
 * `settle`: it is told of a payment as by the webhook, then asked for the success page, and sends back what must go
 * back.
 */
export type Order =
  | { do: 'hold'; buyer: string; sessionTypeId: string; startsAt: string }
  | { do: 'settle'; checkoutId: string }
/** `checkoutId` is that of the hold. */
export type Report = { done: 'start' | 'settle' } | { done: 'hold'; checkoutId: string }

const options = JSON.parse(process.argv[2] ?? '{}') as SmallProductOptions
const { app } = await openSmallProduct(options)
await sql`select 1`.execute(app.db) // The connection is made before anything is counted.

process.once('disconnect', () => process.exit()) // Whoever started us is gone.
process.on('message', (order: Order) => void obey(order))
report({ done: 'start' })

async function obey(order: Order): Promise<void> {
  if (order.do === 'settle') return settle(order.checkoutId)
  report({ done: 'hold', checkoutId: await holdAs(app, order.buyer, order.sessionTypeId, order.startsAt) })
}

async function settle(checkoutId: string): Promise<void> {
  const event = paymentEvent(checkoutId)
  await receiveEvent(app, event)
  await processEvent(app, event.id)
  await settleCheckout(app, checkoutId)
  const refunds = await app.db
    .selectFrom('refunds')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('refunds.id')
    .where('checkout_id', '=', checkoutId)
    .execute()
  for (const refund of refunds) await sendRefund(app, refund.id)
  report({ done: 'settle' })
}

function report(message: Report): void {
  process.send?.(message)
}
