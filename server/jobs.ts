/**
 * Work that follows a transaction, and work by the clock. pg-boss keeps the jobs in the same database, so one is written
 * with what caused it and is run after, by any process, also after a crash. Decision 0008.
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
import { deliverAccountMail } from '#server/accounts/deliver-mail'
import { processEvent } from '#server/payments/webhook-inbox'
import { forget } from '#server/accounts/retention'
import { deliverMail } from '#server/bookings/mails/deliver-mail'
import { runReconciliation } from '#server/payments/reconcile'
import { sendRefund } from '#server/payments/refunds'
import { sweep } from '#server/bookings/sweep'
import type { Jobs, Queue } from '#server/queue'

const handlers: { [Name in keyof Jobs]: (app: App, data: Jobs[Name]) => Promise<void> } = {
  mail: (app, { mailId }) => deliverMail(app, mailId),
  'account-mail': (app, { mailId }) => deliverAccountMail(app, mailId),
  refund: (app, { refundId }) => sendRefund(app, refundId),
  event: async (app, { eventId }) => void (await processEvent(app, eventId)),
  sweep: (app) => sweep(app),
  reconcile: (app) => runReconciliation(app, 'whole'),
  'recover-events': (app) => runReconciliation(app, 'recent'),
  forget: (app) => forget(app),
}

/** Retried for about two days, first after seconds, later every hour: a mail server or payment service may be down for long. */
const patient: QueueOptions = { retryLimit: 60, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600 }
const queues: Record<keyof Jobs, QueueOptions> = {
  mail: patient,
  'account-mail': patient,
  refund: patient,
  event: { retryLimit: 2 }, // It keeps its own account of attempts; what is run again is the job of a process that died.
  sweep: { retryLimit: 0, expireInSeconds: 120 }, // The next round is a minute away.
  reconcile: { retryLimit: 3, retryDelay: 600, expireInSeconds: 3_600 },
  'recover-events': { retryLimit: 3, retryDelay: 300, expireInSeconds: 3_600 },
  forget: { retryLimit: 0, expireInSeconds: 600 }, // The next round is an hour away.
}

/**
 * Opens the job tables, creating them where needed. `queue` works from then on; `run` also works the jobs off. `clock` says
 * when jobs are due, by default the machine's and the database's own; only a demo or a test has another one.
 */
export async function openJobs(
  database: Database,
  databaseUrl: string,
  onError: (error: Error) => void,
  clock?: Clock,
) {
  const boss = new PgBoss({
    ...(database.engine.kind === 'pglite'
      ? { db: refusingInside(fromPglite(database.engine.pglite)), backend: 'pglite' }
      : { connectionString: databaseUrl, max: 2, application_name: 'landfall jobs' }),
    ...(clock && { clock }),
    schema: 'jobs',
    useListenNotify: true,
    persistWarnings: false,
  })
  boss.on('error', onError)
  await boss.start()
  const known = new Set((await boss.getQueues()).map((queue) => queue.name))
  for (const name of jobNames) {
    if (!known.has(name)) await boss.createQueue(name, { ...queues[name], heartbeatSeconds: 10, notify: true })
    // Now it knows the queue; asking for it in the first `send`, inside a transaction, would wait for ever on PGlite.
    await boss.findJobs(name, { id: NO_JOB })
  }

  const queue: Queue = async (tx, name, data) => {
    await boss.send(name, data, { db: fromKysely(tx) satisfies BossDb })
  }

  return {
    queue,
    async run(app: App): Promise<void> {
      for (const name of jobNames) {
        // Larger than one: of a queue that is read job by job pg-boss takes the next only with its next look, 30 s later.
        await boss.work(name, { batchSize: BATCH, burstWhenBatchFull: true, perJobResults: true }, async (jobs) => {
          const results: JobResult[] = []
          for (const { id, data } of jobs) {
            const done = runJob(app, name, data as never)
            results.push({
              id,
              status: await done.then(
                () => 'completed' as const,
                () => 'failed' as const,
              ),
            })
          }
          return results
        })
      }
      await boss.schedule('sweep', '* * * * *')
      await boss.schedule('reconcile', '17 3 * * *') // At night, UTC.
      await boss.schedule('recover-events', '47 * * * *')
      await boss.schedule('forget', '41 * * * *')
    },
    /** Waits for running jobs, at most this long. */
    close: (milliseconds = 8_000) => boss.stop({ graceful: true, timeout: milliseconds, close: true }),
  }
}

/** A question that would hang for ever (the one connection is the transaction's) becomes an error that names the mistake. */
function refusingInside(db: BossDb): BossDb {
  return {
    ...db,
    async executeSql(text, values) {
      refuseInsideTransaction()
      return db.executeSql(text, values)
    },
  }
}

const BATCH = 20
const NO_JOB = '00000000-0000-0000-0000-000000000000'

/** In the order in which one leads to the next. */
export const jobNames = [
  'event',
  'sweep',
  'reconcile',
  'recover-events',
  'forget',
  'refund',
  'mail',
  'account-mail',
] as const satisfies (keyof Jobs)[]

/** Runs one job now. What it throws is logged, and thrown on so that it is tried again. */
export async function runJob<Name extends keyof Jobs>(app: App, name: Name, data: Jobs[Name]): Promise<void> {
  try {
    await handlers[name]({ ...app, payments: { ...app.payments, ...app.payments.patient } }, data)
  } catch (error) {
    app.log.error('job failed', { job: name, error })
    throw error
  }
}
