/** Actions of the audit log in words. */
import { capitalize } from '#words/capitalize'

/** "Booking cancelled" of "booking.cancelled" */
export const describeAuditEvent = (action: string): string => capitalize(action.replaceAll(/[._]/g, ' '))
