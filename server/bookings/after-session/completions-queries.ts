/** SQL for completions, with the mentor's note and next steps. Specification §3, Completions. */
import { sql } from 'kysely'
import type { Side } from '#domain/bookings/after-session'
import type { Db } from '#server/platform/db/connect'

/** `dueOn`: YYYY-MM-DD on the mentee's calendar. */
export type NextStep = { text: string; dueOn: string | null }

/** Call with the booking locked. */
export async function insertCompletion(
  tx: Db,
  bookingId: string,
  completion: { completedAt: Date; completedBy: Side | 'product' },
): Promise<void> {
  await tx
    .insertInto('completions')
    .values({ bookingId, ...completion, notedAt: null })
    .execute()
}

/** Writes what the mentor leaves the mentee. Call with the booking locked, once. */
export async function recordNote(
  tx: Db,
  bookingId: string,
  { note, steps, at }: { note: string; steps: NextStep[]; at: Date },
): Promise<void> {
  await tx.updateTable('completions').set({ note, notedAt: at }).where('bookingId', '=', bookingId).execute()
  if (steps.length === 0) return
  const rows = steps.map((step, index) => ({ bookingId, position: index + 1, ...step }))
  await tx.insertInto('nextSteps').values(rows).execute()
}

/** A booking's completion with its next steps, in their order. Undefined before, and for demo sessions of the past. */
export async function findCompletion(db: Db, bookingId: string) {
  const completion = await db
    .selectFrom('completions')
    .selectAll()
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()
  if (!completion) return undefined
  const steps = await db
    .selectFrom('nextSteps')
    .select(['text', sql<string | null>`to_char(due_on, 'YYYY-MM-DD')`.as('dueOn')])
    .where('bookingId', '=', bookingId)
    .orderBy('position')
    .execute()
  return { ...completion, steps: steps satisfies NextStep[] }
}
