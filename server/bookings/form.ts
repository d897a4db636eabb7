/** The booking form: turns what a visitor typed into a `BookingRequest`, or into a message for each field. */
import { z } from 'zod'
import type { BookingRequest } from '#domain/bookings/booking'
import { ok, type Result } from '#domain/result'
import { isTimeZone } from '#domain/time/zone'
import { readForm, type FieldErrors } from '#server/platform/http/form'
import { emailAddress, personName, phoneNumber, shownPrice, text, typedCode } from '#server/platform/http/text'
import * as m from '#messages/forms'

/** Shared with `POST /create-checkout-session`, so that form and API have the same rules. */
export const visitorFields = {
  name: personName(m.enterFullName),
  email: emailAddress,
  phone: phoneNumber,
  topic: text(500),
}

/** Null for an unknown zone; the mentor's is used then. */
const optionalZone = text(64).transform((zone) => (isTimeZone(zone) ? zone : null))

/**
 * `price` is what the visitor was shown. If it is no longer the price, the booking is refused; it is never charged. It
 * comes from a hidden field, so an invalid one has no message.
 */
export const bookingFields = z.object({
  sessionTypeId: z.uuid({ error: m.chooseSession }),
  startsAt: z.iso.datetime({ offset: true, error: m.chooseDateAndTime }).transform((instant) => new Date(instant)),
  name: visitorFields.name,
  email: visitorFields.email,
  phone: visitorFields.phone,
  topic: visitorFields.topic.default(''),
  terms: z.literal('on', { error: m.acceptTerms }),
  timeZone: optionalZone.default(null),
  code: typedCode,
  price: shownPrice,
  payment: z.enum(['now', 'by_link']).catch('now'),
})

export function readBookingForm(form: FormData): Result<BookingRequest, FieldErrors> {
  const read = readForm(bookingFields, form)
  if (!read.ok) return read
  const { terms: _accepted, price: expectedPrice, ...request } = read.value
  return ok({ ...request, expectedPrice })
}
