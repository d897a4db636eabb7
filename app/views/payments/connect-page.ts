/** What is paid to mentors by transfer, for admins: what is owed and held, accounts, and the transfers of the last days. Server side. */
import { findConflictOfInterest, type Decider } from '#domain/accounts/conflict-of-interest'
import { ownFirst } from '#domain/payments/currency'
import { accountState, type AccountState } from '#domain/payments/connected-account'
import type { App } from '#server/context'
import { listAccounts, type StoredAccount } from '#server/payouts/connect/accounts-queries'
import {
  amountToTopUp,
  readOwed,
  readPlatformBalance,
  type Owed,
  type PlatformBalance,
} from '#server/payouts/connect/platform-balance'
import { listRecentTransfers, type RecentTransfer } from '#server/payouts/connect/transfer-list-queries'
import { countryName } from '#server/platform/reference/countries'
import { currencyName } from '#server/platform/reference/currencies'
import * as m from '#messages/admin'
import { describeDisabledReason, describeRequirements } from '#words/payouts/connected-account'
import { formatList, joinSentences } from '#words/lists'
import { formatBalance } from '#words/prices'
import { describeReversalRefusal, describeTransferRefusal } from '#words/payouts/transfer-refusal'
import { dateIn, dateTimeIn } from '#words/time'
import type { ConnectPage } from '../../ui/payments/connect-page.ts'

const [MAX_ACCOUNTS, MAX_TRANSFERS, DAYS] = [200, 100, 7]

/** Null where mentors are paid in batches alone. */
export async function readConnectPage(app: App, zone: string, decider: Decider): Promise<ConnectPage | null> {
  if (app.config.PAYOUTS !== 'connect') return null
  const [balances, owed] = await Promise.all([readPlatformBalance(app.payments), readOwed(app)])
  const accounts = await listAccounts(app.db, MAX_ACCOUNTS + 1)
  const since = new Date(app.now().getTime() - DAYS * 86_400_000)
  const transfers = await listRecentTransfers(app.db, since, MAX_TRANSFERS)
  const held = [...(balances ?? [])].filter(([, { available, pending }]) => available !== 0 || pending !== 0)
  const currencies = new Set([
    app.config.CURRENCY,
    ...owed.map(({ currency }) => currency),
    ...held.map(([code]) => code),
  ])
  return {
    balances: ownFirst([...currencies], app.config.CURRENCY).map((currency) =>
      describeBalance(
        owed.find((each) => each.currency === currency) ?? { currency, byTransfer: 0, byBatch: 0 },
        balances && (balances.get(currency) ?? { available: 0, pending: 0 }),
      ),
    ),
    accounts: accounts.slice(0, MAX_ACCOUNTS).map((account) => describeAccount(account, zone)),
    hasMore: accounts.length > MAX_ACCOUNTS,
    transfers: transfers.map((transfer) => describeTransfer(transfer, zone, decider)),
  }
}

function describeBalance(owed: Owed, balance: PlatformBalance | null): ConnectPage['balances'][number] {
  const money = (amount: number) => formatBalance(amount, owed.currency)
  const missing = balance ? amountToTopUp(owed, balance) : 0
  return {
    currency: currencyName(owed.currency),
    figures: [
      { name: m.owedByTransfer(), amount: money(owed.byTransfer), note: m.owedByTransferNote() },
      { name: m.owedByBatch(), amount: money(owed.byBatch), note: m.owedByBatchNote() },
      balance
        ? {
            name: m.balanceAtStripe(),
            amount: money(balance.available),
            note: m.balancePending({ amount: money(balance.pending) }),
          }
        : { name: m.balanceAtStripe(), amount: m.balanceUnknown(), note: m.balanceUnknownNote() },
    ],
    topUp: missing > 0 ? m.topUp({ amount: money(missing) }) : null,
  }
}

const STATES: Record<AccountState, () => string> = {
  none: m.accountStateBegun,
  begun: m.accountStateBegun,
  checking: m.accountStateChecking,
  needed: m.accountStateNeeded,
  active: m.accountStateActive,
  paused: m.accountStatePaused,
  rejected: m.accountStateRejected,
  disconnected: m.accountStateDisconnected,
}

function describeAccount(account: StoredAccount & { name: string }, zone: string): ConnectPage['accounts'][number] {
  const state = accountState(account)
  const { mentorId: id, name, country, due, dueBy, disabledReason } = account
  const list = state === 'needed' ? formatList(describeRequirements(due)) : ''
  const required = list && (dueBy ? m.requiresBy({ list, date: dateIn(dueBy, zone) }) : m.requires({ list }))
  const isExplained = state === 'begun' || state === 'active' || state === 'disconnected' || state === 'needed'
  const reason = disabledReason !== null && !isExplained ? describeDisabledReason(disabledReason) : ''
  return {
    id,
    name,
    country: countryName(country),
    state: STATES[state](),
    details: joinSentences(required, reason) || null,
  }
}

function describeTransfer(transfer: RecentTransfer, zone: string, decider: Decider): ConnectPage['transfers'][number] {
  const { id, mentorId, name, kind, amount, currency, accountId, refusals } = transfer
  const isWaiting = kind === 'transfer' && transfer.status === 'queued' && transfer.refusal !== null
  const own = () => findConflictOfInterest(decider, { accounts: [accountId], emails: [] })
  return {
    id,
    mentorId,
    name,
    state: describeState(transfer, zone),
    amount: formatBalance(kind === 'transfer' ? amount : -amount, currency),
    again: isWaiting ? { refusals, own: own() } : null,
  }
}

function describeState({ kind, status, refusal: code, createdAt }: RecentTransfer, zone: string): string {
  const at = { date: dateTimeIn(createdAt, zone) }
  if (status === 'refused') return joinSentences(describeReversalRefusal(code ?? ''), m.reversalRefused(at))
  if (code !== null && status === 'queued') return joinSentences(describeTransferRefusal(code), m.transferRefused(at))
  if (kind === 'transfer') return status === 'sent' ? m.transferSent(at) : m.transferQueued(at)
  return status === 'sent' ? m.reversalSent(at) : m.reversalQueued(at)
}
