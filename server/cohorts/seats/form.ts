/** The form to join a cohort. */
import { z } from 'zod'
import type { Money } from '#domain/payments/money'
import { ok, type Result } from '#domain/result'
import { readForm, type FieldErrors } from '#server/platform/http/form'
import { emailAddress, personName, phoneNumber, shownPrice, typedCode } from '#server/platform/http/text'
import * as m from '#messages/forms'

const fields = z.object({
  name: personName(m.enterFullName),
  email: emailAddress,
  phone: phoneNumber,
  terms: z.literal('on', { error: m.acceptTerms }),
  // What the visitor was shown. It is compared and never charged.
  price: shownPrice,
  code: typedCode,
})

type TypedSeat = { name: string; email: string; phone: string; expectedPrice: Money | null; code: string | null }

export function readSeatForm(form: FormData): Result<TypedSeat, FieldErrors> {
  const read = readForm(fields, form)
  if (!read.ok) return read
  const { terms: _accepted, price: expectedPrice, ...typed } = read.value
  return ok({ ...typed, expectedPrice })
}
