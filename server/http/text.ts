/**
 * Schemas for typed text. They refuse lone surrogates (PostgreSQL would turn one into U+FFFD) and control characters
 * other than line breaks and tabs (PostgreSQL refuses NUL), and give text that is composed (NFC) and trimmed.
 */
import { domainToASCII } from 'node:url'
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

const NO_ADDRESS = 'Enter an email address such as ada@example.com'

/** Zod's own, but for labels of 63 at most, and last ones that are A-labels. */
const ADDRESS =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/

/**
 * RFC 5321 §4.5.3.1: 64 characters before the @, 254 in all. An international host is given as its A-label, which every
 * mail server takes: ada@bücher.example is ada@xn--bcher-kva.example (UTS 46). Other letters before the @ need a mail
 * server with SMTPUTF8 on the whole way (RFC 6531), so such addresses are refused.
 */
export const emailAddress = text(254)
  .refine((value) => value !== '', 'Enter your email address')
  .transform(withAsciiHost)
  .refine(
    (value) => !/[^\0-\u007F]/.test(value.slice(0, value.lastIndexOf('@') + 1)), // oxlint-disable-line no-control-regex -- ASCII
    'We can’t send to addresses with accents or other scripts before the @. Use another address.',
  )
  .pipe(z.email({ error: NO_ADDRESS, pattern: ADDRESS }))
  .refine((value) => value.indexOf('@') <= 64 && value.length <= 254, NO_ADDRESS)

/** A host that is not one, such as with a letter that looks like a slash, stays as it is and is refused. */
function withAsciiHost(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const host = address.slice(at)
  return /[^\0-\u007F]/.test(host) ? address.slice(0, at) + (domainToASCII(host) || host) : address
}

const digitsIn = (value: string) => value.replaceAll(/\P{Nd}/gu, '').length

/** Any notation of a phone number; only the number of digits is checked. ITU-T E.164: 15 with the country's code. */
export const phoneNumber = requiredLine(40, 'Enter your phone number')
  .refine((value) => digitsIn(value) >= 5, 'Enter a phone number with at least 5 digits')
  .refine(
    (value) => !value.startsWith('+') || digitsIn(value) <= 15,
    'Enter a phone number with at most 15 digits after the +',
  )
