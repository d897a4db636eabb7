/** SQL that lets one process at a time reconcile, and remembers how far the last round got. */
import { sql } from 'kysely'
import { minutesAfter } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

/** `recent`: the service's recent events, every hour. `whole`: all of both books, every night. */
export type Scope = Tables['reconciliations']['scope']['__select__']

/**
 * Starts a reconciliation. Returns the instant up to which the last one of this scope has looked (null if there was
 * none), or undefined while another process is running one. A process that started `staleMinutes` ago counts as dead,
 * and so does one whose start lies that far in the future, because its clock was wrong.
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
    returning done_until`.execute(db)
  return rows[0]
}

/**
 * Ends the reconciliation that started at `begunAt`. Has no effect if another process has taken over since.
 *
 * @param doneUntil null if it failed: the next round then looks as far back as this one did.
 */
export async function endReconciliation(
  db: Db,
  scope: Scope,
  { begunAt, doneUntil }: { begunAt: Date; doneUntil: Date | null },
): Promise<void> {
  await db
    .updateTable('reconciliations')
    .set({ runningSince: null, ...(doneUntil && { doneUntil }) })
    .where('scope', '=', scope)
    .where('runningSince', '=', begunAt)
    .execute()
}
