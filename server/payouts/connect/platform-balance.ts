/** What the site owes its mentors, and whether the platform's balance at the payment service covers what is paid by transfer. */
import { PaymentsUnavailable } from '#domain/payments/checkout'
import { takesTransfers } from '#domain/payments/connected-account'
import { earningState, openAmount } from '#domain/payments/earnings'
import type { App } from '#server/context'
import type { Payments } from '#server/payments/stripe/stripe'
import { isRefusal, SHORT_TIMEOUT, withDeadline } from '#server/payments/stripe/timeout'
import { listAccountsByMentor } from '#server/payouts/connect/accounts-queries'
import { sumQueuedTransfers } from '#server/payouts/connect/transfer-list-queries'
import { listEarnings } from '#server/payouts/earnings-queries'
import { sumUnpaidBatches } from '#server/payouts/payouts-queries'

/**
 * Of one currency, in minor units. `byTransfer`: due or not due yet to mentors with accounts, and what queued transfers draw.
 * `byBatch`: to all others, and what is in batches that are not paid yet. What a mentor owes lowers only what is owed to them.
 */
export type Owed = { currency: string; byTransfer: number; byBatch: number }

/** What is owed for sessions that were held. Of sessions to come nothing is owed yet. */
export async function readOwed(app: Pick<App, 'db' | 'now'>): Promise<Owed[]> {
  const now = app.now()
  const open = (await listEarnings(app.db, { unsettled: true })).filter(
    (session) => earningState(session, now) !== 'ahead',
  )
  const accounts = await listAccountsByMentor(app.db, [...new Set(open.map(({ mentorId }) => mentorId))])
  const sums = new Map<string, Owed>()
  const sumsOf = (currency: string) => {
    const known = sums.get(currency) ?? { currency, byTransfer: 0, byBatch: 0 }
    sums.set(currency, known)
    return known
  }
  for (const sessions of Map.groupBy(open, ({ mentorId, currency }) => `${mentorId} ${currency}`).values()) {
    const { mentorId, currency } = sessions[0]!
    const account = accounts.get(mentorId)
    const amount = Math.max(
      0,
      sessions.reduce((sum, session) => sum + openAmount(session), 0),
    )
    sumsOf(currency)[account && takesTransfers(account) ? 'byTransfer' : 'byBatch'] += amount
  }
  for (const [currency, amount] of await sumQueuedTransfers(app.db)) sumsOf(currency).byTransfer += amount
  for (const [currency, amount] of await sumUnpaidBatches(app.db)) sumsOf(currency).byBatch += amount
  return [...sums.values()]
}

/** `available`: can be transferred now. `pending`: arrives within days. In minor units; negative if the platform owes. */
export type PlatformBalance = { available: number; pending: number }

/** By currency. Null if the service gives no answer within the time of one call, so that the page is not held up. */
export async function readPlatformBalance(
  payments: Pick<Payments, 'readBalance'>,
): Promise<Map<string, PlatformBalance> | null> {
  try {
    const read = await withDeadline(() => payments.readBalance(), SHORT_TIMEOUT.timeout)
    const balances = new Map<string, PlatformBalance>()
    for (const part of ['available', 'pending'] as const)
      for (const { currency, amount } of read[part]) {
        const known = balances.get(currency) ?? { available: 0, pending: 0 }
        balances.set(currency, { ...known, [part]: known[part] + amount })
      }
    return balances
  } catch (error) {
    if (error instanceof PaymentsUnavailable || isRefusal(error)) return null
    throw error
  }
}

/** What has to be added to a balance so that it covers all that is paid by transfer; 0 if it does. */
export const amountToTopUp = ({ byTransfer }: Pick<Owed, 'byTransfer'>, balance: PlatformBalance | undefined): number =>
  Math.max(0, byTransfer - (balance ? balance.available + balance.pending : 0))
