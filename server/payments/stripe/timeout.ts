/**
 * How long the payment service is waited for. In a request three seconds a call, once more if that fails, and eight for
 * all calls together: a visitor hears within ten. Jobs have more patience.
 *
 * Errors: `PaymentsUnavailable` when nobody can say what happened (no answer, a 5xx, a 429, an answer of the wrong
 * shape); the SDK's own errors when the service refused.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { PaymentsUnavailable } from '#domain/payments/checkout'

/** Milliseconds for a call, and how often it is tried again. */
export const HASTY = { timeout: 3_000, maxNetworkRetries: 1 }
export const PATIENT = { timeout: 8_000, maxNetworkRetries: 2 }

const REQUEST_MILLISECONDS = 8_000

const deadlines = new AsyncLocalStorage<number>()

/** Runs a request, whose calls to the payment service have one deadline in common. */
export function withDeadline<Value>(work: () => Value): Value {
  return deadlines.run(performance.now() + REQUEST_MILLISECONDS, work)
}

/** A refusal (4xx) passes through; whatever leaves the outcome unknown becomes `PaymentsUnavailable`. */
export async function ask<Answer>(call: () => PromiseLike<Answer>): Promise<Answer> {
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
  const status = statusOf(error)
  return status >= 400 && status < 500 && status !== 409 && status !== 429
}

/** Why the service refused, in its own word. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'refused'
}

export const isMissing = (error: unknown) => statusOf(error) === 404

/** The service answered that it failed. It keeps that answer under the idempotency key: asking again repeats it. */
export function isKeptFailure(error: unknown): boolean {
  return error instanceof PaymentsUnavailable && statusOf(error.cause) >= 500
}

function statusOf(error: unknown): number {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0
}
