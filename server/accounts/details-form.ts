/** The forms on the pages of an account: details, passwords and codes. */
import { z } from 'zod'
import { isTimeZone } from '#domain/time/zone'
import { readForm } from '#server/platform/http/form'
import { accountAddress, personName, text } from '#server/platform/http/text'

/** An option of a list; null if nothing is chosen. */
const chosen = (isOne: (value: string) => boolean, message: string) =>
  text(64)
    .default('')
    .refine((value) => value === '' || isOne(value), message)
    .transform((value) => value || null)

const detailsFields = z.object({
  name: personName('Enter your name'),
  timeZone: chosen(isTimeZone, 'Choose a time zone from the list'),
  destination: chosen((code) => /^[A-Z]{2}$/.test(code), 'Choose a country from the list'),
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

/** Longer than any password could be. A password is read exactly as typed, without trimming. */
const password = (message: string) => z.string(message).min(1, message).max(1_000, 'Keep this under 1,000 characters')

const ownPassword = password('Enter your password')

export const readPasswordForm = (form: FormData) =>
  readForm(
    z.object({ current: password('Enter the password you have now'), next: password('Enter a new password') }),
    form,
  )

export const readEmailForm = (form: FormData) =>
  readForm(z.object({ email: accountAddress, password: ownPassword }), form)

export const readOwnPasswordForm = (form: FormData) => readForm(z.object({ password: ownPassword }), form)

export const readCodeForm = (form: FormData) =>
  readForm(
    z.object({
      code: text(40)
        .transform((code) => code.replaceAll(/\s/g, ''))
        .refine((code) => /^\d{6}$/.test(code), 'Enter the six digits that the app shows'),
    }),
    form,
  )

export const readIdForm = (form: FormData) => readForm(z.object({ id: z.uuid('Choose one from the list') }), form)
