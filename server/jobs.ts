/**
 * Background jobs: work queued by a transaction, and work on a schedule. pg-boss keeps jobs in the same database, so a
 * job is committed with the change that causes it, and any process can run it afterwards, also after a crash. Decision
 * 0008.
 */
import { createHash } from 'node:crypto'
import {
  fromKysely,
  fromPglite,
  PgBoss,
  type Clock,
  type Db as BossDb,
  type JobResult,
  type QueueOptions,
} from 'pg-boss'
import type { App } from '#server/context'
import { limitsOfStatements, refuseInsideTransaction, type Database } from '#server/platform/db/connect'
import { removePictureIfUnused } from '#server/accounts/pictures/pictures'
import { removeDocumentFile } from '#server/mentors/checks/documents'
import { pauseIdleMentors } from '#server/mentors/record/idle'
import { processEvent } from '#server/bookings/settlement/webhook-inbox'
import { queueDigests } from '#server/accounts/admin-digest/digest'
import { writeErasures } from '#server/privacy/leaving/erasure-log'
import { deleteExpiredData } from '#server/privacy/personal-data/retention'
import { refreshDueCalendars } from '#server/mentors/busy-calendars/refresh'
import { runReconciliation } from '#server/bookings/settlement/reconcile'
import { refreshRates } from '#server/payments/rates/rates'
import { sendRefund } from '#server/bookings/settlement/refunds'
import { queuePackageReminders } from '#server/packages/reminders'
import { queueReminders } from '#server/bookings/reminders/reminders'
import { deliverWebhook, queueDueDeliveries } from '#server/public-api/webhooks/deliver'
import { sweep } from '#server/bookings/sweep/sweep'
import { notifySeatWaitlist } from '#server/cohorts/seats/waitlist/notify-waitlist'
import { queueTransfers } from '#server/payouts/connect/queue-transfers'
import { sendReversal } from '#server/payouts/connect/reversals'
import { sendTransfer } from '#server/payouts/connect/transfers'
import { issueStatements } from '#server/tax-documents/statements/issue-statements'
import { notifyMentorWaitlist } from '#server/bookings/waitlist/notify-waitlist'
import { notifyCrossingWaitlist } from '#server/cohorts/crossing-waitlist/notify-waitlist'
import { issueDocuments, issueMissingDocuments } from '#server/tax-documents/issue-documents'
import { queueDueMails, sendMail } from '#server/platform/mail/outbox/send-mail'
import type { LogFacts } from '#server/platform/log'
import { mailWriting } from '#server/mail-renderers'
import { jobRuns, lastJobSuccess, type Pool } from '#server/platform/process-metrics'
import type { Jobs, Queue } from '#server/platform/queue'

const handlers: { [Name in keyof Jobs]: (app: App, data: Jobs[Name]) => Promise<void> } = {
  'send-mail': (app, { mailId }) => sendMail(app, mailWriting, mailId),
  outbox: (app) => queueDueMails(app),
  reminders: async (app) => {
    await queueReminders(app)
    await queuePackageReminders(app)
  },
  digest: (app) => queueDigests(app),
  'remove-document': (app, { documentId }) => removeDocumentFile(app, documentId),
  refund: (app, { refundId }) => sendRefund(app, refundId),
  transfers: (app) => queueTransfers(app),
  transfer: (app, { transferId }) => sendTransfer(app, transferId),
  reversal: (app, { reversalId }) => sendReversal(app, reversalId),
  event: async (app, { eventId }) => void (await processEvent(app, eventId)),
  'issue-documents': (app, { bookingId }) => issueDocuments(app, bookingId),
  'missing-documents': (app) => issueMissingDocuments(app),
  'remove-picture': (app, { key }) => removePictureIfUnused(app, key),
  sweep: (app) => sweep(app),
  reconcile: (app) => runReconciliation(app, 'whole'),
  'recover-events': (app) => runReconciliation(app, 'recent'),
  forget: (app) => deleteExpiredData(app),
  calendars: async (app) => void (await refreshDueCalendars(app)),
  rates: (app) => refreshRates(app),
  'pause-idle': (app) => pauseIdleMentors(app),
  'log-erasures': (app) => writeErasures(app),
  statements: (app) => issueStatements(app),
  'notify-waitlist': async (app) => {
    await notifyMentorWaitlist(app)
    await notifySeatWaitlist(app)
    await notifyCrossingWaitlist(app)
  },
  'deliver-webhook': (app, { deliveryId }) => deliverWebhook(app, deliveryId),
  webhooks: (app) => queueDueDeliveries(app),
}

