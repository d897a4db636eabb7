/** Errors of the JSON API: RFC 9457 problem details, with a `code` for programs and, for bad fields, a message each. */
import { z } from '@hono/zod-openapi'
import type { TypedResponse } from 'hono'
import type { ZodError } from 'zod'
import { fieldErrors, type FieldErrors } from '#server/platform/http/form'

/** The one table from error code to HTTP status and title. Others that need a status take it from here (`problemStatus`). */
const problems = {
  invalid: [400, 'Some fields are invalid'],
  unauthorized: [401, 'Sign in first'],
  key_needed: [401, 'Send an API key as a bearer token'],
  wrong_key: [401, 'This API key is unknown or was revoked'],
  unproven: [403, 'Confirm that it’s you first'],
  forbidden: [403, 'This request came from another site'],
  missing_scope: [403, 'This API key lacks the required scope'],
  not_found: [404, 'This resource does not exist'],
  method_not_allowed: [405, 'This endpoint does not allow this method'],
  slot_taken: [409, 'This time was just booked'],
  ambiguous_mentor: [409, 'Several mentors have this name; send mentor.id'],
  price_changed: [409, 'The price has changed'],
  not_cancellable: [409, 'It has started or ended, or needs the secret of the emailed link'],
  refund_changed: [409, 'The refund is less by now; nothing was cancelled'],
  already_paid: [409, 'The time you held was just paid and is booked'],
  too_large: [413, 'The request is too large: at most 32 KB, or 10 MB for a picture'],
  unsupported_type: [415, 'Send application/json'],
  slot_not_bookable: [422, 'This time is not offered'],
  key_reused: [422, 'This Idempotency-Key was already used with a different request'],
  too_many: [429, 'Too many requests; try again later'],
  too_many_holds: [429, 'Too many times are held or booked; pay for a held one, or wait'],
  internal: [500, 'Something went wrong on our side'],
  payments_unavailable: [502, 'The payment service is not responding; nothing was booked or charged'],
  unavailable: [503, 'This is not available at the moment; try again shortly'],
} as const

export type ProblemCode = keyof typeof problems

const problemSchema = z
  .object({
    type: z.literal('about:blank').openapi({ description: 'RFC 9457: the status says what kind it is' }),
    title: z.string().openapi({ description: 'Human-readable' }),
    status: z.int().openapi({ description: 'The HTTP status' }),
    code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]).openapi({ description: 'Machine-readable' }),
    errors: z.record(z.string(), z.string()).optional().openapi({ description: 'A message per field, by its path' }),
  })
  .openapi('Problem')

export const problemStatus = (code: ProblemCode): number => problems[code][0]

/** Typed so that it fits beside the typed responses of any operation. */
export type ProblemResponse = Response & TypedResponse<never, never, never>

/** `more` is added to the body: `errors`, `alternatives`, `price`. */
export function problem(code: ProblemCode, more: Record<string, unknown> = {}): ProblemResponse {
  const [status, title] = problems[code]
  return new Response(JSON.stringify({ type: 'about:blank', title, status, code, ...more }), {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  }) as ProblemResponse
}

export function invalid(errors: FieldErrors): ProblemResponse {
  return problem('invalid', { errors })
}

/** `retryAfter`: seconds (RFC 6585 §4). */
export function tooMany(retryAfter: number, code: 'too_many' | 'too_many_holds' = 'too_many'): ProblemResponse {
  const refusal = problem(code)
  refusal.headers.set('retry-after', String(retryAfter))
  return refusal
}

/** The process has more to do than it can. `retryAfter`: seconds (RFC 9110 §15.6.4). */
export function busy(retryAfter: number): ProblemResponse {
  const refusal = problem('unavailable', { title: 'Too many requests right now; try again shortly' })
  refusal.headers.set('retry-after', String(retryAfter))
  return refusal
}

/** Hook for `OpenAPIHono`: what its validation refuses becomes a problem as well. */
export function refuseInvalid(result: { success: true } | { success: false; error: ZodError }): Response | undefined {
  return result.success ? undefined : invalid(fieldErrors(result.error))
}

/** What a problem says, as an example in the API's document. */
function makeExample([code, title]: Titled) {
  const status = problemStatus(code)
  const errors = code === 'invalid' ? { errors: { email: 'Enter an email address such as ada@example.com' } } : {}
  return { type: 'about:blank' as const, title, status, code, ...errors }
}

type Titled = readonly [code: ProblemCode, title: string]

/**
 * The responses that an operation documents for these codes, with an example of each. A code may come with a title in place of
 * the table's. Every operation may be `unavailable`.
 */
export function problemResponses(...refusals: (ProblemCode | Titled)[]): Record<never, never> {
  const titled = [...refusals, 'unavailable' as const].map((refusal): Titled =>
    typeof refusal === 'string' ? [refusal, problems[refusal][1]] : refusal,
  )
  const byStatus = Object.groupBy(titled, ([code]) => problemStatus(code)) as Record<number, Titled[]>
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, [...of]]) => [
      status,
      {
        description: of.map(([, title]) => title).join('. Or: '),
        ...(['429', '503'].includes(status) && { headers: { 'Retry-After': RETRY_AFTER } }),
        content: {
          'application/problem+json': {
            schema: problemSchema,
            examples: Object.fromEntries(of.map((each) => [each[0], { value: makeExample(each) }])),
          },
        },
      },
    ]),
  )
}

const RETRY_AFTER = {
  description: 'Seconds after which to try again',
  required: true,
  schema: { type: 'integer' as const, minimum: 0 },
}
