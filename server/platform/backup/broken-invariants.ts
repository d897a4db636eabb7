/** Checks a restored database by the invariants that every test is checked by. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/** Read here as a file: the module that has it for the product is only in the bundle. */
const INVARIANTS = join(import.meta.dirname, '../../bookings/invariants/invariants-queries.sql')
const EPOCH = new Date(0)

/** @param now when the backup was taken: holds whose time was over since then are for the first sweep. */
export async function listBrokenInvariants(db: Db, now: Date): Promise<{ invariant: string; subject: string }[]> {
  const query = CompiledQuery.raw(await readFile(INVARIANTS, 'utf8'), [now, EPOCH])
  return (await db.executeQuery<{ invariant: string; subject: string }>(query)).rows
}
