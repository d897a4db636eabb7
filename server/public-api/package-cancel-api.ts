/**
 * `/api/v1/packages/{reference}/cancel`: refunds what is left of a package, as its buyer does by its page, or releases one that is not
 * paid. By the rules of cancelling a booking: with the refund that was shown, so that a lower one is an error, and a repeated request
 * finds nothing to cancel.
 */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { toMinorUnits } from '#domain/payments/money'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { listCredits } from '#server/bookings/credits/credits-queries'
import { releaseHold } from '#server/bookings/holds/release'
import type { App } from '#server/context'
import { API_V1, json, MAY_SEND_KEY, money } from '#server/mentors/api'
import { findPackage } from '#server/packages/packages-queries'
import { problem, problemResponses, refuseInvalid, type ProblemResponse } from '#server/platform/http/problem'
import {
  describePackage,
  isCancellable,
  openPackage,
  PACKAGE_EXAMPLE,
  packageHeaders,
  packageParams,
  packageSchema,
  type OpenedPackage,
} from '#server/public-api/package-state'
import * as m from '#messages/api'

const cancelRoute = createRoute({
  method: 'post',
  path: `${API_V1}/packages/{reference}/cancel` as const,
  tags: [m.bookingTag()],
  operationId: 'cancelPackage',
  security: MAY_SEND_KEY,
  summary: m.cancelPackageSummary(),
  description: m.cancelPackageDescription(),
  request: {
    params: packageParams,
    headers: packageHeaders,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .object({ refund: money.optional().openapi({ description: m.cancelPackageRefund() }) })
            .openapi('CancelPackageRequest'),
          examples: {
            paid: { summary: m.cancelPackagePaid(), value: { refund: PACKAGE_EXAMPLE.refundIfCancelled } },
            unpaid: { summary: m.cancelPackageUnpaid(), value: {} },
          },
        },
      },
    },
  },
  responses: {
    200: json(packageSchema, m.cancelPackageResponse(), {
      ...PACKAGE_EXAMPLE,
      status: 'cancelled' as const,
      refundIfCancelled: null,
      sessions: PACKAGE_EXAMPLE.sessions.map((each) =>
        each.state === 'open' ? { ...each, state: 'refunded' as const } : each,
      ),
    }),
    ...problemResponses(
      ...(['invalid', 'wrong_key', 'not_found', 'not_cancellable', 'refund_changed'] as const),
      ...(['too_large', 'unsupported_type', 'too_many', 'payments_unavailable'] as const),
    ),
  },
})

export function packageCancelApi(app: App) {
  const api = new OpenAPIHono({ defaultHook: refuseInvalid })

  api.openapi(cancelRoute, async (c) => {
    const opened = await openPackage(app, c.req.raw, c.env, { ...c.req.valid('param'), ...c.req.valid('header') })
    if (!opened.ok) return opened.error
    const refused = await cancel(app, opened.value, c.req.valid('json').refund)
    if (refused) return refused
    const bought = (await findPackage(app.db, opened.value.bought.id))!
    return c.json(await describePackage(app, { ...opened.value, bought }), 200, { 'cache-control': 'no-store' })
  })

  return api
}

/** Null when it is cancelled or released. */
async function cancel(
  app: App,
  { bought, isBuyer }: OpenedPackage,
  refund: z.output<typeof money> | undefined,
): Promise<ProblemResponse | null> {
  const { id, status, currency } = bought
  if (refund && (refund.currency !== currency || refund.amount < 0))
    return problem('invalid', { errors: { refund: m.giveCurrency({ currency }) } })
  if (status === 'held') {
    const released = await releaseHold(app, bought)
    if (released === 'released') return null
    return problem(released === 'kept' ? 'payments_unavailable' : 'not_cancellable')
  }
  if (!isBuyer || !isCancellable(app, bought, await listCredits(app.db, id))) return problem('not_cancellable')
  if (!refund) return problem('invalid', { errors: { refund: m.packageRefundRequired() } })
  const cancelled = await cancelBooking(app, { id, by: 'mentee', shown: toMinorUnits(refund.amount) })
  if (cancelled.ok) return null
  if (cancelled.error.code === 'refund_changed')
    return problem('refund_changed', { refund: { amount: cancelled.error.refund, currency } })
  return problem('not_cancellable')
}
