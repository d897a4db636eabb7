/** Reads a whole database, so that a test can compare it before and after. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/** Every row of the product, the sandbox and the queued jobs, by table. */
export async function readTables(db: Db): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'sandbox_stripe', 'sandbox_mail') order by 1`.execute(db)
  const content: Record<string, unknown> = {}
  for (const { name } of [...tables, { name: 'jobs.job' }]) {
    const { rows } = await sql.raw<{ row: string }>(`select t::text as row from ${name} t order by 1`).execute(db)
    content[name] = rows.map(({ row }) => row)
  }
  return content
}
