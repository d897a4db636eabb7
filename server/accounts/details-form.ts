/** The forms on the pages of an account: details, passwords and codes. */
import { z } from 'zod'
import { isTimeZone } from '#domain/time/zone'
import { readForm } from '#server/platform/http/form'
import { accountAddress, personName, text } from '#server/platform/http/text'
import * as m from '#messages/forms'

/** An option of a list; null if nothing is chosen. */
const chosen = (isOne: (value: string) => boolean, error: () => string) =>
  text(64)
    .default('')
    .refine((value) => value === '' || isOne(value), { error })
    .transform((value) => value || null)

const detailsFields = z.object({
  name: personName(m.enterName),
  timeZone: chosen(isTimeZone, m.chooseTimeZone),
  destination: chosen((code) => /^[A-Z]{2}$/.test(code), m.chooseCountry),
})

/** `timeZone`: IANA; null: the browser's own. `destination`: ISO 3166-1 alpha-2. */
export type Details = z.output<typeof detailsFields>

export const readDetailsForm = (form: FormData) => readForm(detailsFields, form)

/** The fields of that form as typed, to fill it in again when one of them is wrong. */
export function typedDetails(form: FormData | Record<string, string>): Record<keyof Details, string> {
  const get = (name: string) => (form instanceof FormData ? form.get(name) : form[name])
  const typed = (name: string) => {
    const value = get(name)
    return typeof value === 'string' ? value : ''
  }
  return { name: typed('name'), timeZone: typed('timeZone'), destination: typed('destination') }
}

/** Characters: longer than any password could be. */
const MAX_TYPED_PASSWORD = 1_000

/** A password is read exactly as typed, without trimming. */
const password = (error: () => string) =>
  z
    .string({ error })
    .min(1, { error })
    .max(MAX_TYPED_PASSWORD, { error: () => m.passwordUnder({ max: MAX_TYPED_PASSWORD }) })

const ownPassword = password(m.enterPassword)

export const readPasswordForm = (form: FormData) =>
  readForm(z.object({ current: password(m.enterCurrentPassword), next: password(m.enterNewPassword) }), form)

export const readEmailForm = (form: FormData) =>
  readForm(z.object({ email: accountAddress, password: ownPassword }), form)

export const readOwnPasswordForm = (form: FormData) => readForm(z.object({ password: ownPassword }), form)

export const readCodeForm = (form: FormData) =>
  readForm(
    z.object({
      code: text(40)
        .transform((code) => code.replaceAll(/\s/g, ''))
        .refine((code) => /^\d{6}$/.test(code), { error: m.enterAppCode }),
    }),
    form,
  )

export const readIdForm = (form: FormData) => readForm(z.object({ id: z.uuid({ error: m.chooseFromList }) }), form)
