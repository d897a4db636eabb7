/** Bookings as a CSV file, written as it is sent: a page of rows is in memory at a time, however many there are. */
import { csvHead, csvRows } from '#domain/payments/csv'
import { recordAuditEvent, type Actor } from '#server/accounts/audit-queries'
import {
  listBookings,
  type BookingCursor,
  type BookingFilter,
  type ListedBooking,
} from '#server/bookings/admin/list-queries'
import type { App } from '#server/context'
import { transact } from '#server/db/connect'

/** Rows that are read at once. */
const CHUNK = 2_000

const HEAD =
  'reference mentorName userName email sessionTitle time minutes mentorZone menteeZone status price paid goesBack currency bookedAt paidAt'.split(
    ' ',
  )

/**
 * The file, in parts. Times are UTC (ISO 8601), sums in the currency's unit. Who exports what is recorded first, since the
 * file names people.
 */
export async function exportBookings(
  app: Pick<App, 'db' | 'now'>,
  filter: BookingFilter,
  actor: Actor,
): Promise<ReadableStream<Uint8Array>> {
  await transact(app.db, (tx) =>
    recordAuditEvent(tx, {
      at: app.now(),
      actor,
      action: 'bookings.exported',
      subject: 'exports',
      subjectId: 'bookings',
      after: { ...filter },
    }),
  )
  const utf8 = new TextEncoder()
  const parts = writeParts(app, filter)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(utf8.encode(value))
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}

async function* writeParts({ db }: Pick<App, 'db'>, filter: BookingFilter): AsyncGenerator<string, void> {
  yield csvHead(HEAD)
  for (let after: BookingCursor | null = null; ;) {
    const rows: ListedBooking[] = await listBookings(db, filter, { sort: 'latest', limit: CHUNK, after })
    if (rows.length > 0) yield csvRows(rows.map(cellsOf))
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = { at: last.startsAt, id: last.id }
  }
}

/** "40.50" */
const inUnits = (minor: number): string => (minor / 100).toFixed(2)

function cellsOf(row: ListedBooking): (string | number)[] {
  return [
    row.reference,
    row.mentorName,
    row.menteeName,
    row.menteeEmail,
    row.sessionTitle,
    row.startsAt.toISOString(),
    row.minutes,
    row.mentorTimeZone,
    row.menteeTimeZone,
    row.status,
    inUnits(row.pricePence),
    row.paidAmountPence === null ? '' : inUnits(row.paidAmountPence),
    inUnits(row.backPence),
    row.currency,
    row.createdAt.toISOString(),
    row.paidAt?.toISOString() ?? '',
  ]
}
