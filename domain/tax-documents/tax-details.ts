/**
 * What a mentor tells the operator for tax: who they are by law. Fields after Council Directive (EU) 2021/514 (DAC7), Annex V, section
 * II, paragraph B, and the OECD's model rules for platforms.
 */
import { isShown, oneLine } from '#domain/one-line'
import { err, ok, type Result } from '#domain/result'
import { isTin } from '#domain/tax-documents/tin'

export type TaxDetails = {
  kind: 'individual' | 'business'
  /** Of an individual, their names in the order of `firstNames` and `lastName`; of a business, as it is registered. */
  legalName: string
  /** Of an individual. Empty for a person with one name. */
  firstNames: string
  /** Of an individual. */
  lastName: string
  /** Of an individual: `YYYY-MM-DD`. */
  birthDate: string | null
  /** Of an individual without a tax identification number. `country`: ISO 3166-1 alpha-2. */
  birthPlace: { city: string; country: string } | null
  /** Of a business: its number in the register of companies. Empty for an individual. */
  registrationNumber: string
  street: string
  city: string
  /** Empty where the country has none. */
  postcode: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** Tax identification number, as written. Null: `tinCountry` issues none to them. */
  tin: string | null
  /** ISO 3166-1 alpha-2. */
  tinCountry: string
  /** Empty if they are not registered for VAT. */
  vatNumber: string
  /** The rate that their prices include: 0 to 50, with at most two decimals. 0 without a VAT number. */
  vatPercent: number
  /** Whether receipts show legal name, address and VAT number, instead of the display name and country. */
  onReceipts: boolean
}

export const TAX_FIELDS = [
  ...(['kind', 'firstNames', 'lastName', 'birthDate', 'businessName', 'registrationNumber'] as const),
  ...(['street', 'city', 'postcode', 'country', 'tinCountry', 'tin', 'noTin', 'birthCity', 'birthCountry'] as const),
  ...(['vatNumber', 'vatPercent', 'onReceipts'] as const),
]

/** As a form has them. `noTin` and `onReceipts` are "on" if their box is ticked. */
export type TaxField = (typeof TAX_FIELDS)[number]
export type TaxDetailsFields = Record<TaxField, string>

/** Characters. The DPI schema allows 200 for each. */
export const MAX_NAME = 200
const MAX_NUMBER = 100
const MAX_VAT_PERCENT = 50
const OLDEST_BIRTH = '1900-01-01' // The DPI schema of some countries takes none before it.

type Criteria = {
  isCountry: (code: string) => boolean
  /** `YYYY-MM-DD`, the latest day of birth. */
  today: string
}

/**
 * Tax details as they were typed, or the fields in which something is wrong. Fields of the other kind (a business's date of birth) are
 * left out, not refused.
 */
export function readTaxDetails(
  typed: TaxDetailsFields,
  { isCountry, today }: Criteria,
): Result<TaxDetails, TaxField[]> {
  const wrong = new Set<TaxField>()
  const text = (field: TaxField, max: number, least = 1) => {
    const value = oneLine(typed[field])
    if (value.length < least || value.length > max || !isShown(value)) wrong.add(field)
    return value
  }
  const countryIn = (field: TaxField) => {
    if (!isCountry(typed[field])) wrong.add(field)
    return typed[field]
  }
  if (typed.kind !== 'individual' && typed.kind !== 'business') return err(['kind'])
  const isIndividual = typed.kind === 'individual'
  const hasTin = typed.noTin !== 'on'
  const identity = isIndividual ? readPerson(typed, text, today, wrong) : readBusiness(text)
  const address = {
    street: text('street', MAX_NAME),
    city: text('city', MAX_NAME),
    postcode: text('postcode', 20, 0),
    country: countryIn('country'),
  }
  const tinCountry = countryIn('tinCountry')
  const tin = hasTin ? text('tin', MAX_NUMBER) : null
  if (tin !== null && !isTin(tin, tinCountry)) wrong.add('tin')
  const birthPlace =
    isIndividual && !hasTin ? { city: text('birthCity', MAX_NAME), country: countryIn('birthCountry') } : null
  const vat = readVat(typed, wrong)
  if (wrong.size > 0) return err(TAX_FIELDS.filter((field) => wrong.has(field)))
  const rest = { tin, tinCountry, birthPlace, ...vat, onReceipts: typed.onReceipts === 'on' }
  return ok({ kind: typed.kind, ...identity, ...address, ...rest })
}

type ReadText = (field: TaxField, max: number, least?: number) => string

function readPerson(typed: TaxDetailsFields, text: ReadText, today: string, wrong: Set<TaxField>) {
  const firstNames = text('firstNames', MAX_NAME, 0)
  const lastName = text('lastName', MAX_NAME)
  const { birthDate } = typed
  if (!isDate(birthDate) || birthDate < OLDEST_BIRTH || birthDate > today) wrong.add('birthDate')
  return { legalName: oneLine(`${firstNames} ${lastName}`), firstNames, lastName, birthDate, registrationNumber: '' }
}

const readBusiness = (text: ReadText) => ({
  legalName: text('businessName', MAX_NAME),
  firstNames: '',
  lastName: '',
  birthDate: null,
  registrationNumber: text('registrationNumber', MAX_NUMBER),
})

function readVat(typed: TaxDetailsFields, wrong: Set<TaxField>) {
  const vatNumber = typed.vatNumber.toUpperCase().replaceAll(/[\s.-]/g, '')
  if (!/^([A-Z\d]{4,20})?$/.test(vatNumber)) wrong.add('vatNumber')
  const percent = typed.vatPercent.trim().replace('%', '').replace(',', '.').trim() || '0'
  const isRate = /^\d{1,2}(\.\d{1,2})?$/.test(percent) && Number(percent) <= MAX_VAT_PERCENT
  if (!isRate || (Number(percent) > 0 && vatNumber === '')) wrong.add('vatPercent')
  return { vatNumber, vatPercent: Number(percent) }
}

function isDate(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/** What a form shows of saved details. */
export const toFields = (details: TaxDetails): TaxDetailsFields => ({
  kind: details.kind,
  firstNames: details.firstNames,
  lastName: details.lastName,
  birthDate: details.birthDate ?? '',
  businessName: details.kind === 'business' ? details.legalName : '',
  registrationNumber: details.registrationNumber,
  street: details.street,
  city: details.city,
  postcode: details.postcode,
  country: details.country,
  tinCountry: details.tinCountry,
  tin: details.tin ?? '',
  noTin: details.tin === null ? 'on' : '',
  birthCity: details.birthPlace?.city ?? '',
  birthCountry: details.birthPlace?.country ?? '',
  vatNumber: details.vatNumber,
  vatPercent: details.vatPercent > 0 ? String(details.vatPercent) : '',
  onReceipts: details.onReceipts ? 'on' : '',
})

/** The address in one line without the country, as on an envelope: "12 St James’s Square, SW1Y 4JH London". */
export const formatPostalAddress = ({
  street,
  postcode,
  city,
}: Pick<TaxDetails, 'street' | 'postcode' | 'city'>): string =>
  [street, `${postcode} ${city}`.trim()].filter(Boolean).join(', ')
