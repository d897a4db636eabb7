/**
 * One sweep after an outage: ten thousand holds that expired at once, whose checkouts are read first, and a thousand
 * bookings whose open checkout never reached us, which is expired first.
 */
import { startStandIn } from '../support/payments/stand-in.ts'
import { connect } from '#server/platform/db/connect'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { makeBookings } from './booking-data.ts'
import { openBookingProduct } from './booking-product.ts'
import { atMost, PRODUCTION, sized, type Figure } from './figures.ts'
import { makeBenchBuild, postgresVersion, seed } from './processes.ts'

const HOLDS = sized(10_000, 100)
const ORPHANS = sized(1_000, 10)
const RESPONSE_MS = 50
const CONNECTIONS = 8

export async function measureSweep(): Promise<Figure[]> {
  await makeBenchBuild()
  const conditions = `one sweep; the sandbox answers each question after ${RESPONSE_MS} ms, in the same process; pool of ${CONNECTIONS} connections; ${PRODUCTION}; ${await postgresVersion()}`
  const expired = await measure(HOLDS, null)
  const orphans = await measure(
    ORPHANS,
    `update sandbox_stripe.checkout_sessions s set created_at = b.created_at, expires_at = s.expires_at + interval '1 hour'
      from bookings b where b.id::text = s.client_reference_id;
    delete from claims using bookings b where b.id = booking_id and b.status = 'held';
    update bookings set status = 'expired', checkout_id = null, checkout_url = null, orphan_since = created_at
      where status = 'held'`,
  )
  const formatRate = (count: number, what: string, seconds: number) =>
    `${seconds.toFixed(1)} s for ${count.toLocaleString('en')} ${what} (${Math.round(count / seconds)}/s)`
  return [
    {
      benchmark: 'sweep',
      found: formatRate(HOLDS, 'lapsed holds', expired),
      conditions,
      target: atMost(expired, 60, ' s'),
    },
    {
      benchmark: 'orphans',
      found: formatRate(ORPHANS, 'orphans', orphans),
      conditions,
      target: atMost(orphans, 30, ' s'),
    },
  ]
}

/** Seconds of one sweep over this many expired holds, or over what SQL has made of them. Throws if any is left. */
async function measure(count: number, change: string | null): Promise<number> {
  const { url: databaseUrl } = await createScratchDatabase(await seed('PostgreSQL'))
  const own = await connect(databaseUrl, { connections: CONNECTIONS, unlimited: true })
  const now = new Date()
  const stripe = await startStandIn(own.db, () => new Date())
  await makeBookings(own.db, now, { until: count, expired: new Date(now.getTime() - 600_000) })
  for (const statement of change?.split(';') ?? []) await query(databaseUrl, statement)
  await stripe.control.outage({ answer: 'slow', milliseconds: RESPONSE_MS })
  const product = await openBookingProduct(databaseUrl, { connections: CONNECTIONS, paymentsUrl: stripe.url })
  const { app, bundle } = product

  const started = performance.now()
  await bundle.sweep({ ...app, payments: { ...app.payments, ...app.payments.withLongTimeout } }) // As in the job.
  const seconds = (performance.now() - started) / 1_000

  const left = `select (select count(*)::int from bookings where status = 'held' or orphan_since is not null) as undone,
    (select count(*)::int from sandbox_stripe.checkout_sessions where status = 'open') as open,
    (select count(*)::int from claims join bookings b on b.id = booking_id where b.status = 'expired') as claims`
  const [found] = await query<{ undone: number; open: number; claims: number }>(databaseUrl, left)
  await product.close()
  await stripe.close()
  await own.db.destroy()
  if (found?.undone !== 0 || found.open !== 0 || found.claims !== 0)
    throw new Error(`Not swept: ${JSON.stringify(found)}`)
  return seconds
}
