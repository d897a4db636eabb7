/**
 * `/api/v1/packages`: buys several sessions for one price, says what is left of them, and books one. Who has the secret that came with
 * the checkout may read; booking needs that of the emailed link, which proves whose address it is.
 */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { PACKAGE_SIZES } from '#domain/packages/package'
import { toMinorUnits } from '#domain/payments/money'
import { isTimeZone } from '#domain/time/zone'
import { BOOKING_EXAMPLE, CHECKOUT_EXAMPLE, SECRET_EXAMPLE } from '#server/bookings/api-examples'
import { MENTOR_EXAMPLE } from '#server/mentors/api-examples'
import { checkoutSecret } from '#server/bookings/booking-link'
import { visitorFields } from '#server/bookings/form'
import type { App } from '#server/context'
import { API_V1, json, MAY_SEND_KEY, money, toSlot } from '#server/mentors/api'
import {
  describePackage,
  openPackage,
  PACKAGE_EXAMPLE,
  packageHeaders,
  packageParams,
  packageSchema,
} from '#server/public-api/package-state'
import { bookWithCredit, type CreditError } from '#server/packages/book-session'
import { holdPackage, type PackageError } from '#server/packages/hold-package'
import { clientOfRequest } from '#server/platform/http/client'
import { problem, problemResponses, refuseInvalid, tooMany, type ProblemResponse } from '#server/platform/http/problem'
import { text } from '#server/platform/http/text'
import * as m from '#messages/api'

const PRICE = { amount: 12_000, currency: 'GBP' }
const START = '2030-01-08T09:00:00.000Z'

const timeZone = text(64)
  .refine(isTimeZone, { error: m.nameZone })
  .optional()
  .openapi({ description: m.createCheckoutTimeZone() })

const buySchema = z
  .object({
    sessionTypeId: z.uuid({ error: m.enterSessionTypeId }).openapi({ description: m.packageSessionType() }),
    sessions: z.literal([...PACKAGE_SIZES]).openapi({ description: m.packageSessions() }),
    name: visitorFields.name.describe(m.createCheckoutName()),
    email: visitorFields.email.describe(m.createCheckoutEmail()),
    phone: visitorFields.phone.describe(m.createCheckoutPhone()),
    timeZone,
    price: money.optional().openapi({ description: m.packageShownPrice() }),
  })
  .openapi('PackageRequest')

const boughtSchema = z
  .object({
    reference: z.string().openapi({ description: m.packageReference() }),
    url: z.url().openapi({ description: m.checkoutUrl() }),
    payBefore: z.iso.datetime().openapi({ description: m.checkoutPayBefore() }),
    secret: z.string().openapi({ description: m.packageSecret() }),
  })
  .openapi('PackageCheckout')

const buyRoute = createRoute({
  method: 'post',
  path: `${API_V1}/packages` as const,
  tags: [m.bookingTag()],
  operationId: 'buyPackage',
  security: MAY_SEND_KEY,
  summary: m.buyPackageSummary(),
  description: m.buyPackageDescription({ terms: m.createCheckoutTerms() }),
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: buySchema,
          example: {
            sessionTypeId: MENTOR_EXAMPLE.sessionTypes[0]!.id,
            sessions: 3 as const,
            name: 'Grace Hopper',
            email: 'grace@example.com',
            phone: '07700 900000',
            timeZone: 'Europe/London',
            price: PRICE,
          },
        },
      },
    },
  },
  responses: {
    200: json(boughtSchema, m.buyPackageResponse(), {
      reference: BOOKING_EXAMPLE.reference,
      url: CHECKOUT_EXAMPLE.url,
      payBefore: CHECKOUT_EXAMPLE.payBefore,
      secret: SECRET_EXAMPLE,
    }),
    ...problemResponses(
      ...(['invalid', 'wrong_key', 'not_found', 'price_changed', 'too_large', 'unsupported_type'] as const),
      ...(['too_many_holds', 'payments_unavailable'] as const),
    ),
  },
})

const readRoute = createRoute({
  method: 'get',
  path: `${API_V1}/packages/{reference}` as const,
  tags: [m.bookingTag()],
  operationId: 'getPackage',
  security: MAY_SEND_KEY,
  summary: m.getPackageSummary(),
  description: m.getPackageDescription(),
  request: { params: packageParams, headers: packageHeaders },
  responses: {
    200: json(packageSchema, m.getPackageResponse(), PACKAGE_EXAMPLE),
    ...problemResponses('invalid', 'wrong_key', 'not_found', 'too_many'),
  },
})

