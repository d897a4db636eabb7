/** A package as the API shows it: who may open it by its secrets, and what is left of it. */
import { z } from '@hono/zod-openapi'
import { creditState, sumOpenShares, type Credit } from '#domain/packages/package'
import { err, ok, type Result } from '#domain/result'
import { limitByNetwork } from '#server/accounts/sign-in/attempts'
import { BOOKING_EXAMPLE, SECRET_EXAMPLE } from '#server/bookings/api-examples'
import { isBookingSecret, isCheckoutSecret, REFERENCE, WRONG_LINKS } from '#server/bookings/booking-link'
import { readRefundDue } from '#server/bookings/cancellation/cancel'
import { listCredits } from '#server/bookings/credits/credits-queries'
import { isShown } from '#server/bookings/queries'
import type { App } from '#server/context'
import { money } from '#server/mentors/api'
import { findPackageByReference, listSessionsOfPackage, type BoughtPackage } from '#server/packages/packages-queries'
import { clientOfRequest } from '#server/platform/http/client'
import { problem, tooMany, type ProblemResponse } from '#server/platform/http/problem'
import * as m from '#messages/api'

export const packageSchema = z
  .object({
    reference: z.string().openapi({ description: m.packageReference() }),
    status: z
      .enum(['held', 'confirmed', 'completed', 'cancelled', 'expired'])
      .openapi({ description: m.packageStatus() }),
    sessionTitle: z.string().openapi({ description: m.bookingSessionTitle() }),
    minutes: z.int().openapi({ description: m.lengthMinutes() }),
    price: money.openapi({ description: m.packagePrice() }),
    refundIfCancelled: z
      .union([money, z.null()]) // `nullable` would say that a null is a `Money` as well.
      .openapi({ description: m.packageRefundIfCancelled() }),
    validUntil: z.iso.datetime().openapi({ description: m.packageValidUntil() }),
    sessions: z
      .array(
        z.object({
          state: z
            .enum(['open', 'booked', 'used', 'lapsed', 'refunded'])
            .openapi({ description: m.packageSessionState() }),
          share: z.int().openapi({ description: m.packageSessionShare() }),
          booking: z.string().nullable().openapi({ description: m.packageSessionBooking() }),
        }),
      )
      .openapi({ description: m.packageSessionList() }),
  })
  .openapi('Package')

export const PACKAGE_EXAMPLE = {
  reference: BOOKING_EXAMPLE.reference,
  status: 'confirmed' as const,
  sessionTitle: BOOKING_EXAMPLE.sessionTitle,
  minutes: 60,
  price: { amount: 12_000, currency: 'GBP' },
  refundIfCancelled: { amount: 8_000, currency: 'GBP' },
  validUntil: '2031-01-07T09:00:00.000Z',
  sessions: [
    { state: 'booked' as const, share: 4_000, booking: 'B-4M8T-2XQK' },
    { state: 'open' as const, share: 4_000, booking: null },
    { state: 'open' as const, share: 4_000, booking: null },
  ],
}

export const packageParams = z.object({
  reference: z.string().max(60).openapi({ description: m.packageReference(), example: BOOKING_EXAMPLE.reference }),
})
export const packageHeaders = z.object({
  'booking-secret': z.string().max(200).openapi({ description: m.packageSecretHeader(), example: SECRET_EXAMPLE }),
})

/** `isBuyer`: opened by the emailed link's secret. */
export type OpenedPackage = { bought: BoughtPackage; isBuyer: boolean }

/** By the secret of its checkout or that of the emailed link. The error is the response. */
export async function openPackage(
  app: App,
  raw: Request,
  env: Parameters<typeof clientOfRequest>[2],
  { reference, 'booking-secret': secret }: { reference: string; 'booking-secret': string },
): Promise<Result<OpenedPackage, ProblemResponse>> {
  const bought = REFERENCE.test(reference) ? await findPackageByReference(app.db, reference) : undefined
  if (bought && isShown(bought) && isBookingSecret(app, bought, secret)) return ok({ bought, isBuyer: true })
  if (bought && isCheckoutSecret(app, bought, secret)) return ok({ bought, isBuyer: false })
  const { client } = clientOfRequest(app, raw, env)
  const counted = await limitByNetwork(app, 'booking_page', client, WRONG_LINKS)
  return err(counted.ok ? problem('not_found') : tooMany(counted.error.retryAfter))
}

export async function describePackage(
  app: App,
  { bought, isBuyer }: OpenedPackage,
): Promise<z.output<typeof packageSchema>> {
  const { reference, status, sessionTitle, minutes, pricePence: amount, currency, startsAt } = bought
  const booked = new Map((await listSessionsOfPackage(app.db, bought.id)).map((session) => [session.number, session]))
  const credits = await listCredits(app.db, bought.id)
  return {
    reference,
    sessionTitle,
    minutes,
    status: status as z.output<typeof packageSchema>['status'], // Nobody misses a package.
    price: { amount, currency },
    refundIfCancelled: isBuyer && isCancellable(app, bought, credits) ? await readRefund(app, bought) : null,
    validUntil: startsAt.toISOString(),
    sessions: credits.map((credit) => ({
      state: creditState(credit),
      share: credit.share,
      booking: booked.get(credit.number)?.reference ?? null,
    })),
  }
}

/** Whether it can be cancelled: it is paid, has not ended, and something of it is left. */
export const isCancellable = (app: App, { status, startsAt }: BoughtPackage, credits: Credit[]): boolean =>
  status === 'confirmed' && startsAt > app.now() && sumOpenShares(credits) > 0

async function readRefund(app: App, bought: BoughtPackage): Promise<z.output<typeof money>> {
  return { amount: await readRefundDue(app.db, bought, 'mentee', app.now()), currency: bought.currency }
}
