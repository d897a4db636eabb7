/**
 * What the payment service requires of an account's owner, and why it pays nothing out, in groups that people understand.
 * The service has hundreds of names for the first (`individual.dob.day`, `person_Jb8.verification.document`).
 * Source: docs.stripe.com/connect/required-verification-information, /connect/handling-api-verification.
 */

export const REQUIREMENTS = [
  'identity_document',
  'address_document',
  'selfie',
  'name',
  'birth_date',
  'address',
  'email',
  'phone',
  'tax_number',
  'bank_account',
  'terms',
  'business_type',
  'business',
  'company',
  'people',
  'other',
] as const
/** `people`: who owns and runs a company. `other`: what has no group; the service's own pages say what it is. */
export type Requirement = (typeof REQUIREMENTS)[number]

/** A person: the owner of an individual's account, or one of a company's. */
const PERSON = String.raw`^(?:individual|representative|person_\w+)\.`

/** The first that matches is taken. */
const GROUPS: [RegExp, Requirement][] = [
  [/\.verification\.additional_document(?:\.|$)/, 'address_document'],
  [/^company\.verification\./, 'company'],
  [/\.verification\.proof_of_liveness(?:\.|$)/, 'selfie'],
  [/\.verification\.document(?:\.|$)/, 'identity_document'],
  [new RegExp(String.raw`${PERSON}(?:first_name|last_name|full_name_aliases)`), 'name'],
  [new RegExp(String.raw`${PERSON}dob\.`), 'birth_date'],
  [new RegExp(String.raw`${PERSON}(?:registered_)?address\.`), 'address'],
  [new RegExp(String.raw`${PERSON}email$`), 'email'],
  [new RegExp(String.raw`${PERSON}phone$`), 'phone'],
  [new RegExp(String.raw`${PERSON}(?:id_number|ssn_last_4|id_number_secondary)`), 'tax_number'],
  [/^external_account$/, 'bank_account'],
  [/^tos_acceptance\./, 'terms'],
  [/^business_type$/, 'business_type'],
  [/^business_profile\./, 'business'],
  [/^(?:owners|directors|executives|documents\.proof_of_ultimate_beneficial_ownership)(?:\.|_|$)/, 'people'],
  [/^company\.(?:owners|directors|executives|ownership)/, 'people'],
  [/^company\./, 'company'],
]

/** Groups of the service's names, each once, in the order of `REQUIREMENTS`. */
export function groupRequirements(due: readonly string[]): Requirement[] {
  const groups = new Set(due.map((name) => GROUPS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'))
  return REQUIREMENTS.filter((group) => groups.has(group))
}

/** Whether something is required that was not before. What is done meanwhile requires nothing new. */
export const requiresMore = (before: readonly string[], after: readonly string[]): boolean =>
  after.some((name) => !before.includes(name))

const DISABLED_REASONS = {
  'requirements.past_due': 'past_due',
  'requirements.pending_verification': 'checking',
  under_review: 'in_review',
  listed: 'in_review',
  platform_paused: 'paused_by_site',
  'action_required.requested_capabilities': 'past_due',
  'rejected.fraud': 'fraud',
  'rejected.platform_fraud': 'fraud',
  'rejected.terms_of_service': 'terms',
  'rejected.platform_terms_of_service': 'terms',
  'rejected.incomplete_verification': 'unverified',
  'rejected.listed': 'listed',
} as const

/** `other`: the service gives no reason, or one that is not known here. */
export type DisabledReason = (typeof DISABLED_REASONS)[keyof typeof DISABLED_REASONS] | 'other'

/** Why the service pays nothing out, from its own name for it. */
export const toDisabledReason = (name: string): DisabledReason =>
  Object.hasOwn(DISABLED_REASONS, name) ? DISABLED_REASONS[name as keyof typeof DISABLED_REASONS] : 'other'
