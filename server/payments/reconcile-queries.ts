/** SQL for when the payment service's books were compared with ours: by one process at a time. */
import { sql } from 'kysely'
import { minutesAfter } from '#domain/time/wall-time'
import type { Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'

/** `recent`: what the service's events tell of. `whole`: all of both books. */
export type Scope = Tables['reconciliations']['scope']['__select__']

/**
 * Begins a comparison and says until when the last one of its kind has looked; null when it never did. Undefined while
 * another process is at it; one that began `staleMinutes` ago is taken for dead, as is one that is said to begin so far
 * in the future, by a clock that was wrong.
 */
export async function beginReconciliation(
  db: Db,
  scope: Scope,
  { now, staleMinutes }: { now: Date; staleMinutes: number },
): Promise<{ doneUntil: Date | null } | undefined> {
  const { rows } = await sql<{ doneUntil: Date | null }>`
    insert into reconciliations (scope, running_since) values (${scope}, ${now})
    on conflict (scope) do update set running_since = ${now}
    where reconciliations.running_since is null
      or reconciliations.running_since < ${minutesAfter(now, -staleMinutes)}
      or reconciliations.running_since > ${minutesAfter(now, staleMinutes)}
    returning done_until as "doneUntil"`.execute(db)
  return rows[0]
}

/**
 * `doneUntil` null: it came to nothing, and the next one looks as far back. Changes nothing when another process has
 * taken over from the one that began at `begunAt`.
 */
export async function endReconciliation(
  db: Db,
  scope: Scope,
  { begunAt, doneUntil }: { begunAt: Date; doneUntil: Date | null },
): Promise<void> {
  await db
    .updateTable('reconciliations')
    .set({ running_since: null, ...(doneUntil && { done_until: doneUntil }) })
    .where('scope', '=', scope)
    .where('running_since', '=', begunAt)
    .execute()
}
