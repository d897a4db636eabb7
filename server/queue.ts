/** What work there is to queue, and how it is. `server/jobs.ts` runs it. */
import type { Db } from '#server/db/connect'

export type Jobs = {
  mail: { mailId: string }
  'account-mail': { mailId: string }
  refund: { refundId: string }
  event: { eventId: string }
  sweep: Record<string, never>
  reconcile: Record<string, never>
  'recover-events': Record<string, never>
  forget: Record<string, never>
}

/** Writes a job in the caller's transaction: rolled back with it, run only after it. Never outside of one (it hangs PGlite). */
export type Queue = <Name extends keyof Jobs>(tx: Db, name: Name, data: Jobs[Name]) => Promise<void>
