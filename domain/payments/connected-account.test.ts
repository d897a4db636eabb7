import { expect, it } from 'vitest'
import { accountState, takesTransfers } from './connected-account.ts'

const active = {
  transfers: 'active' as const,
  payoutsEnabled: true,
  detailsSubmitted: true,
  due: [] as string[],
  disabledReason: null as string | null,
  deauthorizedAt: null as Date | null,
}
const inactive = { transfers: 'inactive' as const, payoutsEnabled: false }
const past = 'requirements.past_due'
const DUE = ['individual.verification.document']

it.each([
  ['none', null],
  ['begun', { ...active, ...inactive, detailsSubmitted: false, due: ['external_account'], disabledReason: past }],
  ['checking', { ...active, transfers: 'pending' as const, payoutsEnabled: false }],
  ['needed', { ...active, ...inactive, due: DUE, disabledReason: past }],
  ['needed', { ...active, due: DUE }],
  ['active', active],
  ['paused', { ...active, payoutsEnabled: false }],
  ['rejected', { ...active, ...inactive, due: DUE, disabledReason: 'rejected.fraud' }],
  ['disconnected', { ...active, disabledReason: 'rejected.fraud', deauthorizedAt: new Date(0) }],
])('accountState is %s', (state, account) => {
  expect(accountState(account)).toBe(state)
})

it('takesTransfers is true while the service allows transfers, whatever else it requires', () => {
  expect(takesTransfers({ ...active, due: DUE } as typeof active)).toBe(true)
  expect(takesTransfers({ ...active, transfers: 'pending' })).toBe(false)
  expect(takesTransfers({ ...active, deauthorizedAt: new Date(0) })).toBe(false)
})
