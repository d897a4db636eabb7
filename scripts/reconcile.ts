/**
 * npm run reconcile [-- --days 35]
 *
 * Compares what the payment service says of the last days with bookings and ledger, and prints every mismatch with what
 * would repair it. Changes nothing but the list of concerns. Exit code 0: the books agree; 1: they do not, or could not be
 * compared. With the embedded database it needs the product to be stopped; on PostgreSQL it may run.
 *
 * Environment: the product's own settings.
 */
import { parseArgs } from 'node:util'
import { loadConfig, type Config } from '#server/config'
import type { Database } from '#server/db/connect'
import { connectPayments, type Payments } from '#server/payments/stripe'
import { reconcile, RECONCILE_DAYS } from '#server/workflows/reconcile'
import { openProductDatabase } from './product-database.ts'

function refuse(line: string): never {
  console.error(`The books were not compared. ${line}`)
  process.exit(1)
}

const days = readDays()
const loaded = loadConfig(process.env)
if (!loaded.ok) refuse(`Bad setting. ${loaded.error}`)
const config = loaded.value
const database = await openProductDatabase(config, refuse)
const service = await openService(config, database)
try {
  const mismatches = await reconcile({ db: database.db, payments: service.payments, now: service.now }, days)
  for (const { kind, subject, bookingId, what, repair } of mismatches) {
    console.log(`${kind}  ${subject}${bookingId && bookingId !== subject ? `  booking ${bookingId}` : ''}`)
    console.log(`  ${what}. ${repair}`)
  }
  const span = `the last ${days} days`
  if (mismatches.length === 0) console.log(`The books agree with the payment service, for ${span}.`)
  else console.log(`${mismatches.length} mismatches in ${span}.`)
  process.exitCode = mismatches.length === 0 ? 0 : 1
} catch (error) {
  console.error(`The books were not compared. ${error instanceof Error ? error.message : String(error)}.`)
  process.exitCode = 1
} finally {
  await service.close()
  await database.close()
}

function readDays(): number {
  try {
    const { values } = parseArgs({ options: { days: { type: 'string', default: String(RECONCILE_DAYS) } } })
    const number = Number(values.days)
    if (Number.isSafeInteger(number) && number >= 1 && number <= 3_660) return number
  } catch {
    // An option that there is not.
  }
  return refuse('Write --days and a whole number from 1 to 3660, or nothing.')
}

type Service = { payments: Payments; now: () => Date; close(): Promise<void> }

/** As the product would: the real one where it is named, or the demo's stand-in, which here tells nobody of anything. */
async function openService(settings: Config, { db }: Database): Promise<Service> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = settings
  if (settings.mode === 'live') {
    const payments = connectPayments({ secretKey: secretKey ?? '', webhookSecrets: [], apiBase })
    return { payments, now: () => new Date(), close: async () => {} }
  }
  const { openClock } = await import('../sandbox/clock.ts')
  const { SANDBOX_KEY } = await import('../sandbox/start.ts')
  const { startStripeSandbox } = await import('../sandbox/stripe/server.ts')
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
    async close() {
      await standIn?.close()
      await clock.close()
    },
  }
}
