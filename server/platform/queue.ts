/** The background jobs by name, with their data, and how to queue one. `server/jobs.ts` runs them. */
import type { Db } from '#server/platform/db/connect'

export type Jobs = {
  'send-mail': { mailId: string }
  outbox: Record<string, never>
  reminders: Record<string, never>
  digest: Record<string, never>
  'remove-document': { documentId: string }
  refund: { refundId: string }
  transfer: { transferId: string }
  reversal: { reversalId: string }
  transfers: Record<string, never>
  event: { eventId: string }
  'issue-documents': { bookingId: string }
  'missing-documents': Record<string, never>
  'remove-picture': { key: string }
  sweep: Record<string, never>
  reconcile: Record<string, never>
  'recover-events': Record<string, never>
  forget: Record<string, never>
  calendars: Record<string, never>
  rates: Record<string, never>
  'pause-idle': Record<string, never>
  'log-erasures': Record<string, never>
  statements: Record<string, never>
  'notify-waitlist': Record<string, never>
  'deliver-webhook': { deliveryId: string }
  webhooks: Record<string, never>
}

/**
 * Writes a job, or one for each of `all`, in the caller's transaction: it is rolled back with it, and runs only after the commit. Never call it
 * with the database itself instead of `tx`: that hangs PGlite.
 */
export type Queue = <Name extends keyof Jobs>(tx: Db, name: Name, ...all: Jobs[Name][]) => Promise<void>
