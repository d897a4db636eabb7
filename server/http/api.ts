/** The JSON API and its OpenAPI 3.1 document, made from the same schemas. */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { App } from '#server/context'
import { ping } from '#server/db/connect'
import { checkoutApi } from '#server/bookings/api'
import { mentorApi } from '#server/mentors/api'
import { problem, problemResponses } from './problem.ts'
import { searchApi } from '#server/search/api'

export const MAX_BODY_BYTES = 32 * 1024 // The largest honest booking is under 4 KB.

const healthRoute = createRoute({
  method: 'get',
  path: '/healthz',
  summary: 'Whether the product and its database answer',
  responses: {
    200: { description: 'They do', content: { 'application/json': { schema: z.object({ status: z.literal('ok') }) } } },
    ...problemResponses('unavailable'),
  },
})

export function createApi(app: App) {
  const api = new OpenAPIHono()
  api.use('/create-checkout-session', async (c, next) => {
    if (c.req.method !== 'POST') {
      const response = problem('method_not_allowed')
      response.headers.set('allow', 'POST') // RFC 9110 §15.5.6.
      return response
    }
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    return type === 'application/json' ? next() : problem('unsupported_type')
  })
  api.route('/', searchApi(app))
  api.route('/', mentorApi(app))
  api.route('/', checkoutApi(app))
  api.doc31('/api/openapi.json', () => ({
    openapi: '3.1.0',
    info: {
      title: `${app.config.SITE_NAME} API`,
      version: '1',
      description: 'Mentors, their free times, and booking.',
    },
    servers: [{ url: app.config.PUBLIC_URL }],
  }))
  api.openapi(healthRoute, async (c) => {
    await ping(app.db)
    return c.json({ status: 'ok' as const }, 200, { 'cache-control': 'no-store' })
  })
  api.all('/api/*', () => problem('not_found'))
  return api
}
