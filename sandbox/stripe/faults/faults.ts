/**
 * What is made to go wrong on purpose: with webhooks, with calls of the API, with refunds. Kept in the database, so it
 * survives a restart, and every process that shares the stand-in has it within a second.
 */
import { sql } from 'kysely'
import type { OutageRow, SandboxDb } from '../tables.ts'

export type WebhookFaults = {
  /** Seconds of the product's clock by which each event is told late. */
  delaySeconds: number
  /** Milliseconds of real time for which each delivery is held up, at most 30,000. */
  pauseMilliseconds: number
  /** How often each event is told, all at once. */
  copies: number
  /** The newest first, one after the other; each waits 5 s of the product's clock, so that there is something to overtake. */
  newestFirst: boolean
  /** Nobody is told; each attempt counts as failed and is made again later. */
  failing: boolean
  /** What falls due is never told. */
  dropped: boolean
}

export const HEALTHY: WebhookFaults = {
  delaySeconds: 0,
  pauseMilliseconds: 0,
  copies: 1,
  newestFirst: false,
  failing: false,
  dropped: false,
}

/** Every call is one of these: `create` and `expire` a checkout session, `refund`; `retrieve` one object, `list` several. */
export const CALLS = ['create', 'retrieve', 'expire', 'list', 'refund'] as const
export type Call = (typeof CALLS)[number]

/** How a call is answered, and whether, unless told otherwise, what it asks for is done. */
export const ANSWERS = {
  /** 500; kept under the idempotency key and replayed. */
  error: { done: false },
  /** 429 with `Retry-After`. Nothing is ever done. */
  limit: { done: false },
  /** 200 with what is no JSON. */
  garbage: { done: true },
  /** 502 with the HTML of some proxy. */
  html: { done: false },
  /** 404 whose JSON has no `error`. */
  bare_404: { done: false },
  /** Half an answer, then the connection is cut. */
  reset: { done: true },
  /** None, until the caller gives up. */
  hang: { done: false },
  /** The right one, after `milliseconds`. */
  slow: { done: true },
} as const
export type OutageAnswer = keyof typeof ANSWERS

export type Outage = {
  answer: OutageAnswer
  /** One kind of call. Absent: all. */
  calls?: Call | undefined
  /** For so many calls. Absent: until switched off. */
  times?: number | undefined
  /** Whether what was asked for happens all the same. Absent: as `ANSWERS` says. */
  done?: boolean | undefined
  /** With `slow`: of real time, at most 60,000. */
  milliseconds?: number | undefined
}

/** `refused`: 400, the balance does not suffice. `pending`: made, and decided later by `settleRefund`. */
export const REFUND_FAULTS = ['refused', 'pending'] as const
export type RefundFault = { outcome: (typeof REFUND_FAULTS)[number]; times?: number | undefined }

export type Faults = { webhooks: WebhookFaults; outages: Outage[]; refunds: RefundFault[] }

const ofRefunds = (answer: string) => answer.startsWith('refund_')
const left = sql<boolean>`(remaining is null or remaining > 0)`

/** Everything that is switched on. */
export async function listFaults(db: SandboxDb): Promise<Faults> {
  const rows = await db.selectFrom('outages').selectAll().where(left).orderBy('sequence').execute()
  const times = (row: OutageRow) => (row.remaining === null ? {} : { times: row.remaining })
  return {
    webhooks: (await glanceAtFaults(db)).webhooks,
    outages: rows
      .filter((row) => !ofRefunds(row.answer))
      .map((row) => ({
        answer: row.answer as OutageAnswer,
        ...(row.calls && { calls: row.calls as Call }),
        ...times(row),
        done: row.done,
        ...(row.milliseconds > 0 && { milliseconds: row.milliseconds }),
      })),
    refunds: rows
      .filter((row) => ofRefunds(row.answer))
      .map((row) => ({ outcome: row.answer.slice('refund_'.length) as RefundFault['outcome'], ...times(row) })),
  }
}

/** How webhooks are to be told, and whether any call is to go wrong at all: one question, asked every second. */
export async function glanceAtFaults(db: SandboxDb): Promise<{ webhooks: WebhookFaults; broken: boolean }> {
  const glance = await db
    .selectNoFrom((row) => [
      row.selectFrom('webhook_faults').select('state').as('state'),
      row.exists(row.selectFrom('outages').select('sequence').where(left)).as('broken'),
    ])
    .executeTakeFirstOrThrow()
  return { webhooks: { ...HEALTHY, ...glance.state }, broken: Boolean(glance.broken) }
}

/** Changes what is named and leaves the rest. Throws `RangeError` for numbers that make no sense. */
export async function changeWebhooks(db: SandboxDb, change: Partial<WebhookFaults>): Promise<void> {
  const { webhooks } = await glanceAtFaults(db)
  const changed = { ...webhooks, ...change }
  within(changed.delaySeconds, 0, 7 * 24 * 3600, 'delaySeconds')
  within(changed.pauseMilliseconds, 0, 30_000, 'pauseMilliseconds')
  within(changed.copies, 1, 20, 'copies')
  const state = JSON.stringify(changed)
  await db
    .insertInto('webhook_faults')
    .values({ state })
    .onConflict((known) => known.column('only_row').doUpdateSet({ state }))
    .execute()
}

export async function addOutage(db: SandboxDb, outage: Outage): Promise<void> {
  const { answer, calls = null, times, milliseconds = 0, done = ANSWERS[answer].done } = outage
  if (times !== undefined) within(times, 1, 1_000_000, 'times')
  within(milliseconds, 0, 60_000, 'milliseconds')
  await db
    .insertInto('outages')
    .values({ answer, calls, done: done && answer !== 'limit', milliseconds, remaining: times ?? null })
    .execute()
}

export async function addRefundFault(db: SandboxDb, { outcome, times }: RefundFault): Promise<void> {
  if (times !== undefined) within(times, 1, 1_000_000, 'times')
  await db
    .insertInto('outages')
    .values({ answer: `refund_${outcome}`, calls: 'refund', done: true, remaining: times ?? null })
    .execute()
}

export async function clearFaults(db: SandboxDb): Promise<void> {
  await db.deleteFrom('outages').execute()
  await db.deleteFrom('webhook_faults').execute()
}

/** The first outage meant for such a call, used up by one. The row's lock decides between calls at the same moment. */
export function takeOutage(db: SandboxDb, call: Call): Promise<OutageRow | null> {
  return take(db, sql<boolean>`answer not like 'refund\\_%' and (calls is null or calls = ${call})`)
}

/** What is to become of the refund that is being made; null: it succeeds. */
export async function takeRefundFault(tx: SandboxDb): Promise<RefundFault['outcome'] | null> {
  const taken = await take(tx, sql<boolean>`answer like 'refund\\_%'`)
  return taken && (taken.answer.slice('refund_'.length) as RefundFault['outcome'])
}

async function take(db: SandboxDb, meant: ReturnType<typeof sql<boolean>>): Promise<OutageRow | null> {
  const first = db.selectFrom('outages').select('sequence').where(left).where(meant).orderBy('sequence').limit(1)
  const taken = await db
    .updateTable('outages')
    .set((row) => ({ remaining: row('remaining', '-', 1) })) // Null, "until switched off", stays null.
    .where('sequence', '=', first.forUpdate())
    .where(left)
    .returningAll()
    .executeTakeFirst()
  return taken ?? null
}

function within(value: number, least: number, most: number, name: string): void {
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}`)
  }
}
