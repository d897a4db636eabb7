/** Authorises API requests by the scopes of their key. Cookies are ignored. */
import type { Context, MiddlewareHandler } from 'hono'
import type { ApiScope } from '#domain/accounts/api-keys'
import { identifyKey, type ApiKey } from '#server/accounts/api-keys/api-keys'
import type { App } from '#server/context'
import { clientOfRequest } from '#server/platform/http/client'
import { problem, tooMany, type ProblemResponse } from '#server/platform/http/problem'

/** What a handler of the API finds in its context. */
export type ApiEnv = { Variables: { apiKey?: ApiKey } }

/** Middleware: reads the key of a request. A request without one goes on, with what is public; one with a wrong key does not. */
export function readApiKey(app: App): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const authorization = c.req.header('authorization')
    if (authorization === undefined) return next()
    const { client } = clientOfRequest(app, c.req.raw, c.env as never)
    const identified = await identifyKey(app, authorization, client)
    if (!identified.ok)
      return identified.error.code === 'too_many'
        ? tooMany(identified.error.retryAfter)
        : withChallenge(problem('wrong_key'))
    c.set('apiKey', identified.value)
    return next()
  }
}

/** Null if the request has a key with this scope; otherwise the response. `title`: what to send, in place of the usual words. */
export function refuseWithout(c: Context<ApiEnv>, scope: ApiScope, title?: string): ProblemResponse | null {
  const key = c.get('apiKey')
  if (!key) return withChallenge(problem('key_needed', title ? { title } : {}))
  return key.scopes.includes(scope) ? null : problem('missing_scope', { scope })
}

/** RFC 9110 §11.6.1. */
function withChallenge(response: ProblemResponse): ProblemResponse {
  response.headers.set('www-authenticate', 'Bearer')
  return response
}
