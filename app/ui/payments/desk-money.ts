/** The data of the desk's page of money. Amounts and days are words. */
import type { Payee } from '#domain/payments/payee'
import type { PayoutAccountPart } from './payout-account.ts'

export type PayeeFields = Record<keyof Payee, string>

/** `unproven`: they have to confirm who they are first. */
export type PayeeResult = { typed: PayeeFields; errors: Partial<PayeeFields>; unproven: boolean }

export type DeskMoneyPage = {
  /** For each currency, which is a name. */
  sums: { currency: string; figures: { name: string; amount: string; note: string }[] }[]
  /** Of sessions to come. Null if there is none. */
  ahead: string | null
  sessions: {
    reference: string
    title: string
    day: string
    kept: string
    fee: string
    earned: string
    state: string
  }[]
  /** How many older ones are not listed. */
  more: number
  /** In batches and by transfer, newest first, and what was taken back. `sessions`: null if it is for none. */
  payouts: { id: string; state: string; sessions: string | null; amount: string }[]
  /** Null where mentors are paid in batches alone. */
  account: PayoutAccountPart | null
  payee: { name: string; country: string; account: string; typed: PayeeFields } | null
  countries: { code: string; name: string }[]
  /** They confirmed their identity a moment ago, so they may change whom the money goes to. */
  proven: boolean
}
