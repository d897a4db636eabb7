/**
 * Deliberate faults of webhooks, API calls, refunds and transfers. They are stored in the database, so they survive a restart, and
 * every process that shares the stand-in follows within a second.
 */
import { sql } from 'kysely'
import type { OutageRow, SandboxDb } from '../tables.ts'

export type WebhookFaults = {
  /** Each event is delivered this many seconds late, by the product's clock. */
  delaySeconds: number
  /** Each delivery is held up this many milliseconds of real time, at most 30,000. */
  pauseMilliseconds: number
  /** Each event is delivered this many times at once. */
  copies: number
  /**
   * Events are delivered newest first, one at a time. Each waits 5 s of the product's clock, so that a later one can
   * overtake it.
   */
  newestFirst: boolean
  /** No delivery is made; each attempt counts as failed and is repeated later. */
  failing: boolean
  /** Events that fall due are never delivered. */
  dropped: boolean
}

export const NO_WEBHOOK_FAULTS: WebhookFaults = {
  delaySeconds: 0,
  pauseMilliseconds: 0,
  copies: 1,
  newestFirst: false,
  failing: false,
  dropped: false,
}

/**
 * The kinds of API calls: `create` or `expire` a checkout session, `refund`, `retrieve` one object, `list` several; and
 * of Connect: `account` and its links, `transfer`, `reversal`.
 */
export const CALLS = ['create', 'retrieve', 'expire', 'list', 'refund', 'account', 'transfer', 'reversal'] as const
export type Call = (typeof CALLS)[number]

/** The response to a broken call. `done`: whether its work is done by default. */
export const ANSWERS = {
  /** 500, stored under the idempotency key and replayed. */
  error: { done: false },
  /** 429 with `Retry-After`. The work is never done. */
  limit: { done: false },
  /** 200 with a body that is not JSON. */
  garbage: { done: true },
  /** 502 with a proxy's HTML. */
  html: { done: false },
  /** 404 whose JSON has no `error`. */
  bare_404: { done: false },
  /** Half the response, then the connection is cut. */
  reset: { done: true },
  /** No response until the caller gives up. */
  hang: { done: false },
  /** The right response, after `milliseconds`. */
  slow: { done: true },
} as const
export type OutageResponse = keyof typeof ANSWERS

export type Outage = {
  answer: OutageResponse
  /** The kind of call that is broken. Absent: all. */
  calls?: Call | undefined
  /** How many calls are broken. Absent: all until it is switched off. */
  times?: number | undefined
  /** Whether the work is done all the same. Absent: as `ANSWERS` says. */
  done?: boolean | undefined
  /** For `slow`: real time, at most 60,000. */
  milliseconds?: number | undefined
}

/** `refused`: 400 because the balance is too low. `pending`: made, and decided later by `settleRefund`. */
export const REFUND_FAULTS = ['refused', 'pending'] as const
export type RefundFault = { outcome: (typeof REFUND_FAULTS)[number]; times?: number | undefined }

/** Why a transfer or reversal is refused, as Stripe's error code. */
export const TRANSFER_FAULTS = [
  'balance_insufficient',
  'insufficient_capabilities_for_transfer',
  'account_invalid',
] as const
export const TRANSFER_CALLS = ['transfer', 'reversal'] as const
export type TransferFault = {
  call: (typeof TRANSFER_CALLS)[number]
  code: (typeof TRANSFER_FAULTS)[number]
  times?: number | undefined
}

export type Faults = {
  webhooks: WebhookFaults
  outages: Outage[]
  refunds: RefundFault[]
  transfers: TransferFault[]
}

const isRefundFault = (answer: string) => answer.startsWith('refund_')
const isTransferFault = (answer: string) => answer.startsWith('transfer_')
const isActive = sql<boolean>`(remaining is null or remaining > 0)`

/** All faults that are switched on. */
export async function listFaults(db: SandboxDb): Promise<Faults> {
  const rows = await db.selectFrom('outages').selectAll().where(isActive).orderBy('sequence').execute()
  const times = (row: OutageRow) => (row.remaining === null ? {} : { times: row.remaining })
  return {
    webhooks: (await readActiveFaults(db)).webhooks,
    outages: rows
      .filter((row) => !isRefundFault(row.answer) && !isTransferFault(row.answer))
      .map((row) => ({
        answer: row.answer as OutageResponse,
        ...(row.calls && { calls: row.calls as Call }),
        ...times(row),
        done: row.done,
        ...(row.milliseconds > 0 && { milliseconds: row.milliseconds }),
      })),
    refunds: rows
      .filter((row) => isRefundFault(row.answer))
      .map((row) => ({ outcome: row.answer.slice('refund_'.length) as RefundFault['outcome'], ...times(row) })),
    transfers: rows
      .filter((row) => isTransferFault(row.answer))
      .map((row) => ({
        call: row.calls as TransferFault['call'],
        code: row.answer.slice('transfer_'.length) as TransferFault['code'],
        ...times(row),
      })),
  }
}

