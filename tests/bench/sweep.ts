/** Ten thousand holds that lapsed all at once, say after an outage, given back by one sweep: each is asked about first. */
import { startStripeSandbox } from '../../sandbox/stripe/server.ts'
import { connect } from '#server/db/connect'
import { createScratchDatabase, query } from '../support/scratch-database.ts'
import { makeBookings } from './booking-data.ts'
import { openBookingProduct } from './booking-product.ts'
import { atMost, PRODUCTION, type Figure } from './figures.ts'
import { makeBenchBuild, postgresVersion, seed } from './processes.ts'

const HOLDS = 10_000
const ANSWER_MILLISECONDS = 50
const CONNECTIONS = 8

export async function measureSweep(): Promise<Figure[]> {
  await makeBenchBuild()
  const { url: databaseUrl } = await createScratchDatabase(await seed('PostgreSQL'))
  const own = await connect(databaseUrl, { connections: CONNECTIONS, unlimited: true })
  const now = new Date()
  const stripe = await startStripeSandbox({
    db: own.db,
    now: () => new Date(),
    publicUrl: () => 'http://127.0.0.1',
    webhookUrls: () => [],
    webhookSecret: 'whsec_none',
    apiKey: 'sk_test_sandbox',
  })
  await makeBookings(own.db, now, { until: HOLDS, lapsed: new Date(now.getTime() - 600_000) })
  await stripe.control.outage({ answer: 'slow', milliseconds: ANSWER_MILLISECONDS })
  const product = await openBookingProduct(databaseUrl, { connections: CONNECTIONS, paymentsUrl: stripe.url })
  const { app, bundle } = product

  const started = performance.now()
  await bundle.sweep({ ...app, payments: { ...app.payments, ...app.payments.patient } }) // As in its job.
  const seconds = (performance.now() - started) / 1_000

  const left = `select (select count(*)::int from bookings where status = 'held') as held,
    (select count(*)::int from bookings where status = 'expired') as expired,
    (select count(*)::int from claims join bookings b on b.id = booking_id where b.status = 'expired') as claims`
  const [found] = await query<{ held: number; expired: number; claims: number }>(databaseUrl, left)
  await product.close()
  await stripe.close()
  await own.db.destroy()
  if (found?.held !== 0 || found.expired !== HOLDS || found.claims !== 0)
    throw new Error(`Not swept: ${JSON.stringify(found)}`)
  return [
    {
      benchmark: 'sweep',
      found: `${seconds.toFixed(1)} s for ${HOLDS.toLocaleString('en')} lapsed holds (${Math.round(HOLDS / seconds)}/s)`,
      conditions: `one sweep; the sandbox answers each question after ${ANSWER_MILLISECONDS} ms, in the same process; pool of ${CONNECTIONS} connections; ${PRODUCTION}; ${await postgresVersion()}`,
      target: atMost(seconds, 60, ' s'),
    },
  ]
}
