/**
 * Background jobs: work queued by a transaction, and work on a schedule. pg-boss keeps jobs in the same database, so a
 * job is committed with the change that causes it, and any process can run it afterwards, also after a crash. Decision
 * 0008.
 */
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
import { refuseInsideTransaction, type Database } from '#server/db/connect'
import { removePictureIfUnused } from '#server/accounts/pictures'
import { removeDocumentFile } from '#server/mentors/checks/documents'
import { pauseIdleMentors } from '#server/mentors/record/idle'
import { processEvent } from '#server/payments/webhook-inbox'
import { queueDigests } from '#server/accounts/admin-digest/digest'
import { deleteExpiredData } from '#server/accounts/personal-data/retention'
import { refreshDueCalendars } from '#server/mentors/busy-calendars/refresh'
import { runReconciliation } from '#server/payments/reconcile'
import { sendRefund } from '#server/payments/refunds'
import { queueReminders } from '#server/bookings/reminders/reminders'
import { sweep } from '#server/bookings/sweep/sweep'
import { tellOfSeats } from '#server/bookings/seats/waiting-list/tell-of-seats'
import { tellWaiting } from '#server/bookings/waiting-list/tell-waiting'
import { tellInterested } from '#server/cohorts/interest/tell-interested'
import { queueDueMails, sendMail } from '#server/mail/outbox/send-mail'
import { CONNECTIONS } from '#server/mail/smtp'
import { mailWriters } from '#server/mail-writers'
import type { Jobs, Queue } from '#server/queue'

const handlers: { [Name in keyof Jobs]: (app: App, data: Jobs[Name]) => Promise<void> } = {
  'send-mail': (app, { mailId }) => sendMail(app, mailWriters, mailId),
  outbox: (app) => queueDueMails(app),
  reminders: (app) => queueReminders(app),
  digest: (app) => queueDigests(app),
  'remove-document': (app, { documentId }) => removeDocumentFile(app, documentId),
  refund: (app, { refundId }) => sendRefund(app, refundId),
  event: async (app, { eventId }) => void (await processEvent(app, eventId)),
  'remove-picture': (app, { key }) => removePictureIfUnused(app, key),
  sweep: (app) => sweep(app),
  reconcile: (app) => runReconciliation(app, 'whole'),
  'recover-events': (app) => runReconciliation(app, 'recent'),
  forget: (app) => deleteExpiredData(app),
  calendars: async (app) => void (await refreshDueCalendars(app)),
  'pause-idle': (app) => pauseIdleMentors(app),
  'tell-waiting': async (app) => {
    await tellWaiting(app)
    await tellOfSeats(app)
    await tellInterested(app)
  },
}

/**
 * Retried for about two days, first after seconds, later every hour: a payment service or store of files may be down that
 * long.
 */
const retriedForTwoDays: QueueOptions = { retryLimit: 60, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600 }
const queues: Record<keyof Jobs, Omit<Queue, 'name'>> = {
  // The outbox counts its own attempts; this covers a process that died. One job at a time for each mail.
  'send-mail': { retryLimit: 2, policy: 'exclusive' },
  outbox: { retryLimit: 0, expireInSeconds: 120 }, // The next round is a minute away.
  digest: { retryLimit: 3, retryDelay: 600 },
  reminders: { retryLimit: 0, expireInSeconds: 120 }, // The next round is a minute away.
  'remove-document': retriedForTwoDays,
  refund: retriedForTwoDays,
  'remove-picture': retriedForTwoDays,
  event: { retryLimit: 2 }, // The webhook inbox counts its own attempts; this covers a process that died.
  sweep: { retryLimit: 0, expireInSeconds: 120 }, // The next round is a minute away.
  reconcile: { retryLimit: 3, retryDelay: 600, expireInSeconds: 3_600 },
  'recover-events': { retryLimit: 3, retryDelay: 300, expireInSeconds: 3_600 },
  forget: { retryLimit: 0, expireInSeconds: 600 }, // The next round is an hour away.
  calendars: { retryLimit: 0, expireInSeconds: 120 }, // The next round is a minute away.
  'pause-idle': { retryLimit: 3, retryDelay: 600, expireInSeconds: 600 },
  'tell-waiting': { retryLimit: 0, expireInSeconds: 120 }, // The next round is a minute away.
}

