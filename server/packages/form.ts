/** The forms of packages: buying one, and booking a session of it. */
import { z } from 'zod'
import type { Money } from '#domain/payments/money'
import { ok, type Result } from '#domain/result'
import { readForm, type FieldErrors } from '#server/platform/http/form'
import { emailAddress, personName, phoneNumber, shownPrice, text } from '#server/platform/http/text'
import * as m from '#messages/forms'

const buyFields = z.object({
  name: personName(m.enterFullName),
  email: emailAddress,
  phone: phoneNumber,
  terms: z.literal('on', { error: m.acceptTerms }),
  // What the visitor was shown. It is compared and never charged.
  price: shownPrice,
})

type Buyer = { name: string; email: string; phone: string; expectedPrice: Money | null }

export function readBuyForm(form: FormData): Result<Buyer, FieldErrors> {
  const read = readForm(buyFields, form)
  if (!read.ok) return read
  const { terms: _accepted, price: expectedPrice, ...typed } = read.value
  return ok({ ...typed, expectedPrice })
}

const creditFields = z.object({
  at: z.iso.datetime().transform((instant) => new Date(instant)),
  topic: text(500).default(''),
})

/** The start, and what the session is about. An error did not come from our pages. */
export const readCreditForm = (form: FormData) => readForm(creditFields, form)
