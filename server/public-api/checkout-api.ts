/**
 * `POST /api/v1/checkout`: holds a time and returns the address of its checkout. The rules are the site's own. No
 * cookie is read: a client marks a retry by its `Idempotency-Key`.
 */
import { createHash } from 'node:crypto'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Client } from '#domain/accounts/client'
import {
  bookingSchema,
  CHECKOUT_PROBLEMS,
  checkoutSchema,
  openCheckoutFor,
  withLink,
  type OpenedCheckout,
} from '#server/bookings/api'
import { PROGRAM_CHECKOUT_EXAMPLE } from '#server/bookings/api-examples'
import { checkoutSecret } from '#server/bookings/booking-link'
import type { BookingClient } from '#server/bookings/holds/hold-request'
import { findKey, keepResponse, insertIdempotencyKey } from '#server/platform/idempotency-queries'
import type { App } from '#server/context'
import { clientOfRequest } from '#server/platform/http/client'
import { limitByNetwork } from '#server/accounts/sign-in/attempts'
import { problem, problemResponses, refuseInvalid, tooMany, type ProblemResponse } from '#server/platform/http/problem'
import { API_V1, json, MAY_SEND_KEY } from '#server/mentors/api'
import { CHECKOUT_REQUEST_EXAMPLE } from '#server/mentors/api-examples'
import { err, ok, type Result } from '#domain/result'
import * as m from '#messages/api'

const apiCheckoutSchema = checkoutSchema
  .extend({
    secret: z.string().openapi({ description: m.createCheckoutSecret() }),
  })
  .openapi('ProgramCheckout')

const checkoutRoute = createRoute({
  method: 'post',
  path: `${API_V1}/checkout` as const,
  tags: [m.bookingTag()],
  operationId: 'createCheckout',
  security: MAY_SEND_KEY,
  summary: m.createCheckoutSummary(),
  description: m.createCheckoutDescription({ terms: m.createCheckoutTerms() }),
  request: {
    headers: z.object({
      'idempotency-key': z
        .string()
        .regex(/^[\x21-\x7e]{8,200}$/, { error: m.sendIdempotencyKey })
        .optional()
        .openapi({
          description: m.createCheckoutIdempotencyKey(),
          example: '4b0f6f0e-5a54-4b7c-9a53-6f0c6d2f7a18',
        }),
    }),
    body: {
      required: true,
      content: { 'application/json': { schema: bookingSchema, example: CHECKOUT_REQUEST_EXAMPLE } },
    },
  },
  responses: {
    200: json(apiCheckoutSchema, m.createCheckoutResponse(), PROGRAM_CHECKOUT_EXAMPLE),
    ...problemResponses(...CHECKOUT_PROBLEMS, 'wrong_key', 'key_reused', 'too_many'),
  },
})

export function apiCheckoutApi(app: App) {
  const api = new OpenAPIHono({ defaultHook: refuseInvalid })

  api.openapi(checkoutRoute, async (c) => {
    const { client } = clientOfRequest(app, c.req.raw, c.env)
    const key = c.req.valid('header')['idempotency-key']
    const body = c.req.valid('json')
    const opened = key
      ? await openOnce(app, { key, body, client })
      : await openCheckoutFor(app, body, { client: asApiClient(client, null), accountId: null })
    if (!opened.ok) return opened.error
    const secret = checkoutSecret(app, opened.value.bookingId)
    return c.json({ ...withLink(app, opened.value, body), secret }, 200, { 'cache-control': 'no-store' })
  })

  return api
}

/** API clients have no browser cookie. By the idempotency key, an interrupted request finds the hold that it made. */
const asApiClient = ({ network, farNetwork }: Client, keyHash: string | null): BookingClient => {
  return { browser: keyHash, network, farNetwork }
}

/** Each is a row for a day, also if nothing is held by it. */
const NEW_KEYS = { network: { max: 60, minutes: 60 }, farNetwork: { max: 600, minutes: 60 } }

type Repeatable = { key: string; body: z.output<typeof bookingSchema>; client: Client }

/**
 * As `openCheckoutFor`, once for each key. Two requests at the same moment act as two clicks in one browser do: the second finds
 * the first one's hold.
 */
async function openOnce(app: App, { key, body, client }: Repeatable): Promise<Result<OpenedCheckout, ProblemResponse>> {
  const keyHash = hash(`idempotency key ${key}`)
  const requestHash = hash(`${key} ${JSON.stringify(body)}`)
  let known = await findKey(app.db, keyHash)
  if (!known) {
    const counted = await limitByNetwork(app, 'idempotency_key', client, NEW_KEYS)
    if (!counted.ok) return err(tooMany(counted.error.retryAfter))
    known = await insertIdempotencyKey(app.db, { keyHash, requestHash, createdAt: app.now() })
  }
  if (known.requestHash !== requestHash) return err(problem('key_reused'))
  if (known.bookingId && known.response)
    return ok({ bookingId: known.bookingId, checkout: known.response as OpenedCheckout['checkout'] })
  const opened = await openCheckoutFor(app, body, { client: asApiClient(client, keyHash), accountId: null })
  if (opened.ok)
    await keepResponse(app.db, keyHash, { bookingId: opened.value.bookingId, response: opened.value.checkout })
  return opened
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
