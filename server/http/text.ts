/**
 * Schemas for typed text. They refuse lone surrogates (PostgreSQL would turn one into U+FFFD) and control characters
 * other than line breaks and tabs (PostgreSQL refuses NUL), and give text that is composed (NFC) and trimmed.
 */
import { z } from 'zod'
import { holdsPageAddress } from '#domain/page-address'

const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/ // oxlint-disable-line no-control-regex -- refused below

const UNREADABLE = 'Remove characters that cannot be shown'

/** `max` counts code points. */
export function text(max: number) {
  return z
    .string()
    .refine((value) => value.isWellFormed() && !CONTROL.test(value), UNREADABLE)
    .transform((value) => value.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim())
    .refine((value) => value.length <= max || [...value].length <= max, `Keep this under ${max} characters`)
}

/** The same, not empty. */
export function requiredText(max: number, message: string) {
  return text(max).refine((value) => value !== '', message)
}

/** A single line that may be empty or absent. */
export const line = (max: number) =>
  text(max)
    .default('')
    .transform((value) => value.replaceAll(/\s+/g, ' '))

/** A single line, for names and titles, which end up in mail headers and page titles. */
export function requiredLine(max: number, message: string) {
  return requiredText(max, message).transform((value) => value.replaceAll(/\s+/g, ' '))
}

/** A person's name. Others read it in mails and on pages, so it must not hold a web address. */
export function personName(message: string) {
  return requiredLine(120, message).refine((name) => !holdsPageAddress(name), 'Enter a name without a web address')
}

/** RFC 5321 §4.5.3.1: 64 characters before the @, 254 in all. */
export const emailAddress = text(254)
  .refine((value) => value !== '', 'Enter your email address')
  .pipe(z.email('Enter an email address such as ada@example.com'))
  .refine((value) => value.indexOf('@') <= 64, 'Enter an email address such as ada@example.com')

const digitsIn = (value: string) => value.replaceAll(/\P{Nd}/gu, '').length

/** Any notation of a phone number; only the number of digits is checked. ITU-T E.164: 15 with the country's code. */
export const phoneNumber = requiredLine(40, 'Enter your phone number')
  .refine((value) => digitsIn(value) >= 5, 'Enter a phone number with at least 5 digits')
  .refine(
    (value) => !value.startsWith('+') || digitsIn(value) <= 15,
    'Enter a phone number with at most 15 digits after the +',
  )