/**
 * Opens the job tables and creates them where needed. `queue` works from then on; call `run` to start processing jobs.
 *
 * @param clock decides when jobs are due. The default is the machine's and the database's own time; only a demo or a
 *   test passes another.
 */
export async function openJobs(
  database: Database,
  databaseUrl: string,
  onError: (error: Error) => void,
  clock?: Clock,
) {
  const boss = new PgBoss({
    ...(database.engine.kind === 'pglite'
      ? { db: refusingInsideTransaction(fromPglite(database.engine.pglite)), backend: 'pglite' }
      : { connectionString: databaseUrl, max: 2, application_name: 'landfall jobs' }),
    ...(clock && { clock }),
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
  for (const name of jobNames) {
    if (!existing.has(name))
      await boss.createQueue(name, { ...queues[name], heartbeatSeconds: HEARTBEAT_SECONDS, notify: true })
    // Loads the queue into pg-boss's cache. The first `send` would load it inside a transaction and hang on PGlite.
    await boss.findJobs(name, { id: NO_JOB })
  }

  const queue: Queue = async (tx, name, data) => {
    const key = 'mailId' in data ? { singletonKey: data.mailId } : {}
    await boss.send(name, data, { ...key, db: fromKysely(tx) satisfies BossDb })
  }

  return {
    queue,
    async run(app: App): Promise<void> {
      for (const name of jobNames) {
        await boss.work(name, WORKERS, async (jobs) => {
          const results: JobResult[] = []
          const waiting = jobs.values() // One iterator for all that run at once: each takes the next job.
          const runInTurn = async () => {
            for (const { id, data } of waiting) {
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
          await Promise.all(Array.from({ length: name === 'send-mail' ? CONNECTIONS : 1 }, runInTurn))
          return results
        })
      }
      await boss.schedule('sweep', '* * * * *')
      await boss.schedule('outbox', '* * * * *')
      await boss.schedule('reminders', '* * * * *')
      await boss.schedule('reconcile', '17 3 * * *') // At night, UTC.
      await boss.schedule('recover-events', '47 * * * *')
      await boss.schedule('forget', '41 * * * *')
      await boss.schedule('calendars', '* * * * *')
      await boss.schedule('digest', '0 6 * * *')
      await boss.schedule('pause-idle', '23 4 * * *')
      await boss.schedule('tell-waiting', '* * * * *')
    },
    /** Waits for running jobs, at most `timeoutMs`. */
    close: (timeoutMs = 8_000) => boss.stop({ graceful: true, timeout: timeoutMs, close: true }),
  }
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
 * looks for every ten seconds; no notification tells its workers, so they look themselves. Ten is pg-boss's least heartbeat.
 */
const HEARTBEAT_SECONDS = 10
const WORKERS = {
  batchSize: 20, // With one, pg-boss would fetch the next job only at its next poll.
  burstWhenBatchFull: true,
  perJobResults: true,
  notifyPollingIntervalSeconds: 5,
}
const NO_JOB = '00000000-0000-0000-0000-000000000000'

/** In the order in which one job leads to the next. */
export const jobNames = [
  'event',
  'sweep',
  'reconcile',
  'recover-events',
  'forget',
  'calendars',
  'pause-idle',
  'refund',
  'digest',
  'reminders',
  'tell-waiting',
  'outbox',
  'send-mail',
  'remove-picture',
  'remove-document',
] as const satisfies (keyof Jobs)[]

/** Runs one job now. Logs an error and throws it again, so that pg-boss retries the job. */
export async function runJob<Name extends keyof Jobs>(app: App, name: Name, data: Jobs[Name]): Promise<void> {
  try {
    await handlers[name]({ ...app, payments: { ...app.payments, ...app.payments.withLongTimeout } }, data)
  } catch (error) {
    app.log.error('job failed', { job: name, error })
    throw error
  }
}
