/** The JSON API and its OpenAPI 3.1 document, made from the same schemas. */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { API_SCOPES } from '#domain/accounts/api-keys'
import { checkoutApi } from '#server/bookings/api'
import { packageCancelApi } from '#server/public-api/package-cancel-api'
import { packagesApi } from '#server/public-api/packages-api'
import { bookingsApi } from '#server/public-api/bookings-api'
import { bookingListApi } from '#server/public-api/list-api'
import { apiCheckoutApi } from '#server/public-api/checkout-api'
import type { App } from '#server/context'
import { readApiKey, type ApiEnv } from '#server/public-api/api-key-guard'
import { problem, problemResponses } from '#server/platform/http/problem'
import { whyNotReady } from '#server/site/monitoring/readiness'
import { allSlotsApi, API_V1, json, mentorApi } from '#server/mentors/api'
import { freeSlotsApi } from '#server/mentors/slots-api'
import { choices, searchApi } from '#server/search/api'
import { WEBHOOKS } from '#server/public-api/webhooks/events-api'
import * as m from '#messages/api'
import { SCOPE_WORDS } from '#words/api-scopes'

export const MAX_BODY_BYTES = 32 * 1024 // The largest honest booking is under 4 KB.

/** The page that shows the document to people is a page like any other. */
const DOCS_PAGE = /^\/api\/docs(\.data)?$/

/** Whether the API responds at a path, and not a page. */
export const isApiPath = (path: string): boolean => /^\/api(\/|$)/.test(path) && !DOCS_PAGE.test(path)

const readyRoute = createRoute({
  method: 'get',
  path: '/readyz',
  tags: [m.healthTag()],
  operationId: 'getReadiness',
  security: [],
  summary: m.getReadinessSummary(),
  responses: {
    200: json(
      z.object({ status: z.literal('ok').openapi({ description: m.getReadinessStatus() }) }),
      m.getReadinessResponse(),
      { status: 'ok' },
    ),
    ...problemResponses('method_not_allowed', 'unavailable'),
  },
})

const describeScopes = () =>
  API_SCOPES.map((scope) => m.apiScopeMeaning({ scope, meaning: SCOPE_WORDS[scope]() })).join(' ')

export function createApi(app: App) {
  const api = new OpenAPIHono<ApiEnv>()
  api.openAPIRegistry.registerComponent('securitySchemes', 'key', {
    type: 'http',
    scheme: 'bearer',
    description: m.apiKeyScheme({ scopes: describeScopes() }),
  })
  api.openAPIRegistry.register('Choices', choices) // Without the meaning of the field in which it is met first.
  for (const webhook of WEBHOOKS) api.openAPIRegistry.registerWebhook(webhook)
  api.use(`${API_V1}/*`, readApiKey(app))
  for (const path of [
    '/create-checkout-session',
    `${API_V1}/checkout`,
    `${API_V1}/bookings/:reference/cancel`,
    `${API_V1}/packages`,
    `${API_V1}/packages/:reference/sessions`,
    `${API_V1}/packages/:reference/cancel`,
  ])
    api.use(path, postsJson)
  for (const path of [`${API_V1}/mentors/*`, `${API_V1}/openapi.json`]) api.use(path, readableAnywhere)
  for (const base of [API_V1, '/api']) {
    api.route('/', searchApi(app, base))
    api.route('/', mentorApi(app, base))
  }
  api.route('/', freeSlotsApi(app))
  api.route('/', allSlotsApi(app))
  api.route('/', apiCheckoutApi(app))
  api.route('/', checkoutApi(app))
  api.route('/', bookingsApi(app))
  api.route('/', packagesApi(app))
  api.route('/', packageCancelApi(app))
  api.route('/', bookingListApi(app))
  api.openapi(readyRoute, async (c) => {
    return (await whyNotReady(app)) ?? c.json({ status: 'ok' as const }, 200, { 'cache-control': 'no-store' })
  })
  for (const path of [`${API_V1}/openapi.json`, '/api/openapi.json']) api.get(path, (c) => c.json(describe(app, api)))
  api.get('/healthz', () => api.request('/readyz')) // Its older name.
  for (const path of ['/api/*', '/create-checkout-session', '/readyz']) api.all(path, refuseTheRest(api))
  return api
}

/** The OpenAPI document, for the page that shows it. */
export const describeApi = (app: App): object => describe(app, createApi(app))

function describe({ config }: App, api: OpenAPIHono<ApiEnv>) {
  return api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: m.apiTitle({ siteName: config.SITE_NAME }),
      version: '1',
      description: [m.apiPurpose(), m.apiConventions(), m.apiExamples(), m.apiVersions()].join('\n\n'),
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: config.PUBLIC_URL }],
    tags: [
      { name: m.mentorsTag(), description: m.mentorsTagDescription() },
      { name: m.bookingTag(), description: m.bookingTagDescription() },
      { name: m.ownAppsTag(), description: m.ownAppsTagDescription() },
      { name: m.healthTag(), description: m.healthTagDescription() },
    ],
  })
}

/** JSON only: a form of another site can send other types without asking first. */
const postsJson: MiddlewareHandler = async (c, next) => {
  if (c.req.method !== 'POST') return next()
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  return type === 'application/json' ? next() : problem('unsupported_type')
}

/** What no operation took: 405 at an address that takes other methods (RFC 9110 §15.5.6), otherwise 404. */
function refuseTheRest(api: OpenAPIHono<ApiEnv>): MiddlewareHandler {
  const operations = api.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({ method, address: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }))
  return async (c, next) => {
    if (DOCS_PAGE.test(c.req.path)) return next()
    const methods = operations.filter(({ address }) => address.test(c.req.path)).map(({ method }) => method)
    if (methods.length === 0) return problem('not_found')
    const response = problem('method_not_allowed')
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    response.headers.set('allow', [...new Set(allowed)].join(', '))
    return response
  }
}

/** Scripts of any site may read the response: it is the same for everyone. */
const readableAnywhere: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('access-control-allow-origin', '*')
}
