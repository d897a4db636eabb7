/** Audit events about bookings, for `recordAuditEvent`. */
import type { AuditActor } from '#server/accounts/audit-queries'
import type { App } from '#server/context'

/** Something that was done to a booking, now. */
export function bookingEvent(
  app: Pick<App, 'now'>,
  actor: AuditActor,
  action: `booking.${string}`,
  bookingId: string,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
) {
  return { at: app.now(), actor, action, subject: 'bookings', subjectId: bookingId, ...change }
}
