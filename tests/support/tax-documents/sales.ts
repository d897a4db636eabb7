/** Paid bookings and their refunds, for tests of their documents. */
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { bookTuesday } from '../bookings/requests.ts'
import { payCheckout } from '../payments/checkout.ts'
import type { TestApp } from '../product/app.ts'

type Sale = { id: string; checkoutId: string; reference: string; paymentIntent: string }

/** A paid booking at £45.00, on Tuesday at 14:30 unless said otherwise. Its documents are issued by `test.runJobs()`. */
export async function sellSession(
  test: TestApp,
  { mentor, time = '14:30' }: { mentor?: { id: string; name: string }; time?: string } = {},
): Promise<Sale> {
  const email = `at-${time.slice(0, 2)}@example.com`
  const checkoutId = await bookTuesday(test, { ...(mentor && { mentor }), time, email })
  await payCheckout(test, checkoutId)
  await settleCheckout(test.app, checkoutId)
  const paid = test.db.selectFrom('bookings').select(['id', 'reference', 'paymentIntent'])
  const { paymentIntent, ...booking } = await paid.where('checkoutId', '=', checkoutId).executeTakeFirstOrThrow()
  return { checkoutId, ...booking, paymentIntent: paymentIntent! }
}

/** Refunds a part in the service's dashboard, a minute later. Returns the refund's id there. */
export async function refundPart(
  test: TestApp,
  { checkoutId, paymentIntent }: Pick<Sale, 'checkoutId' | 'paymentIntent'>,
  amount: number,
): Promise<string> {
  test.clock.forward(1)
  const refundId = await test.stripe.control.refund(checkoutId, amount)
  await settleRefunds(test.app, paymentIntent)
  return refundId
}
