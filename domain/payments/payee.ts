/** Whom a mentor's money goes to: the name on an account, and what a bank needs to find it. */
import { err, ok, type Result } from '#domain/result'

/** `country`: ISO 3166-1 alpha-2, of the person. `account`: as `readAccount` writes it. */
export type Payee = { name: string; country: string; account: string; bankCode: string; address: string }

type PayeeField = keyof Payee

/**
 * An IBAN (ISO 13616, checked by its check digits), a British sort code with account number, or another country's account
 * number. Null if it is none.
 */
export function readAccount(typed: string, country: string): string | null {
  const account = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  if (/^[A-Z]{2}\d{2}/.test(account)) return isIban(account) ? account.replaceAll(/.{4}(?=.)/g, '$& ') : null
  if (country === 'GB') return /^\d{14}$/.test(account) ? account.replace(/^(..)(..)(..)/, '$1-$2-$3 ') : null
  return /^[A-Z\d]{5,34}$/.test(account) ? account : null
}

function isIban(account: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(account)) return false
  const digits = `${account.slice(4)}${account.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

/** "… 4321": enough to know one's own account again. */
export const formatAccountEnding = (account: string): string => `… ${account.replaceAll(/\s/g, '').slice(-4)}`

/** The payee, or the fields in which something is wrong. */
export function readPayee(
  typed: Record<PayeeField, string>,
  isCountry: (code: string) => boolean,
): Result<Payee, PayeeField[]> {
  const name = tidy(typed.name)
  const address = tidy(typed.address)
  const bankCode = typed.bankCode.toUpperCase().replaceAll(/[\s-]/g, '')
  const account = readAccount(typed.account, typed.country)
  const wrong: PayeeField[] = []
  if (name.length < 2 || name.length > 140) wrong.push('name')
  if (!isCountry(typed.country)) wrong.push('country')
  if (!account) wrong.push('account')
  if (!/^[A-Z\d]{0,20}$/.test(bankCode)) wrong.push('bankCode')
  if (address.length > 300) wrong.push('address')
  if (wrong.length > 0 || !account) return err(wrong)
  return ok({ name, country: typed.country, account, bankCode, address })
}

/** One line without control characters. */
const tidy = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
