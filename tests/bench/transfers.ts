/**
 * Ten thousand transfers to mentors that are due at once: the minute's round queues them, and the jobs of one process send them to
 * a payment service that answers after 50 ms, and now and then with 429. Each is an email, which the same process sends meanwhile.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Db } from '#server/platform/db/connect'
import type { App } from '#server/context'
import { createScratchDatabase } from '../support/database/scratch-database.ts'
import { makeBookings } from './booking-data.ts'
import { openBookingProduct } from './booking-product.ts'
import { atMost, PRODUCTION, ratePerSecond, sized, type Figure } from './figures.ts'
import { makeBenchBuild, memoryInUse, postgresVersion, seed } from './processes.ts'
import type { TransferReport } from './transfer-service.ts'

const TRANSFERS = sized(10_000, 20)
const RESPONSE_MS = 50
/** One transfer in this many gets a 429. */
const TOO_MANY_EVERY = sized(50, 5)
const FLOOR_TRANSFERS = sized(1_000, 20)
const CONNECTIONS = 8
const LONGEST_MS = 600_000

export async function measureTransfers(): Promise<Figure[]> {
  await makeBenchBuild()
  const { url: databaseUrl } = await createScratchDatabase(await seed('PostgreSQL'))
  const own = await connect(databaseUrl, { connections: 1, unlimited: true })
  await makeBookings(own.db, new Date(), { until: TRANSFERS, expired: null, spread: true, past: true })
  await openAccounts(own.db)
  const service = await startService()
  const product = await openBookingProduct(databaseUrl, { connections: CONNECTIONS, ...service.urls })
  const app: App = { ...product.app, config: { ...product.app.config, PAYOUTS: 'connect' } }
  try {
    const before = memoryInUse()
    const processor = process.cpuUsage()
    const started = performance.now()
    await product.jobs.run(app)
    await product.bundle.queueTransfers(app)
    const queued = (performance.now() - started) / 1_000
    await waitUntilSent(own.db)
    const seconds = (performance.now() - started) / 1_000
    const { user, system } = process.cpuUsage(processor)
    const keptMb = (memoryInUse() - before) / 1e6

    const report = await service.report()
    await assertSentOnce(own.db, report)
    const floor = await measureFloor(service.urls.paymentsUrl, report.atOnce)
    const rate = TRANSFERS / seconds
    const conditions = `${TRANSFERS.toLocaleString('en')} completed sessions of 1,000 mentors, all due; the payment service is another process, answers after ${RESPONSE_MS} ms, one of ${TOO_MANY_EVERY} transfers with 429; so is the mail server; one process with its jobs, pool of ${CONNECTIONS} connections; ${PRODUCTION}; ${await postgresVersion()}`
    return [
      {
        benchmark: 'transfers',
        found: `${seconds.toFixed(1)} s for ${TRANSFERS.toLocaleString('en')} transfers, each sent once (${Math.round(rate)}/s, ${(rate / floor).toFixed(2)} × the same calls in a bare loop; ${queued.toFixed(1)} s of it until all were queued; ${((user + system) / 1_000 / TRANSFERS).toFixed(1)} ms of the product's processor each; ${report.calls.toLocaleString('en')} calls, at most ${report.atOnce} at once, ${report.tooMany} refused with 429; ${report.mails.toLocaleString('en')} emails sent meanwhile)`,
        conditions,
        target: atMost(seconds, 60, ' s'),
      },
      {
        benchmark: 'transfers, memory',
        found: `${keptMb.toFixed(1)} MB more kept after all of them than before the first`,
        conditions: `after garbage collection, in the same run; the libraries that the first transfer and email load are part of it`,
        target: atMost(keptMb, 60, ' MB'),
      },
    ]
  } finally {
    await product.close()
    await own.db.destroy()
    service.stop()
  }
}

/** Gives every made mentor an account here, which has an address for emails, and one at the payment service. */
async function openAccounts(db: Db): Promise<void> {
  const at = new Date()
  await sql`
    insert into accounts (id, name, email, email_verified, created_at, updated_at)
    select id, name, slug || '@example.com', true, ${at}, ${at} from mentors where slug like 'other-%'`.execute(db)
  await sql`update mentors set account_id = id where slug like 'other-%'`.execute(db)
  await sql`
    insert into connected_accounts (mentor_id, account_id, country, transfers, payouts_enabled, details_submitted,
      created_at, read_at)
    select id, 'acct_' || slug, 'GB', 'active', true, true, ${at}, ${at} from mentors where slug like 'other-%'`.execute(
    db,
  )
  await sql`vacuum analyze mentors`.execute(db) // Not the new accounts: the first round may come before their statistics.
}

async function waitUntilSent(db: Db): Promise<void> {
  const until = performance.now() + LONGEST_MS
  for (;;) {
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from transfers where status = 'queued'`.execute(db)
    if (rows[0]!.left === 0) return
    if (performance.now() > until) throw new Error(`${rows[0]!.left} transfers were not sent`)
    await setTimeout(100)
  }
}

/** Throws unless every session has one transfer at the service, under a key of its own, and one entry in the ledger. */
async function assertSentOnce(db: Db, { made, keys }: TransferReport): Promise<void> {
  const { rows } = await sql<{ sent: number; entries: number }>`
    select (select count(distinct service_id)::int from transfers where status = 'sent') as sent,
      (select count(distinct booking_id)::int from ledger where kind = 'transfer') as entries`.execute(db)
  const { sent, entries } = rows[0]!
  if ([made, keys, sent, entries].some((count) => count !== TRANSFERS))
    throw new Error(`Not each was sent once: ${JSON.stringify({ made, keys, sent, entries })}`)
}

/** Transfers a second of a loop that reads a charge and makes a transfer, without the product. */
function measureFloor(url: string, concurrency: number): Promise<number> {
  const numbers = Array.from({ length: FLOOR_TRANSFERS }, (_, number) => number)
  return ratePerSecond(numbers, concurrency, async (number) => {
    await (await fetch(`${url}/v1/payment_intents/pi_${number}`)).text()
    const transfer = { method: 'POST', headers: { 'Idempotency-Key': `floor ${number}` }, body: 'amount=1' }
    await (await fetch(`${url}/v1/transfers`, transfer)).text()
  })
}

async function startService() {
  const child = fork(new URL('transfer-service.ts', import.meta.url), [RESPONSE_MS, TOO_MANY_EVERY].map(String), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [urls] = (await once(child, 'message')) as [{ paymentsUrl: string; mailUrl: string }]
  return {
    urls,
    async report(): Promise<TransferReport> {
      child.send('report')
      const [report] = (await once(child, 'message')) as [TransferReport]
      return report
    },
    stop: () => void child.kill(),
  }
}
