/**
 * `/api/v1/bookings/{reference}`: what became of a booking, and cancelling it, for who has its secret, the one that came with the
 * checkout or that of the emailed link; and for API keys, by their scopes.
 */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { toMinorUnits } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import type { ApiKey } from '#server/accounts/api-keys/api-keys'
import { BOOKING_EXAMPLE, CANCEL_EXAMPLES, SECRET_EXAMPLE } from '#server/bookings/api-examples'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { openBySecret, type OpenedBooking } from '#server/public-api/open-by-secret'
import { bookingStateSchema, toBookingState, toListed } from '#server/public-api/booking-state'
import { findMadeBooking } from '#server/public-api/operator-queries'
import { findBooking } from '#server/bookings/queries'
import { releaseHold } from '#server/bookings/holds/release'
import type { App } from '#server/context'
import { refuseWithout, type ApiEnv } from '#server/public-api/api-key-guard'
import { clientOfRequest } from '#server/platform/http/client'
import { problem, problemResponses, refuseInvalid, tooMany, type ProblemResponse } from '#server/platform/http/problem'
import { API_V1, json, MAY_SEND_KEY, money } from '#server/mentors/api'
import * as m from '#messages/api'

const params = z.object({
  reference: z.string().max(60).openapi({
    description: m.getBookingReference(),
    example: BOOKING_EXAMPLE.reference,
  }),
})
const headers = z.object({
  'booking-secret': z.string().max(200).optional().openapi({
    description: m.getBookingSecret(),
    example: SECRET_EXAMPLE,
  }),
})

/** What may open a booking here. */
const KEY_NEEDED = ['key_needed', m.sendSecretOrKey] as const

const readRoute = createRoute({
  method: 'get',
  path: `${API_V1}/bookings/{reference}` as const,
  tags: [m.bookingTag()],
  operationId: 'getBooking',
  security: MAY_SEND_KEY,
  summary: m.getBookingSummary(),
  description: m.getBookingDescription(),
  request: { params, headers },
  responses: {
    200: json(bookingStateSchema, m.getBookingResponse(), BOOKING_EXAMPLE),
    ...problemResponses('invalid', KEY_NEEDED, 'wrong_key', 'missing_scope', 'not_found', 'too_many'),
  },
})

const cancelRoute = createRoute({
  method: 'post',
  path: `${API_V1}/bookings/{reference}/cancel` as const,
  tags: [m.bookingTag()],
  operationId: 'cancelBooking',
  security: MAY_SEND_KEY,
  summary: m.cancelBookingSummary(),
  description: m.cancelBookingDescription(),
  request: {
    params,
    headers,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .object({
              refund: money.optional().openapi({ description: m.cancelBookingRefund() }),
            })
            .openapi('CancelRequest'),
          examples: CANCEL_EXAMPLES,
        },
      },
    },
  },
  responses: {
    200: json(bookingStateSchema, m.cancelBookingResponse(), {
      ...BOOKING_EXAMPLE,
      status: 'cancelled',
      cancelledAt: '2030-01-07T09:10:00.000Z',
      cancelledBy: 'mentee',
      refundIfCancelled: null,
    }),
    ...problemResponses(
      'invalid',
      KEY_NEEDED,
      'wrong_key',
      'missing_scope',
      'not_found',
      'not_cancellable',
      'refund_changed',
      'too_large',
      'unsupported_type',
      'too_many',
      'payments_unavailable',
    ),
  },
})

export function bookingsApi(app: App) {
  const api = new OpenAPIHono<ApiEnv>({ defaultHook: refuseInvalid })

  api.openapi(readRoute, async (c) => {
    const { reference } = c.req.valid('param')
    const opened = await open(app, c, reference, c.req.valid('header')['booking-secret'])
    return opened.ok
      ? c.json(await describeBooking(app, opened.value), 200, { 'cache-control': 'no-store' })
      : opened.error
  })

  api.openapi(cancelRoute, async (c) => {
    const { reference } = c.req.valid('param')
    const secret = c.req.valid('header')['booking-secret']
    const opened = await open(app, c, reference, secret)
    if (!opened.ok) return opened.error
    const refused =
      (secret === undefined ? refuseWithout(c, 'bookings:write') : null) ??
      (await cancel(app, opened.value, c.req.valid('json').refund))
    if (refused) return refused
    const booking = (await findBooking(app.db, opened.value.booking.id))!
    return c.json(await describeBooking(app, { ...opened.value, booking }), 200, { 'cache-control': 'no-store' })
  })

  return api
}

/** `key`: the API key of the request; null when a secret authorises it. */
type Opened = OpenedBooking & { key: ApiKey | null }

/** By the secret that is sent, else by the key. The error is the response. */
async function open(
  app: App,
  c: Context<ApiEnv>,
  reference: string,
  secret: string | undefined,
): Promise<Result<Opened, ProblemResponse>> {
  if (secret === undefined) return openByKey(app, c, reference)
  const { client } = clientOfRequest(app, c.req.raw, c.env as never)
  const opened = await openBySecret(app, client, reference, secret)
  if (opened.ok) return ok({ ...opened.value, key: null })
  return err(opened.error.code === 'too_many' ? tooMany(opened.error.retryAfter) : problem('not_found'))
}

async function openByKey(app: App, c: Context<ApiEnv>, text: string): Promise<Result<Opened, ProblemResponse>> {
  const refused = refuseWithout(c, 'bookings:read', KEY_NEEDED[1]())
  if (refused) return err(refused)
  const key = c.get('apiKey')!
  const row = await findMadeBooking(app.db, text)
  const booking = row && (await findBooking(app.db, row.id))
  if (!booking) return err(problem('not_found'))
  return ok({ booking, cancelsAs: key.scopes.includes('bookings:write') ? 'admin' : null, key })
}

/** The booking in the form for its reader. */
async function describeBooking(app: App, { key, ...opened }: Opened): Promise<z.output<typeof bookingStateSchema>> {
  const state = await toBookingState(app, opened)
  const row = key && (await findMadeBooking(app.db, opened.booking.id))
  return row ? { ...state, ...toListed(row, key.scopes.includes('bookings:personal')) } : state
}

async function cancel(
  app: App,
  { booking, cancelsAs, key }: Opened,
  refund: z.output<typeof money> | undefined,
): Promise<ProblemResponse | null> {
  const { currency } = booking
  if (refund && (refund.currency !== currency || refund.amount < 0))
    return problem('invalid', { errors: { refund: m.giveCurrency({ currency }) } })
  if (booking.status === 'held' && !key) {
    const released = await releaseHold(app, booking)
    if (released === 'released') return null
    return problem(released === 'kept' ? 'payments_unavailable' : 'not_cancellable')
  }
  if (!cancelsAs) return problem('not_cancellable')
  if (!refund && booking.pricePence > 0) return problem('invalid', { errors: { refund: m.refundRequired() } })
  const actor = key && { kind: 'operator' as const, program: key.name }
  const shown = toMinorUnits(refund?.amount ?? 0)
  const cancelled = await cancelBooking(app, { id: booking.id, by: cancelsAs, shown, ...(actor && { actor }) })
  if (cancelled.ok) return null
  if (cancelled.error.code === 'refund_changed')
    return problem('refund_changed', { refund: { amount: cancelled.error.refund, currency } })
  return problem('not_cancellable')
}