/**
 * Retried for about two days, first after seconds, later every hour: a payment service or store of files may be down that
 * long.
 */
const retriedForTwoDays: QueueOptions = { retryLimit: 60, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600 }
const queues: Record<keyof Jobs, Omit<Queue, 'name'>> = {
  // The outbox counts its own attempts; this covers a process that died. One job at a time for each email.
  'send-mail': { retryLimit: 2, policy: 'exclusive' },
  outbox: { retryLimit: 0, expireInSeconds: 120 }, // The next round is a minute away.
  digest: { retryLimit: 3, retryDelay: 600 },
  reminders: { retryLimit: 0, expireInSeconds: 120 }, // The next round is a minute away.
  'remove-document': retriedForTwoDays,
  refund: retriedForTwoDays,
  transfers: { retryLimit: 0, expireInSeconds: 600 }, // The next round is a minute away.
  // One job at a time for each; what the service refuses for want of money is tried again.
  transfer: { ...retriedForTwoDays, policy: 'exclusive' },
  reversal: { ...retriedForTwoDays, policy: 'exclusive' },
  'remove-picture': retriedForTwoDays,
  'issue-documents': { retryLimit: 5, retryDelay: 5, retryBackoff: true }, // The round finds what is left.
  'missing-documents': { retryLimit: 0, expireInSeconds: 600 }, // The next round is ten minutes away.
  event: { retryLimit: 2 }, // The webhook inbox counts its own attempts; this covers a process that died.
  sweep: { retryLimit: 0, expireInSeconds: 120 }, // The next round is a minute away.
  reconcile: { retryLimit: 3, retryDelay: 600, expireInSeconds: 3_600 },
  'recover-events': { retryLimit: 3, retryDelay: 300, expireInSeconds: 3_600 },
  forget: { retryLimit: 0, expireInSeconds: 600 }, // The next round is an hour away.
  calendars: { retryLimit: 0, expireInSeconds: 120 }, // The next round is a minute away.
  rates: { retryLimit: 4, retryDelay: 600, retryBackoff: true, retryDelayMax: 7_200 },
  'pause-idle': { retryLimit: 3, retryDelay: 600, expireInSeconds: 600 },
  'log-erasures': { retryLimit: 0, expireInSeconds: 120 }, // The next round is a minute away.
  statements: { retryLimit: 0, expireInSeconds: 1_800 }, // The next round is an hour away.
  'notify-waitlist': { retryLimit: 0, expireInSeconds: 120 }, // The next round is a minute away.
  // As with emails; what a killed process left is found by the minute's round.
  'deliver-webhook': { retryLimit: 2, policy: 'exclusive' },
  webhooks: { retryLimit: 0, expireInSeconds: 120 }, // The next round is a minute away.
}

/** What is done on a schedule (cron, UTC), and goes by the clock of the process that does it. */
const ROUNDS = {
  sweep: '* * * * *',
  outbox: '* * * * *',
  reminders: '* * * * *',
  reconcile: '17 3 * * *', // At night.
  'recover-events': '47 * * * *',
  forget: '41 * * * *',
  calendars: '* * * * *',
  digest: '0 6 * * *',
  'pause-idle': '23 4 * * *',
  'log-erasures': '* * * * *',
  statements: '11 * * * *', // Each hour a month ends in some time zone.
  rates: 'H 16 * * *', // The European Central Bank publishes by 15:00 UTC.
  'notify-waitlist': '* * * * *',
  transfers: '* * * * *',
  'missing-documents': '*/10 * * * *',
  webhooks: '* * * * *',
} satisfies Partial<Record<keyof Jobs, string>>

