/** SQL for stored responses to checkouts, by idempotency key. */
import type { Db } from '#server/platform/db/connect'

/** `response` null: nothing is held yet. */
type KeptCheckout = { requestHash: string; bookingId: string | null; response: unknown }

/** Notes a key with its first request, and returns what is known of the key: of concurrent callers all get the same. */
export async function insertIdempotencyKey(
  db: Db,
  key: { keyHash: string; requestHash: string; createdAt: Date },
): Promise<KeptCheckout> {
  await db
    .insertInto('idempotencyKeys')
    .values({ ...key, bookingId: null, response: null })
    .onConflict((known) => known.column('keyHash').doNothing())
    .execute()
  return (await findKey(db, key.keyHash))!
}

export function findKey(db: Db, keyHash: string): Promise<KeptCheckout | undefined> {
  return db
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'bookingId', 'response'])
    .where('keyHash', '=', keyHash)
    .executeTakeFirst()
}

/** Keeps the first answer of a key. */
export async function keepResponse(
  db: Db,
  keyHash: string,
  { bookingId, response }: { bookingId: string; response: unknown },
): Promise<void> {
  await db
    .updateTable('idempotencyKeys')
    .set({ bookingId, response: JSON.stringify(response) })
    .where('keyHash', '=', keyHash)
    .where('response', 'is', null)
    .execute()
}

export async function deleteOldKeys(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotencyKeys').where('createdAt', '<', before).execute()
}
