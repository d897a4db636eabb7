/**
 * The stand-in for Stripe as a process of its own, for several processes of the product on one PostgreSQL server:
 * `node sandbox/stripe/main.ts`. Point the product at it with STRIPE_API_BASE; the product serves the hosted page.
 *
 * Environment: DATABASE_URL (postgres://…), PUBLIC_URL (of the product), STRIPE_SECRET_KEY (sk_test_…),
 * STRIPE_WEBHOOK_SECRET (whsec_…), WEBHOOK_URLS (separated by commas, may be empty), PORT (absent: any free port).
 */
import { connect } from '#server/platform/db/connect'
import { openClock } from '../clock.ts'
import { refuseWhenLive, startStripeSandbox } from './server.ts'

const { env } = process
refuseWhenLive(env.LANDFALL_MODE === 'live' ? 'live' : 'demo')

const { db } = await connect(required('DATABASE_URL'), { onLost: report, unlimited: true })
const publicUrl = required('PUBLIC_URL').replace(/\/$/, '')
const urls = (env.WEBHOOK_URLS ?? '').split(',').filter((url) => url !== '')

const clock = await openClock(db)
const sandbox = await startStripeSandbox({
  db,
  now: clock.now,
  publicUrl: () => publicUrl,
  webhookUrls: () => urls,
  webhookSecret: required('STRIPE_WEBHOOK_SECRET'),
  apiKey: required('STRIPE_SECRET_KEY'),
  port: Number(env.PORT ?? 0),
  onError: report,
})
process.stdout.write(`  The Stripe sandbox is ready   ${sandbox.url}\n`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await sandbox.close()
    await clock.close()
    await db.destroy()
  })
}

function required(name: string): string {
  const value = env[name]
  if (value) return value
  process.stderr.write(`${name} is required.\n`)
  process.exit(1)
}

function report(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}
