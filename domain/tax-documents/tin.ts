/**
 * Tax identification numbers (TIN). Countries change their numbers, and people and businesses of one country have different ones, so
 * only what every number of a country has in common is checked. Source: the OECD's pages on each country's TIN.
 */

/** Letters and digits of the numbers that a country issues to people or businesses, without separators. */
const SHAPES: Record<string, RegExp> = {
  BR: /^(\d{11}|[A-Z\d]{12}\d{2})$/, // CPF, CNPJ. New CNPJs have letters since July 2026.
  DE: /^(\d{10,13}|DE\d{9})$/, // Tax number of a state or of the federation, identification number, business number.
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/, // NIF and NIE.
  FR: /^(\d{13}|\d{9}|\d{14}|FR[A-Z\d]{2}\d{9})$/, // Numéro fiscal, SIREN, SIRET, VAT number.
  GB: /^(\d{10}|\d{9}|[A-Z]{2}\d{6}[A-Z]?|GB\d{9,12})$/, // UTR, VAT number, National Insurance number.
  IN: /^[A-Z]{5}\d{4}[A-Z]$/, // PAN.
  IT: /^([A-Z]{6}[A-Z\d]{10}|\d{11}|IT\d{11})$/, // Codice fiscale, partita IVA.
  PL: /^(\d{10,11}|PL\d{10})$/, // NIP, PESEL.
  PT: /^(\d{9}|PT\d{9})$/, // NIF.
  US: /^\d{9}$/, // SSN, ITIN, EIN.
}

/** Of any other country. The longest in use have 20 characters. */
const ANY = /^(?=.*\p{Nd})[\p{L}\p{Nd}]{4,25}$/u

/** Whether a number, as typed with spaces, dots, dashes or slashes, may be one that the country issues. */
export function isTin(typed: string, country: string): boolean {
  const compact = typed.toUpperCase().replaceAll(/[\s.\-/]/g, '')
  return (SHAPES[country] ?? ANY).test(compact)
}
