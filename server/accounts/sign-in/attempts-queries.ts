/** SQL that counts tries, across processes. A key is a hash or a network, never what somebody typed. */
import { sql } from 'kysely'
import { minutesAfter } from '#domain/time/wall-time'
import type { Db } from '#server/db/connect'

/**
 * Counts one more try and answers how many there were in this window, this one included, and when the window ends. A window
 * begins with its first try. One statement, so that tries at the same moment are each counted.
 */
export async function countAttempt(
  db: Db,
  key: string,
  minutes: number,
  now: Date,
): Promise<{ count: number; until: Date }> {
  const until = minutesAfter(now, minutes)
  return db
    .insertInto('attempts')
    .values({ key, count: 1, until })
    .onConflict((known) =>
      known.column('key').doUpdateSet({
        count: sql`case when attempts.until <= ${now} then 1 else attempts.count + 1 end`,
        until: sql`case when attempts.until <= ${now} then ${until}::timestamptz else attempts.until end`,
      }),
    )
    .returning(['count', 'until'])
    .executeTakeFirstOrThrow()
}

/** For what turned out to be no guessing. */
export async function resetAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute()
}

export async function deleteOldAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('attempts').where('until', '<', now).execute()
}
