/**
 * Compares transfers and what was taken back of them with the payment service's. What was lost on the way is recorded or sent;
 * a difference that remains is for a person. Accounts are read again, because the service lists no events of theirs.
 */
import { CREATED_WITHIN_MINUTES } from '#domain/payments/checkout'
import type { Finding, Mismatch } from '#domain/payments/mismatch'
import { toMinorUnits } from '#domain/payments/money'
import type { Transfer } from '#domain/payments/transfer'
import { DAY_MS, minutesAfter } from '#domain/time/wall-time'
import * as m from '#messages/money'
import type { SettlementContext } from '#server/context'
import { forEachConcurrently } from '#server/payments/for-each-concurrently'
import { SETTLING_MINUTES } from '#server/payments/mismatches'
import { refreshAccount } from '#server/payouts/connect/accounts'
import { sendReversal } from '#server/payouts/connect/reversals'
import { settleQueuedTransfer, settleTransfer } from '#server/payouts/connect/settle-transfers'
import { sendTransfer } from '#server/payouts/connect/transfers'
import {
  hasTransfers,
  listAccountsReadBefore,
  listBookedTransfers,
  listKnownAccounts,
  listKnownBookings,
  type BookedTransfer,
} from '#server/payouts/connect/transfer-mismatches-queries'
import { transferKey } from '#server/payouts/connect/transfers-queries'
import { formatMoney } from '#words/prices'

type Scope = { since: Date } | { bookingId: string }

/** How many accounts are read again in one night. */
const ACCOUNTS_READ = 1_000

/** Compares, repairs and compares again. Throws if the service does not answer. */
export async function reconcileTransfers(app: SettlementContext, scope: Scope): Promise<Finding[]> {
  if (!(await hasTransfers(app.db))) return []
  if ('since' in scope) await refreshAccounts(app)
  const found = await compare(app, scope)
  if (found.length === 0) return []
  await forEachConcurrently(
    app,
    found,
    ({ repair }) => repair(),
    async ({ mismatch: { bookingId } }, error) => {
      app.log.error('mismatch not repaired', { ...(bookingId && { bookingId }), error })
    },
  )
  const left = (await compare(app, scope)).map(({ mismatch }) => mismatch)
  const isLeft = new Set(left.map(keyOf))
  const repaired = found.map(({ mismatch }) => mismatch).filter((mismatch) => !isLeft.has(keyOf(mismatch)))
  return [
    ...repaired.map((mismatch) => ({ ...mismatch, repaired: true })),
    ...left.map((mismatch) => ({ ...mismatch, repaired: false })),
  ]
}

const keyOf = ({ kind, subject }: Mismatch) => `${kind}:${subject}`

async function refreshAccounts(app: SettlementContext): Promise<void> {
  const accounts = await listAccountsReadBefore(app.db, new Date(app.now().getTime() - DAY_MS / 2), ACCOUNTS_READ)
  await forEachConcurrently(
    app,
    accounts,
    async (accountId) => void (await refreshAccount(app, accountId)),
    async (_account, error) => app.log.error('account not read', { error }),
  )
}

/** `repair` is idempotent, and safe beside a job or a webhook that does the same. */
type Found = { mismatch: Mismatch; repair: () => Promise<void> }
const nothing = async () => {}

/** The service's side is read first: each transfer of ours that it returns then has its row, which is written before. */
async function compare(app: SettlementContext, scope: Scope): Promise<Found[]> {
  const settledBefore = 'since' in scope ? minutesAfter(app.now(), -SETTLING_MINUTES) : app.now()
  const made = await readMade(app, scope)
  const serviceIds = made.map(({ id }) => id)
  const booked = await listBookedTransfers(app.db, scope, { settledBefore, serviceIds })
  const byId = new Map(made.map((transfer) => [transfer.id, transfer]))
  const byKey = new Map(made.flatMap((transfer) => (transfer.key === null ? [] : [[transfer.key, transfer] as const])))
  const ours = booked.filter(({ createdAt }) => createdAt <= settledBefore)
  const known = new Set(booked.flatMap(({ serviceId }) => serviceId ?? []))
  const keys = new Set(booked.filter(({ serviceId }) => serviceId === null).map(transferKey))
  const strange = made.filter(
    ({ id, key, createdAt }) => createdAt <= settledBefore && !known.has(id) && !(key !== null && keys.has(key)),
  )
  return [
    ...ours.flatMap((row) => compareOne(app, row, byId.get(row.serviceId ?? '') ?? byKey.get(transferKey(row)), scope)),
    ...(await findStrange(app, strange)),
  ]
}

