/** SQL for the links and the address by which a mentee reaches a booking. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/** Ends all links of a booking so far. Returns the version of the new ones. Call with the booking locked. */
export async function raiseLinkVersion(tx: Db, id: string): Promise<number> {
  const { linkVersion } = await tx
    .updateTable('bookings')
    .set({ linkVersion: sql`link_version + 1` })
    .where('id', '=', id)
    .returning('linkVersion')
    .executeTakeFirstOrThrow()
  return linkVersion
}

/** Writes the corrected address and counts the correction. Call with the booking locked. */
export async function correctMenteeEmail(
  tx: Db,
  id: string,
  { email, accountId }: { email: string; accountId: string | null },
): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ menteeEmail: email, accountId, addressCorrections: sql`address_corrections + 1` })
    .where('id', '=', id)
    .execute()
}
