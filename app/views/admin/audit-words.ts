/** Actions of the audit log in words. */

/** "Booking cancelled" of "booking.cancelled" */
export function describeAuditEvent(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
