/** SQL that counts attempts, for all processes. A key contains digests and networks, never what a person typed. */
import { sql, type RawBuilder } from 'kysely'
import { minutesAfter } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'

/**
 * Counts an attempt. Returns how many there were in this window, this one included, and when the window ends. A window
 * begins with its first attempt. One statement, so that concurrent attempts are all counted.
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

/** The values of `hasReachedMax`: keys, each with its maximum, and the instant as ISO text. */
export type ReachedLimits = { limitKeys: string[]; limitMaxes: number[]; now: string }

/** SQL: whether one of these keys has reached its maximum in a window that has not ended. For a part of another statement. */
export const hasReachedMax = ({ limitKeys, limitMaxes, now }: ReachedLimits): RawBuilder<boolean> => sql`exists (
  select from attempts join unnest(${limitKeys}::text[], ${limitMaxes}::int[]) as limits (key, max) using (key)
  where until > ${now}::timestamptz and count >= max)`

export async function resetAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute()
}

export async function deleteOldAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('attempts').where('until', '<', now).execute()
}
