/** The outbox as tests see it. */
import type { Db } from '#server/platform/db/connect'
import type { MailAbout } from '#server/platform/db/tables'
import { runJob } from '#server/jobs'
import { queueDueMails } from '#server/platform/mail/outbox/send-mail'
import type { TestApp } from './product/app.ts'

/** The emails about accounts, bookings and so on, the oldest first. */
export const mailsAbout = (db: Db, about: MailAbout) =>
  db.selectFrom('outbox').selectAll().where('about', '=', about).orderBy('createdAt').execute()

/** The emails about bookings to their mentees, the oldest first. */
export const mailsToMentees = (db: Db) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('about', '=', 'booking')
    .where('recipient', '=', 'mentee')
    .orderBy('createdAt')
    .execute()

/** Runs the minute's round of the outbox, and sends what is due. */
export async function sendDue(test: Pick<TestApp, 'app' | 'runJobs'>): Promise<void> {
  await runJob(test.app, 'outbox', {})
  await test.runJobs()
}

/** Lets emails wait again that were sent, as if the process had died before it noted that. */
export async function forgetSending(db: Db): Promise<void> {
  await db.updateTable('outbox').set({ state: 'waiting' }).where('state', '=', 'sent').execute()
}

/** Makes emails that wait for their next attempt due now, and queues them. */
export async function hastenMails(test: Pick<TestApp, 'app' | 'db'>): Promise<void> {
  await test.db.updateTable('outbox').set({ nextAt: test.app.now() }).where('state', '=', 'waiting').execute()
  await queueDueMails(test.app)
}
