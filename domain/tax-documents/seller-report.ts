/**
 * The report about sellers that tax authorities ask of platforms: Council Directive (EU) 2021/514 (DAC7), Annex V, and the OECD's model
 * rules. Sessions and seats are "personal services", for which there is no threshold: everyone who was paid is reported.
 */
import { toMajorUnits } from '#domain/payments/money'
import type { Payee } from '#domain/payments/payee'
import { formatPostalAddress, type TaxDetails } from '#domain/tax-documents/tax-details'

/**
 * Of one quarter, in minor units. `consideration`: what was paid to the seller, which by the directive is without the fees.
 * `fees`: what the platform withheld.
 */
export type QuarterSums = { activities: number; consideration: number; fees: number }

/** Where a seller was paid. `holder`: null if the payment service knows the name, and we do not. */
export type FinancialAccount = { identifier: string; holder: string | null; kind: 'iban' | 'bank_account' | 'stripe' }

/** A seller who was paid in a year, in one currency. */
export type ReportedSeller = {
  mentorId: string
  displayName: string
  /** Null if they gave none. */
  details: TaxDetails | null
  /** As in the latest payout of the year; stands in for details that are missing. */
  payee: Payee | null
  /** Of their account at the payment service. */
  accountCountry: string | null
  accounts: FinancialAccount[]
  currency: string
  /** Four. */
  quarters: QuarterSums[]
}

const UNION = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))

export const isMemberState = (country: string): boolean => UNION.has(country)

/**
 * Where the report to this operator's authority says that a seller is resident. To one in the EU: member states of the address and of
 * the tax number (Annex V, section II, paragraph D); none if they have nothing to do with the EU, so that they are not reported.
 * Elsewhere: the country of the address.
 */
export function listResidences({ country, tin, tinCountry }: TaxDetails, operatorCountry: string): string[] {
  if (!isMemberState(operatorCountry)) return [country]
  return [...new Set([country, ...(tin === null ? [] : [tinCountry])])].filter(isMemberState)
}

/** Whether a seller is in the XML file: their details are complete, and their residence is one that is reported. */
export function stateInXml(
  seller: ReportedSeller,
  operatorCountry: string | null,
): 'given' | 'incomplete' | 'elsewhere' {
  if (!seller.details) return 'incomplete'
  if (operatorCountry === null) return 'given'
  return listResidences(seller.details, operatorCountry).length > 0 ? 'given' : 'elsewhere'
}

/** What is known of a seller by their tax details, or else by their bank details and their account. Empty: unknown. */
export function identify({ details, payee, accountCountry }: ReportedSeller) {
  if (details) return { name: details.legalName, address: formatPostalAddress(details), country: details.country }
  return { name: payee?.name ?? '', address: payee?.address ?? '', country: payee?.country ?? accountCountry ?? '' }
}

export type Missing = 'name' | 'address' | 'country' | 'birth_or_registration' | 'tax_number'

/** What the report lacks of a seller. */
export function listMissing(seller: ReportedSeller): Missing[] {
  if (seller.details) return []
  const { name, address, country } = identify(seller)
  return [
    ...(name === '' ? (['name'] as const) : []),
    ...(address === '' ? (['address'] as const) : []),
    ...(country === '' ? (['country'] as const) : []),
    'birth_or_registration',
    'tax_number',
  ]
}

/** To whole units of the currency, halves away from zero: the schema has no decimals. */
export function toWholeUnits(amount: number, currency: string): number {
  const whole = Math.round(Math.abs(toMajorUnits(amount, currency)))
  return amount < 0 && whole > 0 ? -whole : whole
}
