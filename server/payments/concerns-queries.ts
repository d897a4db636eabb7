/** SQL for concerns: what the program cannot decide and a person must look at. */
import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/connect'
import type { ConcernKind } from '#server/db/tables'

type Concern = {
  kind: ConcernKind
  /** Id of what it is about, such as a refund, a dispute or an event. */
  subject: string
  bookingId: string | null
  at: Date
  /** True reopens a concern that was resolved. */
  again?: boolean
}

/** Raises a concern, once for each kind and subject. */
export async function raiseConcern(db: Db, { kind, subject, bookingId, at, again = false }: Concern): Promise<void> {
  await db
    .insertInto('concerns')
    .values({ id: randomUUID(), kind, subject, bookingId, createdAt: at, resolvedAt: null })
    .onConflict((raised) => {
      const same = raised.columns(['kind', 'subject'])
      return again ? same.doUpdateSet({ resolvedAt: null }) : same.doNothing()
    })
    .execute()
}

export async function resolveConcern(
  db: Db,
  { kind, subject, at }: { kind: ConcernKind; subject: string; at: Date },
): Promise<void> {
  await db
    .updateTable('concerns')
    .set({ resolvedAt: at })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('resolvedAt', 'is', null)
    .execute()
}
