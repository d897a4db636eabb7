import { describe, expect, it } from 'vitest'
import { groupRequirements, requiresMore, toDisabledReason } from './account-requirements.ts'

describe('groupRequirements', () => {
  it.each([
    ['individual.verification.document', 'identity_document'],
    ['person_1Jb8xyz.verification.document', 'identity_document'],
    ['individual.verification.additional_document', 'address_document'],
    ['representative.verification.proof_of_liveness', 'selfie'],
    ['individual.first_name', 'name'],
    ['individual.dob.day', 'birth_date'],
    ['individual.address.postal_code', 'address'],
    ['individual.registered_address.city', 'address'],
    ['individual.email', 'email'],
    ['representative.phone', 'phone'],
    ['individual.ssn_last_4', 'tax_number'],
    ['individual.id_number', 'tax_number'],
    ['external_account', 'bank_account'],
    ['tos_acceptance.ip', 'terms'],
    ['business_type', 'business_type'],
    ['business_profile.mcc', 'business'],
    ['company.tax_id', 'company'],
    ['company.verification.document', 'company'],
    ['company.owners_provided', 'people'],
    ['owners.first_name', 'people'],
    ['directors', 'people'],
    ['interv_1abc.supportability.form', 'other'],
    ['settings.payments.statement_descriptor', 'other'],
    ['', 'other'],
  ])('takes %s for %s', (name, group) => {
    expect(groupRequirements([name])).toEqual([group])
  })

  it('names each group once, in one order', () => {
    const due = ['tos_acceptance.ip', 'individual.dob.year', 'tos_acceptance.date', 'individual.dob.day', 'x', 'y']
    expect(groupRequirements(due)).toEqual(['birth_date', 'terms', 'other'])
    expect(groupRequirements(due.toReversed())).toEqual(groupRequirements(due))
    expect(groupRequirements([])).toEqual([])
  })
})

it.each([
  [[], [], false],
  [[], ['a'], true],
  [['a', 'b'], ['a'], false],
  [['a'], ['b'], true],
])('requiresMore of %j, then %j, is %s', (before, after, more) => {
  expect(requiresMore(before, after)).toBe(more)
})

it.each([
  ['requirements.past_due', 'past_due'],
  ['rejected.fraud', 'fraud'],
  ['rejected.platform_fraud', 'fraud'],
  ['listed', 'in_review'],
  ['constructor', 'other'],
  ['rejected.unsupported_business', 'other'],
])('toDisabledReason takes %s for %s', (name, reason) => {
  expect(toDisabledReason(name)).toBe(reason)
})
