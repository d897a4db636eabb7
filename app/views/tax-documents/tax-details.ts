/** A mentor's tax details on their desk. Server side. */
import { isProven, type Session } from '#domain/accounts/account'
import { formatAccountEnding } from '#domain/payments/payee'
import {
  readTaxDetails,
  TAX_FIELDS,
  toFields,
  type TaxDetails,
  type TaxDetailsFields,
  type TaxField,
} from '#domain/tax-documents/tax-details'
import type { Actor } from '#server/accounts/audit'
import type { App } from '#server/context'
import { countryName, isCountry, listCountries } from '#server/platform/reference/countries'
import { findTaxDetails, saveTaxDetails } from '#server/tax-documents/tax-details'
import * as m from '#messages/tax'
import type { TaxDetailsPart, TaxDetailsResult } from '../../ui/tax-documents/tax-details-part.ts'

type Mentor = Session & { mentorId: string }

const isoDay = (now: Date) => now.toISOString().slice(0, 10)

export async function readTaxDetailsPart(app: App, session: Mentor): Promise<TaxDetailsPart> {
  const details = await findTaxDetails(app, session.mentorId)
  return {
    summary: details && describeDetails(details),
    typed: details ? toFields(details) : { ...toTyped({}), kind: 'individual' },
    countries: listCountries(),
    today: isoDay(app.now()),
    proven: isProven(session, app.now()),
  }
}

function describeDetails({ legalName: name, country, tin }: TaxDetails): string {
  const who = { name, country: countryName(country) }
  return tin === null ? m.noTaxNumber(who) : m.detailsGiven({ ...who, ending: formatAccountEnding(tin) })
}

const toTyped = (posted: Record<string, string>): TaxDetailsFields =>
  Object.fromEntries(TAX_FIELDS.map((field) => [field, posted[field] ?? ''])) as TaxDetailsFields

const ERRORS: Record<Exclude<TaxField, 'tin' | 'noTin' | 'onReceipts'>, () => string> = {
  kind: m.errorKind,
  firstNames: m.errorFirstNames,
  lastName: m.errorLastName,
  birthDate: m.errorBirthDate,
  businessName: m.errorBusinessName,
  registrationNumber: m.errorRegistrationNumber,
  street: m.errorStreet,
  city: m.errorCity,
  postcode: m.errorPostcode,
  country: m.errorCountry,
  tinCountry: m.errorCountry,
  birthCity: m.errorCity,
  birthCountry: m.errorCountry,
  vatNumber: m.errorVatNumber,
  vatPercent: m.errorVatPercent,
}

function describeFieldError(field: TaxField, { tin, tinCountry }: TaxDetailsFields): string | null {
  if (field === 'tin') {
    const isMissing = tin.trim() === '' || !isCountry(tinCountry)
    return isMissing ? m.errorTinMissing() : m.errorTinShape({ country: countryName(tinCountry) })
  }
  return field === 'noTin' || field === 'onReceipts' ? null : ERRORS[field]()
}

/** Saves tax details, or says what is wrong in which field. */
export async function handleTaxDetailsForm(
  app: App,
  actor: Actor & { session: Mentor },
  posted: Record<string, string>,
): Promise<{ saved: true } | { result: TaxDetailsResult; status: number }> {
  const typed = toTyped(posted)
  const read = readTaxDetails(typed, { isCountry, today: isoDay(app.now()) })
  if (!read.ok) {
    const errors = Object.fromEntries(read.error.map((field) => [field, describeFieldError(field, typed)]))
    return { result: { typed, errors, unproven: false }, status: 400 }
  }
  const saved = await saveTaxDetails(app, { mentorId: actor.session.mentorId, details: read.value }, actor)
  return saved.ok ? { saved: true } : { result: { typed, errors: {}, unproven: true }, status: 403 }
}
