/**
 * What people type to come in. A password is taken as it is typed, spaces and all: trimmed or composed it would be another
 * one. Fields that nobody is asked for, such as a role, are not read.
 */
import { z } from 'zod'
import { PASSWORD_LENGTH } from '#domain/accounts/account'
import { ok } from '#domain/result'
import { readForm } from '#server/http/form'
import { emailAddress, personName, requiredLine } from '#server/http/text'

const NO_EMAIL = 'Enter your email address'
const NO_PASSWORD = 'Enter your password'

/** Whether a new one is good enough is for `server/accounts/auth/password-strength.ts` to judge. */
const password = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .refine(
      (typed) => [...typed].length <= PASSWORD_LENGTH.most,
      `Use a password of at most ${PASSWORD_LENGTH.most} characters`,
    )

const signInFields = z.object({ email: emailAddress, password: password(NO_PASSWORD) })

const signUpFields = z.object({
  name: personName('Enter your name'),
  email: emailAddress,
  password: password('Choose a password'),
})

/** Something in both fields is all that the admins' door asks for; what can be nobody's address reads as an empty one. */
const adminFields = z.object({
  email: z
    .string(NO_EMAIL)
    .refine((typed) => typed.trim() !== '', NO_EMAIL)
    .transform((typed) => emailAddress.safeParse(typed).data ?? ''),
  password: z.string(NO_PASSWORD).min(1, NO_PASSWORD),
})

const chosenFields = signUpFields.omit({ email: true })
const resetFields = z.object({ email: emailAddress })
const newPasswordFields = z.object({ password: password('Choose a password') })
const passkeyIds = z.array(z.uuid()).max(100)

/** Six digits of the authenticator app, or a backup code. */
const codeFields = z.object({ code: requiredLine(40, 'Enter the code') })

export const readSignIn = (form: FormData) => readForm(signInFields, form)
export const readSignUp = (form: FormData) => readForm(signUpFields, form)
/** Name and password alone, for an address that a link has shown to be theirs. */
export const readChosen = (form: FormData) => readForm(chosenFields, form)
export const readAdminSignIn = (form: FormData) => readForm(adminFields, form)
export const readReset = (form: FormData) => readForm(resetFields, form)
/** With what is no longer to open the account. A list of passkeys that cannot be one is an empty one. */
export function readNewPassword(form: FormData) {
  const read = readForm(newPasswordFields, form)
  const passkeys = passkeyIds.safeParse(form.getAll('removePasskey')).data ?? []
  return read.ok ? ok({ ...read.value, remove: { passkeys, google: form.has('removeGoogle') } }) : read
}
export const readCode = (form: FormData) => readForm(codeFields, form)
