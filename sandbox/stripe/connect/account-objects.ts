/** Converts rows of Connect accounts to Stripe's objects. https://docs.stripe.com/api/accounts/object */
import type Stripe from 'stripe'
import { listObject, seconds } from '../objects/api-objects.ts'
import type { AccountRow } from '../tables.ts'

/** What the account's owner has to enter. An account without a business type requires that first. */
const PERSON = ['address.city', 'address.line1', 'address.postal_code', 'dob.day', 'dob.month', 'dob.year']
const NAMED_PERSON = [...PERSON, 'email', 'first_name', 'last_name', 'phone']
const TERMS = ['tos_acceptance.date', 'tos_acceptance.ip']
const DOCUMENT = 'individual.verification.document'

function requirementsToOnboard({ businessType }: AccountRow): string[] {
  const fields = (group: string) => NAMED_PERSON.map((field) => `${group}.${field}`)
  if (businessType === null) return ['business_type', 'external_account', ...TERMS]
  if (businessType === 'individual') return ['external_account', ...fields('individual'), ...TERMS]
  const company = ['company.name', 'company.phone', 'company.tax_id']
  return [...company, 'external_account', ...fields('representative'), ...TERMS]
}

const nothingDue = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
} satisfies Stripe.Account.Requirements

/** https://docs.stripe.com/connect/handling-api-verification */
function requirementsObject(row: AccountRow): Stripe.Account.Requirements {
  switch (row.stage) {
    case 'created': {
      const due = requirementsToOnboard(row)
      const disabled = 'requirements.past_due' as const
      return { ...nothingDue, currently_due: due, eventually_due: due, past_due: due, disabled_reason: disabled }
    }
    case 'in_review':
      return { ...nothingDue, pending_verification: [DOCUMENT], disabled_reason: 'requirements.pending_verification' }
    case 'restricted': {
      const code = 'verification_failed_keyed_identity' as const
      const reason = 'The identity could not be verified from the details entered. Upload a document that matches them.'
      return {
        ...nothingDue,
        currently_due: [DOCUMENT],
        eventually_due: [DOCUMENT],
        past_due: [DOCUMENT],
        disabled_reason: 'requirements.past_due',
        errors: [{ code, reason, requirement: DOCUMENT }],
      }
    }
    case 'rejected':
      return { ...nothingDue, disabled_reason: 'rejected.fraud' }
    case 'active':
      return nothingDue
  }
}

function transfersCapability(row: AccountRow): Stripe.Account.Capabilities.Transfers {
  if (row.stage === 'active') return 'active'
  return row.stage === 'in_review' ? 'pending' : 'inactive'
}

type AccountSubset = Omit<Stripe.Account, 'business_profile' | 'company' | 'individual' | 'settings'>

/**
 * An account without its profile and persons, which the stand-in never learns. `charges_enabled` is false, because
 * such an account receives transfers and cannot charge cards itself.
 */
export function accountObject(row: AccountRow) {
  return {
    id: row.id,
    object: 'account',
    business_type: row.businessType,
    capabilities: row.transfersRequested ? { transfers: transfersCapability(row) } : {},
    charges_enabled: false,
    controller: {
      fees: { payer: 'application' },
      is_controller: true,
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
      type: 'application',
    },
    country: row.country,
    created: seconds(row.createdAt),
    default_currency: row.defaultCurrency,
    details_submitted: row.stage !== 'created',
    email: row.email,
    external_accounts: listObject([], false, `/v1/accounts/${row.id}/external_accounts`),
    future_requirements: nothingDue,
    metadata: row.metadata,
    payouts_enabled: row.stage === 'active',
    requirements: requirementsObject(row),
    tos_acceptance: { date: null },
    type: 'express',
  } satisfies AccountSubset
}

/**
 * The fields of `before` that `after` changed, as in an event's `previous_attributes`: objects with their changed
 * fields only, arrays whole, and null for a field that is new.
 * https://docs.stripe.com/api/events/object#event_object-data-previous_attributes
 */
export function changedAttributes(before: object, after: object): Record<string, unknown> {
  const [older, newer] = [before, after] as Record<string, unknown>[]
  const names = Object.keys({ ...before, ...after })
  return Object.fromEntries(
    names.flatMap((name) => {
      const [value, now] = [older![name] ?? null, newer![name] ?? null]
      if (JSON.stringify(value) === JSON.stringify(now)) return []
      return [[name, isPlainObject(value) && isPlainObject(now) ? changedAttributes(value, now) : value]]
    }),
  )
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