const isRound = (name: keyof Jobs) => Object.hasOwn(ROUNDS, name)

/**
 * Opens the job tables and creates them where needed. `queue` works from then on; call `run` and `takeRounds` to start processing jobs.
 *
 * @param clock decides when jobs are due. The default is the machine's and the database's own time; only a demo or a
 *   test passes another.
 * @param options.plans whether this process has rounds queued when they are due.
 * @param options.silence milliseconds, after which a PostgreSQL server that says nothing counts as gone.
 */
export async function openJobs(
  database: Database,
  databaseUrl: string,
  onError: (error: Error) => void,
  clock?: Clock,
  { plans = true, silence }: { plans?: boolean; silence?: number } = {},
) {
  const boss = new PgBoss({
    ...(database.engine.kind === 'pglite'
      ? { db: refusingInsideTransaction(fromPglite(database.engine.pglite)), backend: 'pglite' }
      : {
          ...limitsOfStatements(silence),
          connectionString: databaseUrl,
          max: 2,
          application_name: 'landfall jobs',
          notifyHeartbeatIntervalMs: LISTENER_CHECKED_MS,
        }),
    ...(clock && { clock }),
    schedule: plans,
    schema: 'jobs',
    useListenNotify: true,
    persistWarnings: false,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
  })
  boss.on('error', onError)
  await boss.start()
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
  // What an earlier version had queued by another name is found by the rounds of this one.
  const gone = [...existing].filter((name) => !name.startsWith('__') && !(name in queues))
  for (const name of gone) await boss.deleteQueue(name)
  for (const name of jobNames.filter((each) => !existing.has(each))) {
    await boss.createQueue(name, { ...queues[name], heartbeatSeconds: HEARTBEAT_SECONDS, notify: true })
    // Loads the queue into pg-boss's cache, as `start` has those that were there. The first `send` would load it inside a transaction
    // and hang on PGlite.
    await boss.findJobs(name, { id: NO_JOB })
  }

  const queue: Queue = async (tx, name, ...all) => {
    const jobs = all.map((data) => ({ data, ...jobKey(data) }))
    if (jobs.length > 0) await boss.insert(name, jobs, { db: fromKysely(tx) satisfies BossDb })
  }

  let closing = false
  const work = (app: App, name: keyof Jobs) =>
    boss.work(name, { ...WORKERS, ...(BATCHES[name] && { batchSize: BATCHES[name] }) }, async (jobs) => {
      const results: JobResult[] = []
      const waiting = jobs.values() // One iterator for all that run at once: each takes the next job.
      const runInTurn = async () => {
        for (const { id, data } of waiting) {
          // Another process takes what this one has not begun: a job without a result is tried again, if it is not of a round.
          if (closing && !isRound(name)) return
          const done = runJob(app, name, data as never)
          results.push({
            id,
            status: await done.then(
              () => 'completed' as const,
              () => 'failed' as const,
            ),
          })
        }
      }
      await Promise.all(Array.from({ length: atOnce(app, name) }, runInTurn))
      return results
    })

  return {
    queue,
    /** Null for the embedded database. pg-boss opens it at its start, and does not name it in its types. */
    pool: database.engine.kind === 'pglite' ? null : (boss.getDb() as unknown as { pool: Pool }).pool,
    /** Works on what is queued, and has the rounds queued. */
    async run(app: App): Promise<void> {
      for (const name of jobNames) if (!isRound(name)) await work(app, name)
      const planned = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
      for (const [name, when] of Object.entries(ROUNDS)) {
        const cron = when.replace('H', chooseMinute(app.config.PUBLIC_URL))
        if (planned.get(name) !== cron) await boss.schedule(name, cron)
      }
    },
    /** Works on the rounds, too. */
    async takeRounds(app: App): Promise<void> {
      for (const name of jobNames.filter(isRound)) await work(app, name)
    },
    /** Leaves the rounds to other processes, once those under way have ended. */
    async leaveRounds(): Promise<void> {
      await Promise.all(jobNames.filter(isRound).map((name) => boss.offWork(name)))
    },
    /** Starts no further job. Waits for the running ones, at most `timeoutMs`. */
    async close(timeoutMs = 8_000): Promise<void> {
      closing = true
      await boss.stop({ graceful: true, timeout: timeoutMs, close: true })
    },
  }
}