const bookRoute = createRoute({
  method: 'post',
  path: `${API_V1}/packages/{reference}/sessions` as const,
  tags: [m.bookingTag()],
  operationId: 'bookPackageSession',
  security: MAY_SEND_KEY,
  summary: m.bookPackageSummary(),
  description: m.bookPackageDescription(),
  request: {
    params: packageParams,
    headers: packageHeaders,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .object({
              startsAt: z.iso
                .datetime({ offset: true, error: m.enterTimestamp })
                .openapi({ description: m.createCheckoutStartsAt() }),
              timeZone,
              topic: visitorFields.topic.optional().describe(m.createCheckoutTopic()),
            })
            .openapi('PackageSessionRequest'),
          example: { startsAt: START, timeZone: 'Europe/London', topic: 'First weeks' },
        },
      },
    },
  },
  responses: {
    200: json(
      z
        .object({
          reference: z.string().openapi({ description: m.bookingReference() }),
          startsAt: z.iso.datetime().openapi({ description: m.bookingStartsAt() }),
        })
        .openapi('PackageSession'),
      m.bookPackageResponse(),
      { reference: 'B-4M8T-2XQK', startsAt: START },
    ),
    ...problemResponses(
      ...(['invalid', 'wrong_key', 'not_found', 'no_credit', 'slot_taken', 'slot_not_bookable'] as const),
      ...(['too_large', 'unsupported_type', 'too_many'] as const),
    ),
  },
})

export function packagesApi(app: App) {
  const api = new OpenAPIHono({ defaultHook: refuseInvalid })
  const noStore = { 'cache-control': 'no-store' }

  api.openapi(buyRoute, async (c) => {
    const { client } = clientOfRequest(app, c.req.raw, c.env)
    const { price, timeZone: zone = null, ...body } = c.req.valid('json')
    if (price && price.amount < 0) return problem('invalid', { errors: { price: m.writePrice() } })
    const expectedPrice = price ? { amount: toMinorUnits(price.amount), currency: price.currency } : null
    const by = { client: { ...client, browser: null }, accountId: null }
    const held = await holdPackage(app, { ...body, timeZone: zone, expectedPrice }, by)
    if (!held.ok) return refuseSale(held.error)
    const { bookingId, reference, payUrl: url, payBefore } = held.value
    const secret = checkoutSecret(app, bookingId)
    return c.json({ reference, url, payBefore: payBefore.toISOString(), secret }, 200, noStore)
  })

  api.openapi(readRoute, async (c) => {
    const opened = await openPackage(app, c.req.raw, c.env, { ...c.req.valid('param'), ...c.req.valid('header') })
    return opened.ok ? c.json(await describePackage(app, opened.value), 200, noStore) : opened.error
  })

  api.openapi(bookRoute, async (c) => {
    const opened = await openPackage(app, c.req.raw, c.env, { ...c.req.valid('param'), ...c.req.valid('header') })
    if (!opened.ok) return opened.error
    if (!opened.value.isBuyer) return problem('not_found')
    const { client } = clientOfRequest(app, c.req.raw, c.env)
    const { startsAt: start, timeZone: zone = null, topic = '' } = c.req.valid('json')
    const startsAt = new Date(start)
    const request = { packageId: opened.value.bought.id, startsAt, timeZone: zone, topic }
    const booked = await bookWithCredit(app, request, { ...client, browser: null })
    if (!booked.ok) return refuseSession(booked.error)
    return c.json({ reference: booked.value.reference, startsAt: startsAt.toISOString() }, 200, noStore)
  })

  return api
}

function refuseSale(error: PackageError): ProblemResponse {
  switch (error.code) {
    case 'not_offered':
      return problem('not_found')
    case 'price_changed':
      return problem('price_changed', { price: { amount: error.price, currency: error.currency } })
    case 'too_many_holds':
      return tooMany(error.retryAfter, error.code)
    case 'already_paid': // An API client has no browser, so it never holds one.
    case 'payments_unavailable':
      return problem('payments_unavailable')
  }
}

function refuseSession(error: CreditError): ProblemResponse {
  switch (error.code) {
    case 'slot_taken':
      return problem('slot_taken', { alternatives: error.alternatives.map(toSlot) })
    case 'no_credit':
      return problem('no_credit')
    case 'mentor_away':
    case 'after_end':
    case 'slot_not_bookable':
      return problem('slot_not_bookable')
  }
}
