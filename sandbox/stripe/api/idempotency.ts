/**
 * Requests that may be sent again. The first one with a key does the work; later ones hear the same status and body for
 * 24 hours, refusals and even a 500 included. The key is claimed in the transaction that does the work, so a crash leaves
 * neither, and of simultaneous requests with one key the others wait for the first and hear its answer.
 * https://docs.stripe.com/api/idempotent_requests
 */
import { StripeRefusal } from './errors.ts'
import type { Change, SandboxDb } from '../tables.ts'

const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000

export type Answer = { status: number; body: string; replayed: boolean }
/** A 500 on purpose, before or after the work was done. */
export type Breakdown = 'before' | 'after' | null
type Request = { key: string | null; endpoint: string; fingerprint: string; now: Date; breakdown: Breakdown }

/** Runs `work` in one transaction, once per key. What it throws that is no refusal is passed to `onError` and answered as a 500. */
export async function answerOnce(
  db: SandboxDb,
  request: Request,
  work: (change: Change) => Promise<object>,
  onError: (error: unknown) => void,
): Promise<Answer> {
  const { key, now } = request
  try {
    return await db.transaction().execute(async (tx) => {
      if (key !== null && !(await claimKey(tx, key, request))) return replay(tx, key, request)
      const worked = request.breakdown === 'before' ? null : await attempt(() => work({ tx, now, idempotencyKey: key }))
      const answer = worked && request.breakdown === null ? worked : brokenDown()
      if (key !== null) {
        const { status, body } = answer
        await tx.updateTable('idempotency_keys').set({ status, body }).where('key', '=', key).execute()
      }
      return answer
    })
  } catch (error) {
    if (error instanceof StripeRefusal) return refused(error)
    onError(error)
    const answer = brokenDown()
    if (key !== null) await keepBreakdown(db, key, request, answer).catch(onError)
    return answer
  }
}

/** The answer to a request that broke down. `Stripe-Should-Retry: false` goes with it when it was kept: the key would replay it. */
export function brokenDown(): Answer {
  const error = { type: 'api_error', message: 'An unknown error occurred' }
  return { status: 500, body: JSON.stringify({ error }), replayed: false }
}

export function refused(refusal: StripeRefusal): Answer {
  return { status: refusal.status, body: JSON.stringify(refusal.body), replayed: false }
}

/** A refusal that Stripe keeps is an answer; one it does not keep rolls everything back, the claim of the key too. */
async function attempt(work: () => Promise<object>): Promise<Answer> {
  try {
    return { status: 200, body: JSON.stringify(await work()), replayed: false }
  } catch (error) {
    if (error instanceof StripeRefusal && error.kept) return refused(error)
    throw error
  }
}

/** False when somebody else has the key. The primary key answers, after the other's transaction has ended. */
async function claimKey(tx: SandboxDb, key: string, { endpoint, fingerprint, now }: Request): Promise<boolean> {
  const fresh = { endpoint, fingerprint, status: null, body: null, created_at: now }
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ key, ...fresh })
    .onConflict((taken) =>
      taken
        .column('key')
        .doUpdateSet(fresh)
        .where('idempotency_keys.created_at', '<=', new Date(now.getTime() - KEPT_MILLISECONDS)),
    )
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

async function replay(tx: SandboxDb, key: string, { endpoint, fingerprint }: Request): Promise<Answer> {
  const stored = await tx.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  if (stored.endpoint !== endpoint)
    throw mismatch(`for the same endpoint they were first used for ('${stored.endpoint}')`, key)
  if (stored.fingerprint !== fingerprint) throw mismatch('with the same parameters they were first used with', key)
  return { status: stored.status!, body: stored.body!, replayed: true }
}

function mismatch(how: string, key: string): StripeRefusal {
  const message = `Keys for idempotent requests can only be used ${how}. Try using a key other than '${key}' if you meant to execute a different request.`
  return new StripeRefusal(400, { type: 'idempotency_error', message }, false)
}

async function keepBreakdown(db: SandboxDb, key: string, request: Request, { status, body }: Answer): Promise<void> {
  const { endpoint, fingerprint, now } = request
  await db
    .insertInto('idempotency_keys')
    .values({ key, endpoint, fingerprint, status, body, created_at: now })
    .onConflict((taken) => taken.column('key').doNothing())
    .execute()
}
