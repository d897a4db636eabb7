/** A mentor's monthly statements: which months have one, and what it says. Decision 0072. */
import { listMovements, buildStatements, type Movement, type Statement } from '#domain/tax-documents/statement'
import { listMonths, periodOfMonth, type ZoneMonth } from '#domain/tax-documents/statement-months'
import { isMonth } from '#domain/time/month'
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import {
  listEarnedEntries,
  listPaidEntries,
  listStatementBookings,
  type StatementBooking,
} from '#server/tax-documents/statements/movements-queries'
import { findStatementMentor, listIssuedMonths } from '#server/tax-documents/statements/statements-queries'

/** All that ever moved of a mentor's money, and how their months are divided. */
type MentorBooks = { name: string; zone: string; issued: ZoneMonth[]; movements: Movement[] }

export async function readMentorBooks(db: Db, mentorId: string): Promise<MentorBooks | null> {
  const mentor = await findStatementMentor(db, mentorId)
  if (!mentor) return null
  const issued = await listIssuedMonths(db, mentorId)
  const movements = listMovements(await listEarnedEntries(db, mentorId), await listPaidEntries(db, mentorId))
  return { name: mentor.name, zone: mentor.timeZone, issued, movements }
}

/** The months of which a mentor has a statement, newest first. `isOpen`: it is not over. */
export async function listStatementMonths(
  app: Pick<App, 'db' | 'now'>,
  mentorId: string,
): Promise<{ month: string; isOpen: boolean }[]> {
  const books = await readMentorBooks(app.db, mentorId)
  if (!books) return []
  return listMonths(books.movements, books).map((month) => {
    return { month, isOpen: app.now() < periodOfMonth(month, books).until }
  })
}

/** `isOpen`: the month is not over, so more may follow. `bookings`: by id, those that lines are about. */
export type MonthStatement = {
  period: ZoneMonth
  name: string
  isOpen: boolean
  statements: Statement[]
  bookings: Map<string, StatementBooking>
}

/** Null for a month in which nothing moved, and for text that is no month. */
export async function readStatement(
  app: Pick<App, 'db' | 'now' | 'config'>,
  mentorId: string,
  month: string,
): Promise<MonthStatement | null> {
  if (!isMonth(month)) return null
  const books = await readMentorBooks(app.db, mentorId)
  if (!books) return null
  const { name, movements } = books
  const period = periodOfMonth(month, books)
  const statements = buildStatements(movements, period, app.config.CURRENCY)
  const lines = statements.flatMap((statement) => statement.movements)
  if (lines.length === 0) return null
  const ids = new Set(lines.flatMap(({ bookingId }) => bookingId ?? []))
  const bookings = await listStatementBookings(app.db, [...ids])
  return { period, name, isOpen: app.now() < period.until, statements, bookings }
}
