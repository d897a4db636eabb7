/** Examples of the API's document about bookings, of the mentor in `server/mentors/api-examples.ts`. */
import { CHECKOUT_REQUEST_EXAMPLE, MENTOR_EXAMPLE } from '#server/mentors/api-examples'
import * as m from '#messages/api'

const REFERENCE = 'B-7K2M-9QXD'
const PRICE = { amount: 4500, currency: 'GBP' }

export const CHECKOUT_EXAMPLE = {
  id: 'cs_test_a1B2c3D4',
  url: 'https://checkout.stripe.com/c/pay/cs_test_a1B2c3D4',
  reference: REFERENCE,
  link: null,
  payBefore: '2030-01-07T09:31:00.000Z',
  startsAt: '2030-01-08T09:00:00+00:00',
  ambiguous: null,
}

/** Any 43 letters of base64url. The tests send a real one in their place. */
export const SECRET_EXAMPLE = 'mZ4v0cQ8sJ1yT6xW3nB7uK9pR2dF5hL0aE8gC6iO4kM'

export const PROGRAM_CHECKOUT_EXAMPLE = { ...CHECKOUT_EXAMPLE, secret: SECRET_EXAMPLE }

export const BOOKING_EXAMPLE = {
  id: '8e0f7a4c-1d63-4b2f-9c58-3a7d6e5f2b19',
  reference: REFERENCE,
  status: 'confirmed' as const,
  startsAt: '2030-01-08T09:00:00.000Z',
  minutes: 60,
  sessionTitle: 'First ninety days',
  mentor: { id: MENTOR_EXAMPLE.id, slug: MENTOR_EXAMPLE.slug, name: MENTOR_EXAMPLE.name },
  price: PRICE,
  discount: null,
  package: null,
  payBefore: null,
  cancelledAt: null,
  cancelledBy: null,
  refundIfCancelled: PRICE,
}

export const CANCEL_EXAMPLES = {
  paid: { summary: m.cancelBookingPaid(), value: { refund: PRICE } },
  unpaid: { summary: m.cancelBookingUnpaid(), value: {} },
}

export const LISTED_BOOKING_EXAMPLE = {
  id: BOOKING_EXAMPLE.id,
  reference: REFERENCE,
  status: BOOKING_EXAMPLE.status,
  startsAt: BOOKING_EXAMPLE.startsAt,
  minutes: 60,
  sessionTitle: BOOKING_EXAMPLE.sessionTitle,
  mentor: BOOKING_EXAMPLE.mentor,
  price: PRICE,
  discount: null,
  package: null,
  createdAt: '2030-01-07T09:00:00.000Z',
  paidAt: '2030-01-07T09:04:12.000Z',
  cancelledAt: null,
  cancelledBy: null,
  mentee: {
    name: CHECKOUT_REQUEST_EXAMPLE.name,
    email: CHECKOUT_REQUEST_EXAMPLE.email,
    phone: CHECKOUT_REQUEST_EXAMPLE.phone,
    topic: CHECKOUT_REQUEST_EXAMPLE.topic,
    timeZone: CHECKOUT_REQUEST_EXAMPLE.timeZone,
  },
}
