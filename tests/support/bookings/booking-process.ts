/**
 * Runs one booking in its own process, from the hold to the settled payment, so that a test can kill it at any point.
 * The parent (`doomed-booking.ts`) sends orders over Node's IPC channel.
 */
import { sql } from 'kysely'
import { processEvent, receiveEvent } from '#server/bookings/settlement/webhook-inbox'
import { sendRefund } from '#server/bookings/settlement/refunds'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { holdAs, openSmallProduct, paymentEvent, type SmallProductOptions } from '../product/small-product.ts'

/** `settle`: receives the payment's webhook, settles as the success page does, and sends the refunds that follow. */
export type Order =
  | { do: 'hold'; buyer: string; sessionTypeId: string; startsAt: string }
  | { do: 'settle'; checkoutId: string }
/** `checkoutId`: the hold's checkout. */
export type Report = { done: 'start' | 'settle' } | { done: 'hold'; checkoutId: string }

const options = JSON.parse(process.argv[2] ?? '{}') as SmallProductOptions
const { app } = await openSmallProduct(options)
await sql`select 1`.execute(app.db) // Connects before the test counts messages.

process.once('disconnect', () => process.exit()) // The parent process is gone.
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
    .innerJoin('bookings', 'bookings.id', 'bookingId')
    .select('refunds.id')
    .where('checkoutId', '=', checkoutId)
    .execute()
  for (const refund of refunds) await sendRefund(app, refund.id)
  report({ done: 'settle' })
}

function report(message: Report): void {
  process.send?.(message)
}
