/** How Stripe says no: `{error: {type, code, message, param}}` with a status. https://docs.stripe.com/api/errors */

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

export class StripeRefusal extends Error {
  readonly status: number
  readonly body: { error: { type: ErrorType; message: string; code?: string; param?: string } }
  /** Whether the answer is kept under its idempotency key. Stripe keeps it once the work has begun, not for bad parameters. */
  readonly kept: boolean

  constructor(status: number, error: StripeRefusal['body']['error'], kept: boolean) {
    super(error.message)
    this.status = status
    this.body = { error }
    this.kept = kept
  }
}

/** 400 for a parameter that can never work. */
export function badParameter(param: string, message: string, code?: string): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, param, ...(code ? { code } : {}) }, false)
}

/** 400 for a request that does not fit the state of things. */
export function wrongState(message: string, code?: string, param?: string): StripeRefusal {
  const error = {
    type: 'invalid_request_error' as const,
    message,
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  }
  return new StripeRefusal(400, error, true)
}

/** 404 `resource_missing`. `param` is the parameter that named it; in an address Stripe says `id` or the resource's short name. */
export function missing(resource: string, id: string, param: string): StripeRefusal {
  const message = `No such ${resource}: '${id}'`
  return new StripeRefusal(404, { type: 'invalid_request_error', message, param, code: 'resource_missing' }, true)
}

/** 400 `resource_missing`: the end of a page, named by `param`, is nowhere. https://docs.stripe.com/api/pagination */
export function missingCursor(resource: string, id: string, param: 'starting_after' | 'ending_before'): StripeRefusal {
  return badParameter(param, `No such ${resource}: '${id}'`, 'resource_missing')
}

/** 400. Stripe speaks every version it ever had; the stand-in one, and refuses any other in Stripe's words. */
export function unknownVersion(version: string): StripeRefusal {
  const message = `Invalid Stripe API version: ${version}`
  return new StripeRefusal(400, { type: 'invalid_request_error', message }, false)
}

export function unauthorized(key: string | null): StripeRefusal {
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.length > 12 ? key.slice(-4) : ''}`
    : "You did not provide an API key. Provide it in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
  return new StripeRefusal(401, { type: 'invalid_request_error', message }, false)
}
