/**
 * What tests and the page `/sandbox` can make happen at Connect: what Stripe, an account's owner and banks do there.
 * Errors are those of `control.ts`.
 */
import { sumBalances, type CurrencyBalance } from '../objects/balances.ts'
import type { AccountRow, Change, PayoutRow, SandboxDb } from '../tables.ts'
import { OUTCOMES, type Outcome } from './account-links.ts'
import { deauthorizeAccount, moveAccount } from './accounts.ts'
import { payOut, settlePayout } from './payouts.ts'

/** An account with its balance at this moment, and its payouts, newest first. */
export type AccountHistory = { account: AccountRow; balances: CurrencyBalance[]; payouts: PayoutRow[] }

export type ConnectControl = {
  /** The account's owner ends onboarding so, without the page. */
  onboard(accountId: string, outcome: Exclude<Outcome, 'leave'>): Promise<void>
  /** Stripe has checked the details, or received the missing document: the account becomes active. */
  verify(accountId: string): Promise<void>
  /** Stripe requires an identity document; until it is uploaded, transfers and payouts are off. */
  restrict(accountId: string): Promise<void>
  /** Stripe rejects the account for fraud, for good. */
  reject(accountId: string): Promise<void>
  /** The account's owner revokes the platform's access. */
  deauthorize(accountId: string): Promise<void>
  /** Pays out all that is available, one pending payout per currency. Returns their ids. */
  payOut(accountId: string): Promise<string[]>
  /** A pending payout arrives; a pending or paid one fails, because the bank account was closed. */
  settlePayout(payoutId: string, outcome: 'paid' | 'failed'): Promise<void>
  /** Pays out the platform's whole available balance, so that transfers without a source charge are refused. */
  emptyBalance(): Promise<void>

  /** Newest first. */
  listAccounts(limit: number): Promise<AccountHistory[]>
  platformBalances(): Promise<CurrencyBalance[]>
}

type ConnectOptions = {
  db: SandboxDb
  now: () => Date
  /** Runs one transaction and delivers its events. */
  change: <Value>(work: (step: Change) => Promise<Value>) => Promise<Value>
}

export function connectControl({ db, now, change }: ConnectOptions): ConnectControl {
  return {
    onboard: (id, outcome) =>
      change(async (step) => void (await moveAccount(step, id, ['created'], OUTCOMES[outcome]))),
    verify: (id) => change(async (step) => void (await moveAccount(step, id, ['in_review', 'restricted'], 'active'))),
    restrict: (id) => change(async (step) => void (await moveAccount(step, id, ['in_review', 'active'], 'restricted'))),
    reject: (id) =>
      change(async (step) => {
        await moveAccount(step, id, ['created', 'in_review', 'active', 'restricted'], 'rejected')
      }),
    deauthorize: (id) => change((step) => deauthorizeAccount(step, id)),
    payOut: (id) => change((step) => payOut(step, id)),
    settlePayout: (id, outcome) => change((step) => settlePayout(step, id, outcome)),
    emptyBalance: () =>
      change(async (step) => {
        for (const id of await payOut(step, null)) await settlePayout(step, id, 'paid')
      }),
    listAccounts: (limit) => listAccountHistories(db, limit, now()),
    platformBalances: () => sumBalances(db, null, now()),
  }
}

async function listAccountHistories(db: SandboxDb, limit: number, now: Date): Promise<AccountHistory[]> {
  const accounts = await db.selectFrom('accounts').selectAll().orderBy('sequence', 'desc').limit(limit).execute()
  const histories: AccountHistory[] = []
  for (const account of accounts) {
    const payouts = await db
      .selectFrom('payouts')
      .selectAll()
      .where('account', '=', account.id)
      .orderBy('sequence', 'desc')
      .execute()
    histories.push({ account, balances: await sumBalances(db, account.id, now), payouts })
  }
  return histories
}
