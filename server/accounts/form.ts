/**
 * The forms of signing in and up. A password is read exactly as typed, spaces included: trimmed it would be another
 * one. Fields that the forms do not have, such as a role, are ignored.
 */
import { z } from 'zod'
import { PASSWORD_LENGTH } from '#domain/accounts/account'
import { ok } from '#domain/result'
import { readForm } from '#server/platform/http/form'
import { accountAddress, personName, requiredLine, text } from '#server/platform/http/text'

const NO_EMAIL = 'Enter your email address'
const NO_PASSWORD = 'Enter your password'

/** `server/accounts/auth/password-strength.ts` decides whether a new one is good enough. */
const password = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .refine(
      (typed) => [...typed].length <= PASSWORD_LENGTH.max,
      `Use a password of at most ${PASSWORD_LENGTH.max} characters`,
    )

const signInFields = z.object({ email: accountAddress, password: password(NO_PASSWORD) })

const signUpFields = z.object({
  name: personName('Enter your name'),
  email: accountAddress,
  password: password('Choose a password'),
})

/** The admins' page asks for nothing but text in both fields; what cannot be an address is read as an empty one. */
const adminFields = z.object({
  email: z
    .string(NO_EMAIL)
    .refine((typed) => typed.trim() !== '', NO_EMAIL)
    .transform((typed) => accountAddress.safeParse(typed).data ?? ''),
  password: z.string(NO_PASSWORD).min(1, NO_PASSWORD),
})

const chosenFields = signUpFields.omit({ email: true })
const resetFields = z.object({ email: accountAddress })
const newPasswordFields = z.object({ password: password('Choose a password') })
const passkeyIds = z.array(z.uuid()).max(100)

/** Six digits of the authenticator app, or a backup code. */
const codeFields = z.object({ code: requiredLine(40, 'Enter the code') })

export const readSignIn = (form: FormData) => readForm(signInFields, form)
export const readSignUp = (form: FormData) => readForm(signUpFields, form)
/** Name and password, for an address that is confirmed by a link. */
export const readChosen = (form: FormData) => readForm(chosenFields, form)
export const readAdminSignIn = (form: FormData) => readForm(adminFields, form)
export const readReset = (form: FormData) => readForm(resetFields, form)
/** With the sign-in methods to remove. An invalid list of passkeys is read as an empty one. */
export function readNewPassword(form: FormData) {
  const read = readForm(newPasswordFields, form)
  const passkeys = passkeyIds.safeParse(form.getAll('removePasskey')).data ?? []
  return read.ok ? ok({ ...read.value, remove: { passkeys, google: form.has('removeGoogle') } }) : read
}

const MAX_OWN_REASON = 500

/** Why an admin decides something about themselves, as the forms of the desk ask for it. Empty if it cannot be kept. */
export const readOwnReason = (typed: unknown): string => text(MAX_OWN_REASON).safeParse(typed).data ?? ''

export const readCode = (form: FormData) => readForm(codeFields, form)
