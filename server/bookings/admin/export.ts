/** Bookings as a CSV file, written as it is sent: a page of rows is in memory at a time, however many there are. */
import { csvHead } from '#domain/payments/csv'
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import { EXPORT_COLUMNS, writeBookingLines, type BookingFilter } from '#server/bookings/admin/list-queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'

/** Rows that are read at once: their text stays below 128 kB, beyond which V8 frees it late. */
const CHUNK = 250

/**
 * The file, in parts. Who exports what is recorded first, since the
 * file names people.
 */
export async function exportBookings(
  app: Pick<App, 'db' | 'now'>,
  filter: BookingFilter,
  actor: AuditActor,
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

/** Each part is read while the one before is sent. */
async function* writeParts({ db }: Pick<App, 'db'>, filter: BookingFilter): AsyncGenerator<string, void> {
  let next = writeBookingLines(db, filter, { after: null, limit: CHUNK })
  yield csvHead(EXPORT_COLUMNS)
  for (;;) {
    const { text, last } = await next
    if (last) {
      next = writeBookingLines(db, filter, { after: last, limit: CHUNK })
      next.catch(() => {}) // It is thrown where this part is awaited; until then it must not end the process.
    }
    if (text) yield text
    if (!last) return
  }
}
