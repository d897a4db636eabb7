/** Errors of the JSON API: RFC 9457 problem details, with a `code` for programs and, for bad fields, a message each. */
import { z } from '@hono/zod-openapi'
import type { TypedResponse } from 'hono'
import type { ZodError } from 'zod'
import { fieldErrors, type FieldErrors } from '#server/platform/http/form'
import * as m from '#messages/problems'

/** The one table from error code to HTTP status and title. Others that need a status take it from here (`problemStatus`). */
const problems = {
  invalid: [400, m.someInvalid],
  unauthorized: [401, m.signInFirst],
  key_needed: [401, m.sendKey],
  wrong_key: [401, m.wrongKey],
  unproven: [403, m.confirmFirst],
  forbidden: [403, m.otherSite],
  missing_scope: [403, m.missingScope],
  not_found: [404, m.notFound],
  method_not_allowed: [405, m.methodNotAllowed],
  slot_taken: [409, m.slotTaken],
  ambiguous_mentor: [409, m.ambiguousMentor],
  price_changed: [409, m.priceChanged],
  no_credit: [409, m.noCredit],
  no_payment_link: [409, m.noPaymentLink],
  not_cancellable: [409, m.notCancellable],
  refund_changed: [409, m.refundChanged],
  already_paid: [409, m.alreadyPaid],
  too_large: [413, m.tooLarge],
  unsupported_type: [415, m.sendJson],
  slot_not_bookable: [422, m.slotNotOffered],
  code_not_valid: [422, m.codeNotValid],
  key_reused: [422, m.keyReused],
  too_many: [429, m.tooMany],
  too_many_holds: [429, m.tooManyHolds],
  internal: [500, m.internal],
  payments_unavailable: [502, m.paymentsUnavailable],
  unavailable: [503, m.unavailable],
} as const

export type ProblemCode = keyof typeof problems

const problemSchema = z
  .object({
    type: z.literal('about:blank').openapi({ description: m.problemType() }),
    title: z.string().openapi({ description: m.problemTitle() }),
    status: z.int().openapi({ description: m.problemStatus() }),
    code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]).openapi({ description: m.problemCode() }),
    errors: z.record(z.string(), z.string()).optional().openapi({ description: m.problemErrors() }),
  })
  .openapi('Problem')

export const problemStatus = (code: ProblemCode): number => problems[code][0]

/** Typed so that it fits beside the typed responses of any operation. */
export type ProblemResponse = Response & TypedResponse<never, never, never>

/** `more` is added to the body: `errors`, `alternatives`, `price`. */
export function problem(code: ProblemCode, more: Record<string, unknown> = {}): ProblemResponse {
  const [status, title] = problems[code]
  return new Response(JSON.stringify({ type: 'about:blank', title: title(), status, code, ...more }), {
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
  const refusal = problem('unavailable', { title: m.tooManyNow() })
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
  const errors = code === 'invalid' ? { errors: { email: m.enterEmailSuch() } } : {}
  return { type: 'about:blank' as const, title: title(), status, code, ...errors }
}

type Titled = readonly [code: ProblemCode, title: () => string]

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
        description: of.map(([, title]) => title()).reduce((first, second) => m.eitherProblem({ first, second })),
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
  description: m.retryAfter(),
  required: true,
  schema: { type: 'integer' as const, minimum: 0 },
}
