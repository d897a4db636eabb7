/**
 * Waits and tries again where the payment service limits requests (429), which its SDK leaves to its callers. Nothing was done then,
 * and no answer is kept under the idempotency key. Source: docs.stripe.com/rate-limits, /api/idempotent_requests.
 */
import type { Stripe } from 'stripe'

type HttpClient = Stripe.HttpClient

/** Milliseconds before each further attempt of a call: half a minute in all. */
export const THROTTLE_WAITS_MS: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000, 16_000]

/** The longest that a response may ask for, in milliseconds. */
const MAX_WAIT_MS = 30_000

/** The client with `waits` between attempts, or what `Retry-After` says. The last answer is returned as it is. */
export function repeatThrottled(client: HttpClient, waits: readonly number[]): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      for (const wait of waits) {
        const response = await client.makeRequest(...request)
        if (response.getStatusCode() !== 429) return response
        response.dispose?.()
        // Up to a quarter more, so that calls that were refused together do not return together.
        const milliseconds = (readRetryAfter(response.getHeaders()) ?? wait) * (1 + Math.random() / 4)
        await new Promise((resolve) => setTimeout(resolve, milliseconds))
      }
      return client.makeRequest(...request)
    },
  }
}

/** In milliseconds. Null unless it is a number of seconds. */
function readRetryAfter(headers: Record<string, unknown>): number | null {
  const seconds = headers['retry-after']
  return typeof seconds === 'string' && /^\d{1,6}$/.test(seconds)
    ? Math.min(Number(seconds) * 1_000, MAX_WAIT_MS)
    : null
}