/** An email, delivery, transfer or reversal has one job at a time. */
function jobKey(data: Jobs[keyof Jobs]): { singletonKey?: string } {
  if ('mailId' in data) return { singletonKey: data.mailId }
  if ('transferId' in data) return { singletonKey: data.transferId }
  if ('reversalId' in data) return { singletonKey: data.reversalId }
  return 'deliveryId' in data ? { singletonKey: data.deliveryId } : {}
}

/**
 * How many jobs of a name a process does at once, where that is not one. A webhook endpoint may take ten seconds to answer. 40
 * transfers at once stay under the payment service's limit of about 100 requests a second. While it answers one with 429, that one
 * waits in its place (`throttling.ts`).
 */
const AT_ONCE: Partial<Record<keyof Jobs, number>> = { 'deliver-webhook': 8, transfer: 40 }
const atOnce = ({ mailer }: App, name: keyof Jobs) => (name === 'send-mail' ? mailer.connections : (AT_ONCE[name] ?? 1))

/** The minute that H stands for: one for all processes of an installation, so that not all installations ask at once. */
function chooseMinute(origin: string): string {
  return String(createHash('sha256').update(origin).digest().readUInt16BE() % 60)
}

/**
 * Turns a query that would hang forever (PGlite's only connection is the transaction's) into an error that names the
 * mistake.
 */
function refusingInsideTransaction(db: BossDb): BossDb {
  return {
    ...db,
    async executeSql(text, values) {
      refuseInsideTransaction()
      return db.executeSql(text, values)
    },
  }
}

/**
 * A job whose process was killed is taken up within 30 seconds: its heartbeat is missed after ten, which another process
 * looks for every ten seconds; no notification wakes its workers, so they poll. Ten is pg-boss's least heartbeat.
 */
const HEARTBEAT_SECONDS = 10
const LISTENER_CHECKED_MS = 5_000 // Often enough that the connection which waits for notifications is never silent for long.
const WORKERS = {
  batchSize: 20, // With one, pg-boss would fetch the next job only at its next poll.
  burstWhenBatchFull: true,
  perJobResults: true,
  notifyPollingIntervalSeconds: 5,
}
/** Where the fetching of jobs would cost more time than the work. */
const BATCHES: Partial<Record<keyof Jobs, number>> = { transfer: 400, 'send-mail': 100 }
const NO_JOB = '00000000-0000-0000-0000-000000000000'

/** In the order in which one job leads to the next. */
export const jobNames = [
  'event',
  'sweep',
  'reconcile',
  'recover-events',
  'forget',
  'calendars',
  'rates',
  'pause-idle',
  'log-erasures',
  'refund',
  'transfers',
  'reversal',
  'transfer',
  'issue-documents',
  'missing-documents',
  'statements',
  'digest',
  'reminders',
  'notify-waitlist',
  'outbox',
  'send-mail',
  'webhooks',
  'deliver-webhook',
  'remove-picture',
  'remove-document',
] as const satisfies (keyof Jobs)[]

/** What a job is about: the log names the email, refund or event. */
const loggableFacts = (data: Jobs[keyof Jobs]): LogFacts => ('documentId' in data || 'key' in data ? {} : data)

/** Runs one job now. Logs an error and throws it again, so that pg-boss retries the job. */
export async function runJob<Name extends keyof Jobs>(app: App, name: Name, data: Jobs[Name]): Promise<void> {
  try {
    const unhurried = { ...app, payments: { ...app.payments, ...app.payments.withLongTimeout } }
    await app.tracing.job(name, () => handlers[name](unhurried, data))
    jobRuns.inc({ name, outcome: 'done' })
    lastJobSuccess.setToCurrentTime({ name })
  } catch (error) {
    jobRuns.inc({ name, outcome: 'failed' })
    app.log.error('job failed', { job: name, ...loggableFacts(data), error })
    throw error
  }
}