async function readMade(app: SettlementContext, scope: Scope): Promise<Transfer[]> {
  if ('bookingId' in scope) return app.payments.listTransfers(scope.bookingId)
  const made: Transfer[] = []
  const from = minutesAfter(scope.since, -CREATED_WITHIN_MINUTES)
  await app.payments.eachTransfer(from, minutesAfter(app.now(), 1), (transfer) => void made.push(transfer))
  return made
}

const money = (amount: number, currency: string) => formatMoney(toMinorUnits(amount), currency)

/** Checks a transfer of ours. `made`: the service's; absent if it has none, or it was made before the time that is compared. */
function compareOne(app: SettlementContext, row: BookedTransfer, made: Transfer | undefined, scope: Scope): Found[] {
  const { id: subject, bookingId, amount, currency } = row
  const about = { subject, bookingId }
  const sum = money(amount, currency)
  const waiting = row.queuedBack.map((back): Found => {
    const what = m.reversalMissing({ amount: money(back.amount, currency) })
    return {
      mismatch: { kind: 'reversal_missing', subject: back.id, bookingId, what, repair: m.sendReversal() },
      repair: () => sendReversal(app, back.id),
    }
  })
  if (row.status === 'queued') {
    const what = m.transferMissing({ amount: sum })
    return [
      {
        mismatch: { ...about, kind: 'transfer_missing', what, repair: m.sendTransfer() },
        repair: async () => {
          if (!(await settleQueuedTransfer(app, subject))) await sendTransfer(app, subject)
        },
      },
    ]
  }
  if (!made) {
    if ('since' in scope && row.createdAt < scope.since) return waiting
    const what = m.transferUnknown({ transfer: row.serviceId ?? '' })
    return [{ mismatch: { ...about, kind: 'transfer_unknown', what, repair: m.findTransfer() }, repair: nothing }]
  }
  if (made.amount !== amount || made.currency !== currency || made.account !== row.accountId) {
    const what = m.transferDiffers({ amount: money(made.amount, made.currency), ownAmount: sum })
    return [{ mismatch: { ...about, kind: 'transfer_differs', what, repair: m.findTransfer() }, repair: nothing }]
  }
  if (made.reversed === row.reversed || waiting.length > 0) return waiting
  const sums = { amount: money(made.reversed, currency), ownAmount: money(row.reversed, currency) }
  const mismatch = { ...about, kind: 'reversal_differs' as const, what: m.reversalDiffers(sums) }
  return [{ mismatch: { ...mismatch, repair: m.readReversals() }, repair: () => settleTransfer(app, made.id) }]
}

/** Transfers that were not made by us, to mentors or for bookings of ours. Others are of other products on the same account. */
async function findStrange(app: SettlementContext, made: Transfer[]): Promise<Found[]> {
  if (made.length === 0) return []
  const bookings = await listKnownBookings(
    app.db,
    made.map(({ group }) => group),
  )
  const accounts = await listKnownAccounts(
    app.db,
    made.map(({ account }) => account),
  )
  return made
    .filter(({ group, account }) => bookings.has(group) || accounts.has(account))
    .map(({ id, group, amount, currency }) => {
      const about = { subject: id, bookingId: bookings.has(group) ? group : null }
      const what = m.transferNotOurs({ amount: money(amount, currency) })
      return {
        mismatch: { ...about, kind: 'transfer_not_ours', what, repair: m.decideTransfer() },
        repair: () => settleTransfer(app, id),
      }
    })
}
