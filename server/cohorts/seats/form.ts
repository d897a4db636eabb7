/** The form to join a cohort. */
import { z } from 'zod'
import { toPence, type Pence } from '#domain/payments/money'
import { ok, type Result } from '#domain/result'
import { readForm, type FieldErrors } from '#server/platform/http/form'
import { emailAddress, personName, phoneNumber } from '#server/platform/http/text'
import * as m from '#messages/forms'

const fields = z.object({
  name: personName(m.enterFullName),
  email: emailAddress,
  phone: phoneNumber,
  terms: z.literal('on', { error: m.acceptTerms }),
  // What the visitor was shown, in pence. It is compared and never charged.
  price: z
    .unknown()
    .optional()
    .transform((pence) => (/^\d{1,9}$/.test(String(pence)) ? toPence(Number(pence)) : null)),
})

export function readSeatForm(
  form: FormData,
): Result<{ name: string; email: string; phone: string; expectedPrice: Pence | null }, FieldErrors> {
  const read = readForm(fields, form)
  if (!read.ok) return read
  const { terms: _accepted, price: expectedPrice, ...typed } = read.value
  return ok({ ...typed, expectedPrice })
}
