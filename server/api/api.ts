/** The JSON API and its OpenAPI 3.1 document, both made from the same schemas. */
import { OpenAPIHono } from '@hono/zod-openapi'
import { sql } from 'kysely'
import type { App } from '#server/context'
import { checkoutApi } from './checkout.ts'
import { mentorApi } from './mentors.ts'
import { problem } from './problem.ts'

export const LARGEST_BODY = 32 * 1024 // Bytes. The largest honest booking is under 4 KB.

export function createApi(app: App) {
  const api = new OpenAPIHono()
  api.use('/create-checkout-session', async (c, next) => {
    if (c.req.method !== 'POST') return problem('method_not_allowed')
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    return type === 'application/json' ? next() : problem('unsupported_type')
  })
  api.route('/', mentorApi(app))
  api.route('/', checkoutApi(app))
  api.doc31('/api/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: `${app.config.SITE_NAME} API`,
      version: '1',
      description: 'Mentors, their free times, and booking.',
    },
    servers: [{ url: app.config.PUBLIC_URL }],
  })
  api.get('/healthz', async (c) => {
    await sql`select 1`.execute(app.db)
    return c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' })
  })
  api.all('/api/*', () => problem('not_found'))
  return api
}
