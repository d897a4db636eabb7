/**
 * Idempotency keys. The first request with a key does the work; later ones get the same status and body for 24 hours,
 * errors and even a 500 included. The key is claimed in the transaction that does the work, so a crash leaves neither,
 * and concurrent requests with one key wait for the first and get its answer.
 * https://docs.stripe.com/api/idempotent_requests
 */
import { StripeApiError } from './errors.ts'
import type { Change, SandboxDb } from '../tables.ts'

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000

export type StoredResponse = { status: number; body: string; replayed: boolean }
/** A deliberate 500, before or after the work is done. */
export type Breakdown = 'before' | 'after' | null
type Request = { key: string | null; endpoint: string; fingerprint: string; now: Date; breakdown: Breakdown }

/**
 * Runs `work` in one transaction, once per key. Errors other than `StripeApiError` go to `onError` and become a 500.
 */
export async function runOnce(
  db: SandboxDb,
  request: Request,
  work: (change: Change) => Promise<object>,
  onError: (error: unknown) => void,
): Promise<StoredResponse> {
  const { key, now } = request
  try {
    return await db.transaction().execute(async (tx) => {
      if (key !== null && !(await claimKey(tx, key, request))) return replay(tx, key, request)
      const worked = request.breakdown === 'before' ? null : await attempt(() => work({ tx, now, idempotencyKey: key }))
      const response = worked && request.breakdown === null ? worked : serverError()
      if (key !== null) {
        const { status, body } = response
        await tx.updateTable('idempotencyKeys').set({ status, body }).where('key', '=', key).execute()
      }
      return response
    })
  } catch (error) {
    if (error instanceof StripeApiError) return errorResponse(error)
    onError(error)
    const response = serverError()
    if (key !== null) await storeServerError(db, key, request, response).catch(onError)
    return response
  }
}

/**
 * The answer 500. If it is stored under a key, `Stripe-Should-Retry: false` is sent with it, because a retry would get
 * it again.
 */
export function serverError(): StoredResponse {
  const error = { type: 'api_error', message: 'An unknown error occurred' }
  return { status: 500, body: JSON.stringify({ error }), replayed: false }
}

export function errorResponse(error: StripeApiError): StoredResponse {
  return { status: error.status, body: JSON.stringify(error.body), replayed: false }
}

/** An error that Stripe stores becomes an answer; any other rolls back everything, including the claim of the key. */
async function attempt(work: () => Promise<object>): Promise<StoredResponse> {
  try {
    return { status: 200, body: JSON.stringify(await work()), replayed: false }
  } catch (error) {
    if (error instanceof StripeApiError && error.kept) return errorResponse(error)
    throw error
  }
}

/** False if another request has the key. The primary key decides, once the other's transaction has ended. */
async function claimKey(tx: SandboxDb, key: string, { endpoint, fingerprint, now }: Request): Promise<boolean> {
  const fresh = { endpoint, fingerprint, status: null, body: null, createdAt: now }
  const claimed = await tx
    .insertInto('idempotencyKeys')
    .values({ key, ...fresh })
    .onConflict((taken) =>
      taken
        .column('key')
        .doUpdateSet(fresh)
        .where('idempotencyKeys.createdAt', '<=', new Date(now.getTime() - KEY_LIFETIME_MS)),
    )
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

async function replay(tx: SandboxDb, key: string, { endpoint, fingerprint }: Request): Promise<StoredResponse> {
  const stored = await tx.selectFrom('idempotencyKeys').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  if (stored.endpoint !== endpoint)
    throw mismatch(`for the same endpoint they were first used for ('${stored.endpoint}')`, key)
  if (stored.fingerprint !== fingerprint) throw mismatch('with the same parameters they were first used with', key)
  return { status: stored.status!, body: stored.body!, replayed: true }
}

function mismatch(how: string, key: string): StripeApiError {
  const message = `Keys for idempotent requests can only be used ${how}. Try using a key other than '${key}' if you meant to execute a different request.`
  return new StripeApiError(400, { type: 'idempotency_error', message }, false)
}

async function storeServerError(
  db: SandboxDb,
  key: string,
  request: Request,
  { status, body }: StoredResponse,
): Promise<void> {
  const { endpoint, fingerprint, now } = request
  await db
    .insertInto('idempotencyKeys')
    .values({ key, endpoint, fingerprint, status, body, createdAt: now })
    .onConflict((taken) => taken.column('key').doNothing())
    .execute()
}
