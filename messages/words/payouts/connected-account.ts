/** What the payment service requires of a mentor's account, and why it pays nothing out, in words. */
import { groupRequirements, toDisabledReason } from '#domain/payments/account-requirements'
import type { DisabledReason, Requirement } from '#domain/payments/account-requirements'
import * as m from '#messages/payouts'

const REQUIREMENTS: Record<Requirement, () => string> = {
  identity_document: m.requiredIdentityDocument,
  address_document: m.requiredAddressDocument,
  selfie: m.requiredSelfie,
  name: m.requiredName,
  birth_date: m.requiredBirthDate,
  address: m.requiredAddress,
  email: m.requiredEmail,
  phone: m.requiredPhone,
  tax_number: m.requiredTaxNumber,
  bank_account: m.requiredBankAccount,
  terms: m.requiredTerms,
  business_type: m.requiredBusinessType,
  business: m.requiredBusiness,
  company: m.requiredCompany,
  people: m.requiredPeople,
  other: m.requiredOther,
}

const REASONS: Record<DisabledReason, () => string> = {
  past_due: m.reasonPastDue,
  checking: m.reasonChecking,
  in_review: m.reasonInReview,
  paused_by_site: m.reasonPausedBySite,
  fraud: m.reasonFraud,
  terms: m.reasonTerms,
  unverified: m.reasonUnverified,
  listed: m.reasonListed,
  other: m.reasonOther,
}

/** "your date of birth", from the service's names, each once. They begin with a small letter. */
export const describeRequirements = (due: readonly string[]): string[] =>
  groupRequirements(due).map((requirement) => REQUIREMENTS[requirement]())

/** Before them: "Still required". */
export const nameRequirements = (): string => m.stillRequired()

/** Why the service pays nothing out, from its own name for it. A sentence. */
export const describeDisabledReason = (name: string): string => REASONS[toDisabledReason(name)]()
