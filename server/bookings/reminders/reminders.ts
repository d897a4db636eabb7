/**
 * The emails that a time of day causes: a day and an hour before a session, and an hour after it. A minute's job finds what is
 * due. Each start has its own, so a moved session is reminded of again; a start that was announced since the moment of
 * a reminder needs none.
 */
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import type { MailKind } from '#server/platform/db/tables'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { listDueAfter, listDueBefore, type DueSession } from '#server/bookings/reminders/reminders-queries'
import type { DropReason } from '#words/drop-reasons'

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
/** An hour's reminder is of no use in the last minutes, and would be one of two where a day's was late. */
const LATEST = 5
/** How late the email after a session may be. */
const AFTER = 2 * DAY_MINUTES

type ReminderKind = 'reminder_day' | 'reminder_hour' | 'session_over'

export const isReminder = (kind: MailKind): kind is ReminderKind =>
  kind === 'reminder_day' || kind === 'reminder_hour' || kind === 'session_over'

/** Queues the reminders that are due, to both people of each session. */
export async function queueReminders(app: Pick<App, 'db' | 'now' | 'queue'>): Promise<void> {
  const { db } = app
  const now = app.now()
  const ahead = (kind: ReminderKind, from: number, to: number) =>
    listDueBefore(db, { kind, from: minutesAfter(now, from), to: minutesAfter(now, to), leadMinutes: to })
  await queueFor(app, 'reminder_day', await ahead('reminder_day', HOUR_MINUTES, DAY_MINUTES))
  await queueFor(app, 'reminder_hour', await ahead('reminder_hour', LATEST, HOUR_MINUTES))
  const over = await listDueAfter(db, { from: minutesAfter(now, -AFTER), to: minutesAfter(now, -HOUR_MINUTES) })
  await queueFor(app, 'session_over', over)
}

async function queueFor(app: Pick<App, 'db' | 'now' | 'queue'>, kind: ReminderKind, due: DueSession[]): Promise<void> {
  if (due.length === 0) return
  await transact(app.db, async (tx) => {
    for (const { id, startsAt } of due) {
      const version = versionOf(startsAt)
      await queueBookingMail(app, tx, id, kind, { recipient: 'mentee', version })
      await queueBookingMail(app, tx, id, kind, { recipient: 'mentor', version })
    }
  })
}

/** A reminder is of one start: its seconds are the version of the email. */
const versionOf = (startsAt: Date) => Math.floor(startsAt.getTime() / 1000)

type Session = { status: string; startsAt: Date; minutes: number }

/** Why a reminder is not sent any more, when its turn comes; null when it still is. */
export function outdated(
  kind: ReminderKind,
  version: string,
  { status, startsAt }: Session,
  now: Date,
): DropReason | null {
  if (version !== String(versionOf(startsAt))) return 'session_moved'
  if (kind === 'session_over') {
    return status === 'confirmed' || status === 'completed' ? null : 'session_not_held'
  }
  if (status !== 'confirmed') return 'booking_over'
  const until = kind === 'reminder_day' ? minutesAfter(startsAt, -HOUR_MINUTES) : startsAt
  return now >= until ? 'too_late' : null
}
