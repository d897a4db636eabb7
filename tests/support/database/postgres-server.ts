/** Vitest's global set-up for projects that need a PostgreSQL server. Its address is in TEST_DATABASE_URL. */
import { startPostgres } from './postgres.ts'

export async function setup() {
  const postgres = await startPostgres()
  process.env['TEST_DATABASE_URL'] = postgres.url
  if (postgres.log) process.env['TEST_DATABASE_LOG'] = postgres.log
  return () => postgres.stop()
}
