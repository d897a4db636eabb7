/**
 * Schemas for typed text. They refuse lone surrogates (PostgreSQL would turn one into U+FFFD) and control characters
 * other than line breaks and tabs (PostgreSQL refuses NUL), and give text that is composed (NFC) and trimmed.
 */
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { holdsPageAddress } from '#domain/page-address'
import * as m from '#messages/forms'
import { LEGACY_CURRENCY } from '#domain/payments/currency'
import { toMinorUnits, type Money } from '#domain/payments/money'

const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/ // oxlint-disable-line no-control-regex -- refused below

/** `max` counts code points. */
export function text(max: number) {
  return z
    .string()
    .refine((value) => value.isWellFormed() && !CONTROL.test(value), { error: m.removeCharacters })
    .transform((value) => value.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim())
    .refine((value) => value.length <= max || [...value].length <= max, {
      error: () => m.keepUnder({ max: String(max) }),
    })
}

/** The same, not empty. */
export function requiredText(max: number, message: () => string) {
  return text(max).refine((value) => value !== '', { error: message })
}

/** A single line that may be empty or absent. */
export const line = (max: number) =>
  text(max)
    .default('')
    .transform((value) => value.replaceAll(/\s+/g, ' '))

/** A single line, for names and titles, which end up in mail headers and page titles. */
export function requiredLine(max: number, message: () => string) {
  return requiredText(max, message).transform((value) => value.replaceAll(/\s+/g, ' '))
}

/** A person's name. Others read it in emails and on pages, so it must not hold a web address. */
export function personName(message: () => string) {
  return requiredLine(120, message).refine((name) => !holdsPageAddress(name), { error: m.nameWithoutAddress })
}

/** Zod's own, but for letters of any script before the @, labels of 63 at most, and last ones that are A-labels. */
const ADDRESS =
  /^(?:[\p{L}\p{M}\p{N}_'+-]+\.)*[\p{L}\p{M}\p{N}_'+-]*[\p{L}\p{M}\p{N}_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/u

/** "ada@xn--bcher-kva.example" of "ada@bücher.example" (UTS 46). A host that is not one stays as it is. */
export function withAsciiHost(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const host = address.slice(at)
  return /[^\0-\u007F]/.test(host) ? address.slice(0, at) + (domainToASCII(host) || host) : address // oxlint-disable-line no-control-regex -- ASCII
}

/** Whether there is a letter beyond ASCII before the @, which needs a mail server with SMTPUTF8 (RFC 6531). */
const hasUnicodeLocalPart = (address: string) => /[^\0-\u007F]/.test(address.slice(0, address.lastIndexOf('@'))) // oxlint-disable-line no-control-regex -- ASCII

let takesUnicodeLocalParts = false

/** Set by `server/mail-support.ts` to what the mail server of this process offers. */
export const acceptUnicodeLocalParts = (isOffered: boolean): void => void (takesUnicodeLocalParts = isOffered)

/**
 * RFC 5321 §4.5.3.1: 64 bytes before the @, 254 in all. An international host is given as its A-label. Letters beyond ASCII
 * before the @ are refused unless the mail server takes them.
 */
export const emailAddress = text(254)
  .refine((value) => value !== '', { error: m.enterEmail })
  .transform(withAsciiHost)
  .refine((value) => !hasUnicodeLocalPart(value) || takesUnicodeLocalParts, { error: m.emailLettersUnsendable })
  .pipe(z.email({ error: m.enterEmailSuch, pattern: ADDRESS }))
  .refine((value) => bytesIn(value.slice(0, value.indexOf('@'))) <= 64 && bytesIn(value) <= 254, {
    error: m.enterEmailSuch,
  })

/** The address of an account. better-auth, which signs people in, takes ASCII alone before the @. */
export const accountAddress = emailAddress.refine((value) => !hasUnicodeLocalPart(value), {
  error: m.accountLettersRefused,
})

const bytesIn = (value: string) => Buffer.byteLength(value)

const digitsIn = (value: string) => value.replaceAll(/\P{Nd}/gu, '').length

/** Any notation of a phone number; only the number of digits is checked. ITU-T E.164: 15 with the country's code. */
export const phoneNumber = requiredLine(40, m.enterPhone)
  .refine((value) => digitsIn(value) >= 5, { error: m.enterPhoneDigits })
  .refine((value) => !value.startsWith('+') || digitsIn(value) <= 15, { error: m.phoneTooLong })

/** A discount code as typed; null if none is. */
export const typedCode = z
  .unknown()
  .optional()
  .transform((typed): string | null => (typeof typed === 'string' && typed.trim() !== '' ? typed.slice(0, 100) : null))

/** The price that a page showed, from a hidden field. "4500 GBP". Pages of earlier releases send minor units of pounds alone. */
export const shownPrice = z
  .unknown()
  .optional()
  .transform((typed): Money | null => {
    const [, amount, currency = LEGACY_CURRENCY] = /^(\d{1,10})(?: ([A-Z]{3}))?$/.exec(String(typed)) ?? []
    return amount === undefined ? null : { amount: toMinorUnits(Number(amount)), currency }
  })
