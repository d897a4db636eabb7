/** Cohorts that can be joined, and those who join them. */
import { holdSeat, type SeatRequest } from '#server/cohorts/seats/hold-seat'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { publishCohorts } from '#server/cohorts/publishing'
import { addAcceptedCohort } from '../cohorts.ts'
import { payCheckout } from '../payments/checkout.ts'
import type { TestApp } from '../product/app.ts'

export const SLUG = 'first-term-in-lyon'

/** A published cohort of 15 seats for £60, unless `changes` say otherwise. */
export async function addOpenCohort(test: TestApp, changes: Record<string, string> = {}) {
  const cohort = await addAcceptedCohort(test, changes)
  await publishCohorts(test.app, cohort.admin, true)
  return cohort
}

export const seatRequest = (email = 'grace@example.com', more: Partial<SeatRequest> = {}): SeatRequest => ({
  slug: SLUG,
  name: 'Grace Hopper',
  email,
  phone: '07700 900000',
  timeZone: null,
  expectedPrice: null,
  code: null,
  ...more,
})

/** A client with a browser and a network of its own. */
export const someBuyer = (email: string) => ({ browser: email, network: null, farNetwork: null })

/** Holds a seat; throws where it is refused. */
export async function holdOneSeat(test: TestApp, email = 'grace@example.com') {
  const held = await holdSeat(test.app, seatRequest(email), someBuyer(email), null)
  if (!held.ok) throw new Error(held.error.code)
  return { id: held.value.bookingId, checkoutId: held.value.checkoutId!, reference: held.value.reference }
}

/** Holds, pays and settles a seat. */
export async function joinPaid(test: TestApp, email = 'grace@example.com') {
  const seat = await holdOneSeat(test, email)
  await payCheckout(test, seat.checkoutId)
  await settleCheckout(test.app, seat.checkoutId)
  return seat
}
