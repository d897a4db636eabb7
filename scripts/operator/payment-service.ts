/** Connects a command beside the product to the payment service. */
import type { Config } from '#server/platform/config'
import type { Database } from '#server/platform/db/connect'
import type { openJobs } from '#server/jobs'
import { connectPayments, type Payments } from '#server/payments/stripe/stripe'

type PaymentService = { payments: Payments; now: () => Date; jobsClock?: JobsClock; close(): Promise<void> }
type JobsClock = Parameters<typeof openJobs>[3]

/**
 * The payment service that the product would use: the configured one, or the demo's stand-in, here without webhooks.
 */
export async function openPaymentService(settings: Config, { db }: Database): Promise<PaymentService> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = settings
  if (settings.mode === 'live') {
    const payments = connectPayments({ secretKey: secretKey ?? '', webhookSecrets: [], apiBase })
    return { payments, now: () => new Date(), close: async () => {} }
  }
  const { openClock } = await import('../../sandbox/clock.ts')
  const { SANDBOX_KEY } = await import('../../sandbox/start.ts')
  const { startStripeSandbox } = await import('../../sandbox/stripe/server.ts')
  const clock = await openClock(db)
  const standIn =
    secretKey || apiBase
      ? null
      : await startStripeSandbox({
          db,
          now: clock.now,
          publicUrl: () => '',
          webhookUrls: () => [],
          webhookSecret: 'whsec_none',
          apiKey: SANDBOX_KEY,
        })
  return {
    payments: connectPayments({
      secretKey: secretKey ?? SANDBOX_KEY,
      webhookSecrets: [],
      apiBase: apiBase ?? standIn?.url,
    }),
    now: clock.now,
    jobsClock: clock.jobs,
    async close() {
      await standIn?.close()
      await clock.close()
    },
  }
}