/** The webhook faults, and whether any outage is switched on. One query, because it runs every second. */
export async function readActiveFaults(db: SandboxDb): Promise<{ webhooks: WebhookFaults; broken: boolean }> {
  const row = await db
    .selectNoFrom((query) => [
      query.selectFrom('webhookFaults').select('state').as('state'),
      query.exists(query.selectFrom('outages').select('sequence').where(isActive)).as('broken'),
    ])
    .executeTakeFirstOrThrow()
  return { webhooks: { ...NO_WEBHOOK_FAULTS, ...row.state }, broken: Boolean(row.broken) }
}

/** Changes the given faults and keeps the others. Throws `RangeError` for numbers out of range. */
export async function changeWebhooks(db: SandboxDb, change: Partial<WebhookFaults>): Promise<void> {
  const { webhooks } = await readActiveFaults(db)
  const changed = { ...webhooks, ...change }
  assertWithin(changed.delaySeconds, 0, 7 * 24 * 3600, 'delaySeconds')
  assertWithin(changed.pauseMilliseconds, 0, 30_000, 'pauseMilliseconds')
  assertWithin(changed.copies, 1, 20, 'copies')
  const state = JSON.stringify(changed)
  await db
    .insertInto('webhookFaults')
    .values({ state })
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet({ state }))
    .execute()
}

export async function addOutage(db: SandboxDb, outage: Outage): Promise<void> {
  const { answer, calls = null, times, milliseconds = 0, done = ANSWERS[answer].done } = outage
  if (times !== undefined) assertWithin(times, 1, 1_000_000, 'times')
  assertWithin(milliseconds, 0, 60_000, 'milliseconds')
  await db
    .insertInto('outages')
    .values({ answer, calls, done: done && answer !== 'limit', milliseconds, remaining: times ?? null })
    .execute()
}

export async function addRefundFault(db: SandboxDb, { outcome, times }: RefundFault): Promise<void> {
  if (times !== undefined) assertWithin(times, 1, 1_000_000, 'times')
  await db
    .insertInto('outages')
    .values({ answer: `refund_${outcome}`, calls: 'refund', done: true, remaining: times ?? null })
    .execute()
}

export async function addTransferFault(db: SandboxDb, { call, code, times }: TransferFault): Promise<void> {
  if (times !== undefined) assertWithin(times, 1, 1_000_000, 'times')
  await db
    .insertInto('outages')
    .values({ answer: `transfer_${code}`, calls: call, done: true, remaining: times ?? null })
    .execute()
}

export async function clearFaults(db: SandboxDb): Promise<void> {
  await db.deleteFrom('outages').execute()
  await db.deleteFrom('webhookFaults').execute()
}

/** The first outage for this kind of call; uses one of its `times`. The row's lock serialises concurrent calls. */
export function takeOutage(db: SandboxDb, call: Call): Promise<OutageRow | null> {
  const isOutage = sql<boolean>`answer not like 'refund\\_%' and answer not like 'transfer\\_%'`
  return takeFirst(db, sql<boolean>`${isOutage} and (calls is null or calls = ${call})`)
}

/** The fault for the refund that is being made; null if it succeeds. */
export async function takeRefundFault(tx: SandboxDb): Promise<RefundFault['outcome'] | null> {
  const taken = await takeFirst(tx, sql<boolean>`answer like 'refund\\_%'`)
  return taken && (taken.answer.slice('refund_'.length) as RefundFault['outcome'])
}

/** Why the transfer or reversal that is being made is refused; null if it is made. */
export async function takeTransferFault(
  tx: SandboxDb,
  call: TransferFault['call'],
): Promise<TransferFault['code'] | null> {
  const taken = await takeFirst(tx, sql<boolean>`answer like 'transfer\\_%' and calls = ${call}`)
  return taken && (taken.answer.slice('transfer_'.length) as TransferFault['code'])
}

async function takeFirst(db: SandboxDb, matches: ReturnType<typeof sql<boolean>>): Promise<OutageRow | null> {
  const first = db.selectFrom('outages').select('sequence').where(isActive).where(matches).orderBy('sequence').limit(1)
  const taken = await db
    .updateTable('outages')
    .set((row) => ({ remaining: row('remaining', '-', 1) })) // Null means until switched off, and stays null.
    .where('sequence', '=', first.forUpdate())
    .where(isActive)
    .returningAll()
    .executeTakeFirst()
  return taken ?? null
}

function assertWithin(value: number, min: number, max: number, name: string): void {
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw new RangeError(`${name} must be a whole number from ${min} to ${max}`)
  }
}
