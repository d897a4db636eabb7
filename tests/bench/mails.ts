/**
 * How fast one worker sends what waits in the outbox, to a mail server that stores each email; and what the minute's round of
 * reminders takes beside many future bookings.
 */
import { setTimeout } from 'node:timers/promises'
import { startMailbox } from '../../sandbox/mailbox.ts'
import { connect } from '#server/platform/db/connect'
import { createScratchDatabase } from '../support/database/scratch-database.ts'
import { makeBookings } from './booking-data.ts'
import { openBookingProduct, type BookingProduct } from './booking-product.ts'
import { atMost, PRODUCTION, sized, type Figure } from './figures.ts'
import { makeBenchBuild, postgresVersion, seed } from './processes.ts'

const MAILS = sized(1_000, 10)
/** Half of them in the past. */
const BOOKINGS = sized(200_000, 2_000)
const ROUNDS = sized(20, 2)
const CONNECTIONS = 8

export async function measureMails(): Promise<Figure[]> {
  await makeBenchBuild()
  const version = await postgresVersion()
  const { url: databaseUrl } = await createScratchDatabase(await seed('PostgreSQL'))
  const own = await connect(databaseUrl, { connections: CONNECTIONS, unlimited: true })
  const mailbox = await startMailbox({ db: own.db, now: () => new Date() })
  await makeBookings(own.db, new Date(), { until: BOOKINGS, expired: null })
  const product = await openBookingProduct(databaseUrl, { connections: CONNECTIONS, mailUrl: mailbox.url })
  try {
    const round = await measureRound(product)
    const seconds = await measureSending(product)
    return [
      {
        benchmark: 'mails',
        found: `${seconds.toFixed(1)} s for ${MAILS.toLocaleString('en')} emails (${Math.round(MAILS / seconds)}/s)`,
        conditions: `queued in one transaction, sent by the jobs of one process to the sandbox's mail server in the same process, which stores each; pool of ${CONNECTIONS} connections; ${PRODUCTION}; ${version}`,
        target: atMost(seconds, 60, ' s'),
      },
      {
        benchmark: 'reminders',
        found: `${round.toFixed(1)} ms a round`,
        conditions: `the slowest of ${ROUNDS} rounds, after one that queued what was due; ${(BOOKINGS / 2).toLocaleString('en')} future bookings and as many past ones, over 1,000 days; ${PRODUCTION}; ${version}`,
        target: atMost(round, 200, ' ms'),
      },
    ]
  } finally {
    await product.close()
    await mailbox.close()
    await own.db.destroy()
  }
}

/** Milliseconds of the slowest of some rounds. What they queue is not sent. */
async function measureRound({ app, bundle, database: { db } }: BookingProduct): Promise<number> {
  await bundle.queueReminders(app)
  let slowest = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    await bundle.queueReminders(app)
    slowest = Math.max(slowest, performance.now() - started)
  }
  await db.updateTable('outbox').set({ state: 'dropped' }).where('state', '=', 'waiting').execute()
  return slowest
}

/** Seconds until nothing waits any more. Throws unless every email was sent. */
async function measureSending({ app, bundle, database: { db }, jobs }: BookingProduct): Promise<number> {
  await db.transaction().execute(async (tx) => {
    const kind = { about: 'account', kind: 'email_changed' } as const
    for (let n = 0; n < MAILS; n += 1)
      await bundle.queueMail(app, tx, { ...kind, recipient: `reader-${n}@example.com` })
  })
  const count = async (state: 'waiting' | 'sent') =>
    (await db.selectFrom('outbox').select('id').where('state', '=', state).execute()).length
  const started = performance.now()
  await jobs.run(app)
  while ((await count('waiting')) > 0) await setTimeout(200)
  const seconds = (performance.now() - started) / 1_000
  if ((await count('sent')) !== MAILS) throw new Error(`Only ${await count('sent')} were sent`)
  return seconds
}
