import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/** Divides claims and bookings by mentor, as operators do with psql. */
export async function partitionByMentor(db: Db): Promise<void> {
  const script = await readFile('deploy/partition-by-mentor.sql', 'utf8')
  // In a `do` block, since the script has many statements and PGlite runs one per query.
  await sql.raw(`do $script$ begin execute $file$${script}$file$; end $script$`).execute(db)
}
