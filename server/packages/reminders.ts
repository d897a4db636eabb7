/** Reminds buyers of sessions that they have not booked, 30 and 7 days before their package ends. */
import { DAY_MS } from '#domain/time/wall-time'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import type { App } from '#server/context'
import { listEndingPackages } from '#server/packages/packages-queries'
import { transact } from '#server/platform/db/connect'

/** Days before the end, the last first: after a time without rounds only the later email goes out. */
const REMINDERS = [
  { days: 7, after: 0 },
  { days: 30, after: 7 },
]

/** Queues what is due; repeatable, since each email is sent once. */
export async function queuePackageReminders(app: Pick<App, 'db' | 'now' | 'queue'>): Promise<void> {
  const inDays = (days: number) => new Date(app.now().getTime() + days * DAY_MS)
  for (const { days, after } of REMINDERS) {
    const due = { from: inDays(after), to: inDays(days), version: days }
    for (const id of await listEndingPackages(app.db, due))
      await transact(app.db, (tx) => queueBookingMail(app, tx, id, 'package_ends', { version: days }))
  }
}
