/** The JSON API and its OpenAPI 3.1 document, made from the same schemas. */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { checkoutApi } from '#server/bookings/api'
import { bookingsApi } from '#server/bookings/programs/bookings-api'
import { bookingListApi } from '#server/bookings/programs/list-api'
import { programCheckoutApi } from '#server/bookings/programs/checkout-api'
import type { App } from '#server/context'
import { needsScopeOfKey, readApiKey, type ApiEnv } from '#server/http/api-key-guard'
import { problem, problemResponses } from '#server/http/problem'
import { whyNotReady } from '#server/http/readiness'
import { allSlotsApi, API_V1, json, mentorApi } from '#server/mentors/api'
import { freeSlotsApi } from '#server/mentors/slots-api'
import { searchApi } from '#server/search/api'

export const MAX_BODY_BYTES = 32 * 1024 // The largest honest booking is under 4 KB.

/** The page that shows the document to people is a page like any other. */
const DOCS_PAGE = /^\/api\/docs(\.data)?$/

/** Whether the API responds at a path, and not a page. */
export const isApiPath = (path: string): boolean => /^\/api(\/|$)/.test(path) && !DOCS_PAGE.test(path)

const readyRoute = createRoute({
  method: 'get',
  path: '/readyz',
  tags: ['The product'],
  summary: 'Whether the product is ready: its database answers, and the list of mentors is read',
  responses: {
    200: json(z.object({ status: z.literal('ok') }), 'It is', { status: 'ok' }),
    ...problemResponses('unavailable'),
  },
})

const DESCRIPTION = `Mentors, their free times, and booking. What is public needs no key.

Answers are JSON. A refusal is application/problem+json (RFC 9457) with a code for programs; for bad fields, errors has a message each. Instants are UTC unless they have an offset; sums are in minor units, so that 4500 is £45.00. Cookies are not read under ${API_V1}. What is read of mentors may be read by scripts of any site.

Fields may be added to answers at any time. What is taken away or changed comes under another number. /api/mentors, /api/mentors/{slug} and /api/openapi.json are the same at addresses of before version 1.`

export function createApi(app: App) {
  const api = new OpenAPIHono<ApiEnv>()
  api.openAPIRegistry.registerComponent('securitySchemes', 'key', {
    type: 'http',
    scheme: 'bearer',
    description: 'A key that an admin made: lf_ and 43 letters. What is public needs none.',
  })
  api.use(`${API_V1}/*`, readApiKey(app))
  api.use(`${API_V1}/mentors/*`, needsScopeOfKey('mentors:read'))
  for (const path of ['/create-checkout-session', `${API_V1}/checkout`, `${API_V1}/bookings/:reference/cancel`])
    api.use(path, postsJson)
  for (const path of [`${API_V1}/mentors/*`, `${API_V1}/openapi.json`]) api.use(path, readableAnywhere)
  for (const base of [API_V1, '/api']) {
    api.route('/', searchApi(app, base))
    api.route('/', mentorApi(app, base))
  }
  api.route('/', freeSlotsApi(app))
  api.route('/', allSlotsApi(app))
  api.route('/', programCheckoutApi(app))
  api.route('/', bookingListApi(app))
  api.route('/', bookingsApi(app))
  api.route('/', checkoutApi(app))
  api.openapi(readyRoute, async (c) => {
    return (await whyNotReady(app)) ?? c.json({ status: 'ok' as const }, 200, { 'cache-control': 'no-store' })
  })
  for (const path of [`${API_V1}/openapi.json`, '/api/openapi.json']) api.get(path, (c) => c.json(describe(app, api)))
  api.get('/healthz', () => api.request('/readyz')) // Its older name.
  api.all('/api/*', (c, next) => (isApiPath(c.req.path) ? Promise.resolve(problem('not_found')) : next()))
  return api
}

/** The OpenAPI document, for the page that shows it. */
export const describeApi = (app: App): object => describe(app, createApi(app))

function describe({ config }: App, api: OpenAPIHono<ApiEnv>) {
  return api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: `${config.SITE_NAME} API`, version: '1', description: DESCRIPTION },
    servers: [{ url: config.PUBLIC_URL }],
    tags: [
      { name: 'Mentors', description: 'Who there is, what they sell, and when they are free.' },
      { name: 'Booking', description: 'Holding a time, and what becomes of it.' },
      {
        name: 'Your own programs',
        description:
          'For those who run the site. An admin makes a key at Keys for programs, in the admins’ pages; it is sent as Authorization: Bearer lf_…, and has a limit of its own: 600 requests a minute.',
      },
      { name: 'The product', description: 'For those who run it.' },
    ],
  })
}

/** JSON only: a form of another site can send other types without asking first. */
const postsJson: MiddlewareHandler = async (c, next) => {
  if (c.req.method !== 'POST') {
    const response = problem('method_not_allowed')
    response.headers.set('allow', 'POST') // RFC 9110 §15.5.6.
    return response
  }
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  return type === 'application/json' ? next() : problem('unsupported_type')
}

/** Scripts of any site may read the response: it is the same for everybody. */
const readableAnywhere: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('access-control-allow-origin', '*')
}
