/** Stripe's errors: `{error: {type, code, message, param}}` with a status. https://docs.stripe.com/api/errors */

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

export class StripeApiError extends Error {
  readonly status: number
  readonly body: { error: { type: ErrorType; message: string; code?: string; param?: string } }
  /**
   * True if the error is stored under the idempotency key. Stripe stores it once the work has begun, not for bad
   * parameters.
   */
  readonly kept: boolean

  constructor(status: number, error: StripeApiError['body']['error'], kept: boolean) {
    super(error.message)
    this.status = status
    this.body = { error }
    this.kept = kept
  }
}

/** 400 for an invalid parameter. */
export function badParameter(param: string, message: string, code?: string): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, param, ...(code ? { code } : {}) }, false)
}

/** 400 for a request that the object's state does not allow. */
export function wrongState(message: string, code?: string, param?: string): StripeApiError {
  const error = {
    type: 'invalid_request_error' as const,
    message,
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  }
  return new StripeApiError(400, error, true)
}

/**
 * 404 `resource_missing`. `param` is the parameter that named the object; for one in the path Stripe says `id` or a
 * short name.
 */
export function notFound(resource: string, id: string, param: string): StripeApiError {
  const message = `No such ${resource}: '${id}'`
  return new StripeApiError(404, { type: 'invalid_request_error', message, param, code: 'resource_missing' }, true)
}

/** 400 `resource_missing`: the cursor in `param` does not exist. https://docs.stripe.com/api/pagination */
export function cursorNotFound(
  resource: string,
  id: string,
  param: 'starting_after' | 'ending_before',
): StripeApiError {
  return badParameter(param, `No such ${resource}: '${id}'`, 'resource_missing')
}

/** 400. Stripe accepts all of its API versions; the stand-in has one, and rejects others with Stripe's message. */
export function unknownVersion(version: string): StripeApiError {
  const message = `Invalid Stripe API version: ${version}`
  return new StripeApiError(400, { type: 'invalid_request_error', message }, false)
}

/** 400. Stripe serves it for connected accounts as well; the stand-in does not, and must not act as the platform. */
export function notForConnected(): StripeApiError {
  const message = 'The sandbox does not serve this request for a connected account (Stripe-Account).'
  return new StripeApiError(400, { type: 'invalid_request_error', message }, false)
}

export function unauthorized(key: string | null): StripeApiError {
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.length > 12 ? key.slice(-4) : ''}`
    : "You did not provide an API key. Provide it in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
  return new StripeApiError(401, { type: 'invalid_request_error', message }, false)
}

/**
 * 403 `account_invalid`: the account does not exist, or revoked the platform's access.
 * https://docs.stripe.com/error-codes#account-invalid
 */
export function accountInvalid(account: string): StripeApiError {
  const message = `The provided key 'sk_test_***' does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`
  return new StripeApiError(403, { type: 'invalid_request_error', message, code: 'account_invalid' }, true)
}
