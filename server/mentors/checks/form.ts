/** The forms about checks: an address and its code, and an admin's confirmation. */
import { z } from 'zod'
import { ADDRESS_CHECKS, CHECK_KINDS } from '#domain/mentors/checks'
import { readForm } from '#server/platform/http/form'
import { emailAddress, text } from '#server/platform/http/text'
import * as m from '#messages/forms'

const addressKind = z.enum(ADDRESS_CHECKS, { error: m.chooseAddressKind })

const addressForm = z.object({ kind: addressKind, address: emailAddress })

const codeForm = z.object({
  kind: addressKind,
  code: text(40).refine((code) => /^\d{6}$/.test(code.replaceAll(/\s/g, '')), { error: m.enterEmailedCode }),
})

const confirmForm = z.object({ kind: z.enum(CHECK_KINDS, { error: m.chooseCheck }), note: text(300).default('') })

export const readAddressForm = (form: FormData) => readForm(addressForm, form)
export const readCodeForm = (form: FormData) => readForm(codeForm, form)
export const readConfirmForm = (form: FormData) => readForm(confirmForm, form)
