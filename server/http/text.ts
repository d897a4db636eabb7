/**
 * Typed text, made safe to keep: well-formed (PostgreSQL knows no lone surrogate and turns one into U+FFFD), no control
 * characters but line breaks and tabs (it refuses NUL), composed (NFC) and trimmed.
 */
import { z } from 'zod'
import { holdsPageAddress } from '#domain/page-address'

const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/ // oxlint-disable-line no-control-regex -- these are what is refused

const UNREADABLE = 'Remove characters that cannot be shown'

/** `most` counts characters as people do (code points). */
export function text(most: number) {
  return z
    .string()
    .refine((value) => value.isWellFormed() && !CONTROL.test(value), UNREADABLE)
    .transform((value) => value.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim())
    .refine((value) => value.length <= most || [...value].length <= most, `Keep this under ${most} characters`)
}

/** The same, and something must be there. */
export function requiredText(most: number, message: string) {
  return text(most).refine((value) => value !== '', message)
}

/** One line of it: names and titles end up in mail headers and page titles. */
export function requiredLine(most: number, message: string) {
  return requiredText(most, message).transform((value) => value.replaceAll(/\s+/g, ' '))
}

/** What a person is called. Others read it, in mails and on pages, so it may not lead them to a page. */
export function personName(message: string) {
  return requiredLine(120, message).refine((name) => !holdsPageAddress(name), 'Enter a name without a web address')
}

/** RFC 5321 §4.5.3.1: 64 characters before the @, 254 in all. */
export const emailAddress = text(254)
  .refine((value) => value !== '', 'Enter your email address')
  .pipe(z.email('Enter an email address such as ada@example.com'))
  .refine((value) => value.indexOf('@') <= 64, 'Enter an email address such as ada@example.com')

/** Any way people write numbers; what counts is that there are enough digits to ring somebody. */
export const phoneNumber = requiredLine(40, 'Enter your phone number').refine(
  (value) => value.replaceAll(/\P{Nd}/gu, '').length >= 5,
  'Enter a phone number with at least 5 digits',
)
