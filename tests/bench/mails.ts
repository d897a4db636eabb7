/**
 * How fast workers send what waits in the outbox, to the sandbox's mail server, which is another process and stores each email; and what
 * the minute's round of reminders takes beside many future bookings.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { connect, type Db } from '#server/platform/db/connect'
import { createScratchDatabase } from '../support/database/scratch-database.ts'
import { makeBookings } from './booking-data.ts'
import { openBookingProduct, type BookingProduct } from './booking-product.ts'
import { atLeast, atMost, PRODUCTION, ratePerSecond, sized, type Figure } from './figures.ts'
import { makeBenchBuild, postgresVersion, seed } from './processes.ts'

const MAILS = sized(2_000, 10)
/** Emails to a mail server that answers after a while, as one that is far away does: what workers wait for then is not the processor. */
const SLOW_MAILS = sized(1_000, 10)
const SLOW_MS = 50
/** Half of them in the past. */
const BOOKINGS = sized(200_000, 2_000)
const ROUNDS = sized(20, 2)
const CONNECTIONS = 8

export async function measureMails(): Promise<Figure[]> {
  await makeBenchBuild()
  const version = await postgresVersion()
  const { url: databaseUrl } = await createScratchDatabase(await seed('PostgreSQL'))
  const own = await connect(databaseUrl, { connections: 1, unlimited: true })
  await makeBookings(own.db, new Date(), { until: BOOKINGS, expired: null })
  const mailbox = await startProcess('mailbox', databaseUrl)
  const product = await openBookingProduct(databaseUrl, { connections: CONNECTIONS, mailUrl: mailbox.message })
  const { connections } = product.app.mailer
  const stop = [mailbox.stop]
  try {
    const round = await measureRound(product)
    await product.jobs.run(product.app)
    await measureSending(product, 'first', MAILS) // Loads the libraries.
    const one = await measureSending(product, 'one', MAILS)
    const floor = await measureFloor(own.db, mailbox.message, connections)
    mailbox.child.send(SLOW_MS)
    const slow = await measureSending(product, 'slow', SLOW_MAILS)
    const worker = await startProcess('worker', databaseUrl, mailbox.message)
    stop.push(worker.stop)
    const two = await measureSending(product, 'two', SLOW_MAILS)
    await assertSentOnce(own.db, { first: MAILS, one: MAILS, slow: SLOW_MAILS, two: SLOW_MAILS })
    const conditions = `queued in one transaction; the sandbox's mail server in another process, which stores each; ${connections} connections to it and ${CONNECTIONS} to the database from each worker; ${PRODUCTION}; ${version}`
    return [
      {
        benchmark: 'mails',
        found: `${Math.round(one.perSecond)}/s (${MAILS.toLocaleString('en')} emails, each sent once, ${(one.perSecond / floor).toFixed(2)} × the bare client with the same email ready to send, ${one.processorMs.toFixed(1)} ms of the worker's processor each)`,
        conditions,
        target: atLeast(Math.round(one.perSecond), 200, '/s'),
      },
      {
        benchmark: 'mails, two workers',
        found: `${(two.perSecond / slow.perSecond).toFixed(2)} × one worker (${Math.round(two.perSecond)} and ${Math.round(slow.perSecond)}/s of ${SLOW_MAILS.toLocaleString('en')} emails, each sent once)`,
        conditions: `${conditions}; the mail server answers after ${SLOW_MS} ms`,
        target: null,
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
    for (const end of stop) end()
    await own.db.destroy()
  }
}

async function startProcess(role: 'mailbox' | 'worker', ...urls: string[]) {
  const child = fork(new URL('mail-process.ts', import.meta.url), [role, ...urls])
  const [message] = (await once(child, 'message')) as [string]
  return { child, message, stop: () => void child.kill() }
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

/** From the commit of these emails until none of them waits. */
async function measureSending({ app, bundle, database: { db } }: BookingProduct, readers: string, emails: number) {
  await db.transaction().execute(async (tx) => {
    const kind = { about: 'account', kind: 'email_changed' } as const
    for (let n = 0; n < emails; n += 1)
      await bundle.queueMail(app, tx, { ...kind, recipient: `${readers}-${n}@example.com` })
  })
  const processor = process.cpuUsage()
  const started = performance.now()
  const waiting = db.selectFrom('outbox').select('id').where('state', '=', 'waiting').limit(1)
  while (await waiting.executeTakeFirst()) await setTimeout(20)
  const seconds = (performance.now() - started) / 1_000
  const { user, system } = process.cpuUsage(processor)
  return { perSecond: emails / seconds, processorMs: (user + system) / 1_000 / emails }
}

/** Emails a second of a loop that hands the last email over as it is, without the product. */
async function measureFloor(db: Db, mailUrl: string, connections: number): Promise<number> {
  const { rows } = await sql<{ raw: Buffer }>`select raw from sandbox_mail.mails order by id desc limit 1`.execute(db)
  const transport = createTransport({ url: mailUrl, pool: true, maxConnections: connections })
  const envelope = { from: 'bookings@landfall.example', to: 'floor@example.com' }
  const emails = Array.from({ length: MAILS }, () => ({ envelope, raw: rows[0]!.raw }))
  const perSecond = await ratePerSecond(emails, connections, (email) => transport.sendMail(email))
  transport.close()
  return perSecond
}

/** Throws unless each of this many recipients got one email. */
async function assertSentOnce(db: Db, readers: Record<string, number>): Promise<void> {
  const { rows } = await sql<{ name: string; sent: number; emails: number }>`
    select split_part(recipients -> 0 ->> 'address', '-', 1) as name, count(*)::int as sent,
      count(distinct headers ->> 'message-id')::int as emails
    from sandbox_mail.mails where jsonb_array_length(recipients) = 1 group by 1`.execute(db)
  for (const [name, expected] of Object.entries(readers)) {
    const found = rows.find((row) => row.name === name)
    if (found?.sent !== expected || found.emails !== expected)
      throw new Error(`Not each was sent once: ${JSON.stringify({ expected, ...found })}`)
  }
}
