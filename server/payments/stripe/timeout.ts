/**
 * Timeouts of calls to the payment service. In a request, a call gets three seconds and one retry, and all calls
 * together get eight seconds, so that a visitor has a response within ten. Jobs wait longer.
 *
 * Errors: `PaymentsUnavailable` when the outcome is unknown (no answer, a 5xx, a 429, an answer of the wrong shape);
 * the SDK's own errors when the service refused.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { PaymentsUnavailable } from '#domain/payments/checkout'

/** Options of the SDK: milliseconds for one call, and how often it is retried. */
export type Timeout = { timeout: number; maxNetworkRetries: number }
/** For calls made while a visitor waits. */
export const SHORT_TIMEOUT: Timeout = { timeout: 3_000, maxNetworkRetries: 1 }
/** For jobs. */
export const LONG_TIMEOUT: Timeout = { timeout: 8_000, maxNetworkRetries: 2 }

const REQUEST_TIMEOUT_MS = 8_000

const deadlines = new AsyncLocalStorage<number>()

/** Runs the work of one request, or a part of it. All its calls to the payment service share one deadline. */
export function withDeadline<Value>(work: () => Value, timeoutMs = REQUEST_TIMEOUT_MS): Value {
  return deadlines.run(Math.min(performance.now() + timeoutMs, deadlines.getStore() ?? Infinity), work)
}

/**
 * Runs one call of the SDK within the deadline of the current request, if there is one.
 *
 * @throws the SDK's error when the service refused (4xx); `PaymentsUnavailable` for everything that leaves the outcome
 *   unknown.
 */
export async function callStripe<Answer>(call: () => PromiseLike<Answer>): Promise<Answer> {
  try {
    return await beforeDeadline(call)
  } catch (error) {
    if (isRefusal(error)) throw error
    throw new PaymentsUnavailable('The payment service gave no usable answer', { cause: error })
  }
}

async function beforeDeadline<Answer>(call: () => PromiseLike<Answer>): Promise<Answer> {
  const deadline = deadlines.getStore()
  if (deadline === undefined) return call()
  const left = deadline - performance.now()
  if (left <= 0) throw new Error('The time for the payment service is used up')
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The payment service took too long')), left)
  })
  return Promise.race([call(), tooLate]).finally(() => clearTimeout(timer))
}

export function isRefusal(error: unknown): boolean {
  const status = errorStatus(error)
  return status >= 400 && status < 500 && status !== 409 && status !== 429
}

/** The service's own code for why it refused, such as `charge_already_refunded`. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'refused'
}

export const isMissing = (error: unknown) => errorStatus(error) === 404

/** True for a 5xx. The service stores it under the idempotency key, so that a retry with the same key gets it again. */
export function isReplayedFailure(error: unknown): boolean {
  return error instanceof PaymentsUnavailable && errorStatus(error.cause) >= 500
}

/** How many idempotency keys one checkout or refund may use: after a replayed failure the next attempt needs a new one. */
export const MAX_KEYS = 3

function errorStatus(error: unknown): number {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0
}
