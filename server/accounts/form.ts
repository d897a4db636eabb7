/**
 * The forms of signing in and up. A password is read exactly as typed, spaces included: trimmed it would be another
 * one. Fields that the forms do not have, such as a role, are ignored.
 */
import { z } from 'zod'
import { PASSWORD_LENGTH } from '#domain/accounts/account'
import { ok } from '#domain/result'
import { readForm } from '#server/platform/http/form'
import { accountAddress, personName, requiredLine, text } from '#server/platform/http/text'
import * as m from '#messages/forms'

/** `server/accounts/auth/password-strength.ts` decides whether a new one is good enough. */
const password = (error: () => string) =>
  z
    .string({ error })
    .min(1, { error })
    .refine((typed) => [...typed].length <= PASSWORD_LENGTH.max, {
      error: () => m.passwordLimit({ max: PASSWORD_LENGTH.max }),
    })

const signInFields = z.object({ email: accountAddress, password: password(m.enterPassword) })

const signUpFields = z.object({
  name: personName(m.enterName),
  email: accountAddress,
  password: password(m.choosePassword),
})

/** The admins' page asks for nothing but text in both fields; what cannot be an address is read as an empty one. */
const adminFields = z.object({
  email: z
    .string({ error: m.enterEmail })
    .refine((typed) => typed.trim() !== '', { error: m.enterEmail })
    .transform((typed) => accountAddress.safeParse(typed).data ?? ''),
  password: z.string({ error: m.enterPassword }).min(1, { error: m.enterPassword }),
})

const chosenFields = signUpFields.omit({ email: true })
const resetFields = z.object({ email: accountAddress })
const newPasswordFields = z.object({ password: password(m.choosePassword) })
const passkeyIds = z.array(z.uuid()).max(100)

/** Six digits of the authenticator app, or a backup code. */
const codeFields = z.object({ code: requiredLine(40, m.enterCode) })

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
