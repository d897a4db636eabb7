/**
 * Issues mentors' statements of months that have ended: once each, with its fee documents and its email. An hour's round finds
 * what is due.
 */
import type { ZoneMonth } from '#domain/tax-documents/statement-months'
import { periodOfMonth } from '#domain/tax-documents/statement-months'
import { monthAfter, monthAt, monthPeriod } from '#domain/time/month'
import { HOUR_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { queueMentorMail } from '#server/mentors/mails/queue-mail'
import { transact } from '#server/platform/db/connect'
import { issueFeeDocuments } from '#server/tax-documents/statements/fee-documents'
import { readMentorBooks } from '#server/tax-documents/statements/statements'
import {
  insertStatement,
  listDueStatements,
  listMentorZones,
  startStatements,
} from '#server/tax-documents/statements/statements-queries'

type IssuingContext = Pick<App, 'db' | 'now' | 'queue' | 'config' | 'log'>

/**
 * After a month's end. By then every entry of the month is committed, since none takes hours, and it is morning for the mentor who
 * gets the email.
 */
const HOURS_AFTER_MONTH = 6

/** How many ended months a round looks at, so that a site that was away for some issues them all. */
const MONTHS = 3

/** One that fails is logged, and tried again an hour later. */
export async function issueStatements(app: IssuingContext): Promise<void> {
  const startedAt = await startStatements(app.db, app.now())
  const zones = await listMentorZones(app.db)
  const ended = zones.flatMap((zone) => listEndedMonths(zone, startedAt, app.now()))
  for (const { mentorId, month } of await listDueStatements(app.db, ended)) {
    try {
      await issueStatement(app, mentorId, month)
    } catch (error) {
      app.log.error('statement not issued', { mentorId, error })
    }
  }
}

/** The last months of a time zone that have ended since the first round. */
function listEndedMonths(zone: string, startedAt: Date, now: Date): ZoneMonth[] {
  const current = monthAt(now, zone)
  return Array.from({ length: MONTHS }, (_, index) => monthAfter(current, -1 - index))
    .map((month) => ({ month, zone, ...monthPeriod(month, zone) }))
    .filter(({ until }) => until > startedAt && now.getTime() >= until.getTime() + HOURS_AFTER_MONTH * HOUR_MS)
}

/** Does nothing if it is issued, or nothing moved in the month. Processes that race wait for the first, and then do nothing. */
export function issueStatement(app: IssuingContext, mentorId: string, month: string): Promise<void> {
  return transact(app.db, async (tx) => {
    const books = await readMentorBooks(tx, mentorId)
    if (!books) return
    const period = periodOfMonth(month, books)
    const movements = books.movements.filter(({ at }) => at >= period.from && at < period.until)
    if (movements.length === 0) return
    if (!(await insertStatement(tx, { mentorId, issuedAt: app.now(), ...period }))) return
    await queueMentorMail(app, tx, mentorId, 'statement', { month }, month)
    await issueFeeDocuments(app, tx, { mentorId, period, movements })
  })
}
