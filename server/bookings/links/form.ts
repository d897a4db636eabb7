/** The forms about a booking's links: which address, and which booking. */
import { z } from 'zod'
import { readForm } from '#server/platform/http/form'
import { emailAddress, text } from '#server/platform/http/text'
import * as m from '#messages/forms'

/** A reference in any letter case, with or without its dashes; null for an empty field. */
const reference = text(20)
  .transform((typed) => typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
  .refine((typed) => /^(B[0-9A-Z]{8})?$/.test(typed), { error: m.enterReference })
  .transform((typed) => (typed ? `${typed[0]}-${typed.slice(1, 5)}-${typed.slice(5)}` : null))

const lostLinkFields = z.object({ email: emailAddress, reference: reference.default(null) })
const addressFields = z.object({ email: emailAddress })

export const readLostLinkForm = (form: FormData) => readForm(lostLinkFields, form)
export const readAddressForm = (form: FormData) => readForm(addressFields, form)
