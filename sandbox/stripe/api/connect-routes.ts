/** The routes of Stripe Connect: accounts, their links, transfers, reversals and payouts. */
import { accountObject } from '../connect/account-objects.ts'
import { createAccountLink, createLoginLink, type LinkUrls } from '../connect/account-links.ts'
import { createAccount, findAccount, updateAccount } from '../connect/accounts.ts'
import { listPayouts, readPayout } from '../connect/payouts.ts'
import { createReversal, listReversals, readReversal } from '../connect/reversals.ts'
import { createTransfer, listTransfers, readTransfer, updateTransfer } from '../connect/transfers.ts'
import type { Change, SandboxDb } from '../tables.ts'
import { rejectUnknown, type Parameters } from './parameters.ts'

/** Of a read: the parameters, the ids in the path, and the connected account that `Stripe-Account` names. */
type Read = (parameters: Parameters, id: string, account: string | null, innerId: string) => Promise<object>
type Work = (change: Change, parameters: Parameters, id: string) => Promise<object>

/**
 * Registers routes whose paths may contain `:id` and `:inner`. Only `readAs` serves connected accounts; the others
 * refuse the header `Stripe-Account`.
 */
export type Routes = {
  read: (path: string, respond: Read) => void
  readAs: (path: string, respond: Read) => void
  change: (path: string, work: Work) => void
}

/** `urls`: the addresses of the pages that account links open. */
export function addConnectRoutes({ read, readAs, change }: Routes, db: SandboxDb, urls: LinkUrls): void {
  change('/v1/accounts', createAccount)
  read('/v1/accounts/:id', async (parameters, id) => {
    rejectUnknown(parameters, ['expand'])
    return accountObject(await findAccount(db, id))
  })
  change('/v1/accounts/:id', (step, parameters, id) => updateAccount(step, id, parameters))
  change('/v1/accounts/:id/login_links', (step, parameters, id) => createLoginLink(step, id, parameters, urls))
  change('/v1/account_links', (step, parameters) => createAccountLink(step, parameters, urls))

  change('/v1/transfers', createTransfer)
  read('/v1/transfers', (parameters) => listTransfers(db, parameters))
  read('/v1/transfers/:id', (_, id) => readTransfer(db, id))
  change('/v1/transfers/:id', (step, parameters, id) => updateTransfer(step, id, parameters))
  change('/v1/transfers/:id/reversals', (step, parameters, id) => createReversal(step, id, parameters))
  read('/v1/transfers/:id/reversals', (parameters, id) => listReversals(db, id, parameters))
  read('/v1/transfers/:id/reversals/:inner', (_, id, __, inner) => readReversal(db, id, inner))

  readAs('/v1/payouts', (parameters, _, account) => listPayouts(db, parameters, account))
  readAs('/v1/payouts/:id', (_, id, account) => readPayout(db, id, account))
}
