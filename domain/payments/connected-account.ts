/** A mentor's account at the payment service, as the service describes it. https://docs.stripe.com/connect/express-accounts */

/** How many links to the service's pages one person gets. Each works once. */
export const MAX_OPENINGS = { max: 10, minutes: 60 } as const

/** Whether money can be transferred to it: the service's own words for the capability `transfers`. */
export const TRANSFERS_STATES = ['inactive', 'pending', 'active'] as const
export type TransfersState = (typeof TRANSFERS_STATES)[number]

/**
 * `due`: what the service still requires, by its own names (`individual.verification.document`). `dueBy`: until when.
 * `disabledReason`: why it pays nothing out, by its own name (`requirements.past_due`).
 */
export type ConnectedAccount = {
  id: string
  country: string
  transfers: TransfersState
  payoutsEnabled: boolean
  detailsSubmitted: boolean
  due: string[]
  dueBy: Date | null
  disabledReason: string | null
}

/**
 * `none`: not set up. `begun`: its owner has not finished. `checking`: the service checks what was entered. `needed`: something
 * is required of its owner. `active`: money is transferred to it. `paused`: transferred to it, but not paid out to its bank.
 * `rejected`, `disconnected`: for good; its owner can set up another.
 */
export type AccountState = 'none' | 'begun' | 'checking' | 'needed' | 'active' | 'paused' | 'rejected' | 'disconnected'

type Facts = Pick<ConnectedAccount, 'transfers' | 'payoutsEnabled' | 'detailsSubmitted' | 'due' | 'disabledReason'>

export function accountState(account: (Facts & { deauthorizedAt: Date | null }) | null): AccountState {
  if (!account) return 'none'
  if (account.deauthorizedAt) return 'disconnected'
  if (account.disabledReason?.startsWith('rejected.')) return 'rejected'
  if (!account.detailsSubmitted) return 'begun'
  if (account.due.length > 0) return 'needed'
  if (account.transfers !== 'active') return 'checking'
  return account.payoutsEnabled ? 'active' : 'paused'
}

/** Whether transfers are made to it. What is required of its owner later stops none while the service allows them. */
export const takesTransfers = (account: { transfers: TransfersState; deauthorizedAt: Date | null }): boolean =>
  account.transfers === 'active' && account.deauthorizedAt === null
