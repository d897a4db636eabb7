/** What makes a database one that the product cannot work with, found before anything is written to it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { errorCode, type Db } from '#server/platform/db/connect'
import { countPending, findNewerMigration, readOwnership } from '#server/platform/db/migrate'
import * as m from '#messages/operators'

/** The oldest major version that its developers still mend. The long half of the tests runs what could differ there. */
export const OLDEST_POSTGRES = 15

/**
 * Why a command beside the product cannot work with this database: it is empty, another program's, or migrated by a newer
 * or an older release. A sentence for the operator; null if it can.
 */
export async function explainUnusable(db: Db): Promise<string | null> {
  const ownership = await readOwnership(db)
  if (ownership === 'empty') return m.databaseEmpty()
  if (ownership === 'foreign') return m.databaseForeign()
  const newer = await findNewerMigration(db)
  if (newer) return m.databaseNewer({ migration: newer })
  const pending = await countPending(db)
  return pending > 0 ? m.databaseOlder() : null
}

/** Sentences for the operator; none if there is nothing to change. `pool`: of at least two connections to a server. */
export async function problemsOfDatabase(db: Db, pool: Db | null): Promise<string[]> {
  const problems: string[] = []
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version') as version, pg_encoding_to_char(encoding) as encoding
    from pg_database where datname = current_database()`.execute(db)
  const { version, encoding } = rows[0]!
  if (Number.parseInt(version) < OLDEST_POSTGRES) return [m.postgresOld({ version, oldest: String(OLDEST_POSTGRES) })] // Maybe too old for what follows.
  if (encoding !== 'UTF8') problems.push(m.encodingWrong({ encoding }))
  const ownership = await readOwnership(db)
  if (ownership === 'foreign') problems.push(m.tablesForeign())
  const newer = ownership === 'ours' ? await findNewerMigration(db) : null
  if (newer) problems.push(m.migratedByNewer({ migration: newer }))
  problems.push(...(await problemsOfRights(db)))
  if (pool && (await isPooledByTransaction(pool))) problems.push(m.databasePooled())
  return problems
}

/** Those that the migrations create. */
const EXTENSIONS = ['btree_gist', 'citext']

/** What the role may not do that migrations and jobs need, in a database that is not to be prepared by another role. */
async function problemsOfRights(db: Db): Promise<string[]> {
  const { rows } = await sql<Rights>`
    select
      quote_ident(current_user) as role,
      quote_ident(current_database()) as name,
      current_setting('transaction_read_only') = 'on' as reads_only,
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as makes_tables,
      has_database_privilege(current_database(), 'CREATE')
        or exists (select from pg_tables where schemaname = 'jobs') as makes_schemas,
      array(
        select wanted from unnest(${EXTENSIONS}::text[]) as wanted
        where not exists (select from pg_extension where extname = wanted)
          and not exists (select from pg_available_extensions where name = wanted)) as absent,
      array(
        select wanted from unnest(${EXTENSIONS}::text[]) as wanted
        where not exists (select from pg_extension where extname = wanted)
          and exists (select from pg_available_extensions where name = wanted)
          and not (select rolsuper from pg_roles where rolname = current_user)
          and not (has_database_privilege(current_database(), 'CREATE') and exists (
            select from pg_available_extension_versions where name = wanted and trusted))) as forbidden`.execute(db)
  const { role, name, readsOnly, makesTables, makesSchemas, absent, forbidden } = rows[0]!
  if (readsOnly) return [m.readOnly()]
  const problems = absent.map((extension) => m.extensionAbsent({ extension }))
  for (const extension of forbidden) problems.push(m.extensionForbidden({ role, extension }))
  if (!makesTables) problems.push(m.tablesForbidden({ role }))
  if (!makesSchemas) problems.push(m.schemaForbidden({ role, database: name }))
  return problems
}

type Rights = {
  role: string
  name: string
  readsOnly: boolean
  makesTables: boolean
  makesSchemas: boolean
  /** Extensions that the server does not have, and those that it does and the role may not create. */
  absent: string[]
  forbidden: string[]
}

/**
 * Whether a pooler gives one session's connection to another, as PgBouncer does with `pool_mode = transaction`. Then a lock of
 * the migrations would run in another session, LISTEN would hear nothing, and prepared statements would be missing. A pooler
 * reuses the connection that became free last, so the second session finds what the first has set. PgBouncer usually says it itself, by refusing our limits of time.
 */
async function isPooledByTransaction(pool: Db): Promise<boolean> {
  const mine = randomUUID()
  return pool.connection().execute(async (one) => {
    await sql`select set_config('landfall.session', ${mine}, false)`.execute(one)
    return pool.connection().execute(async (other) => {
      const { rows } = await sql<{ found: string | null }>`
        select current_setting('landfall.session', true) as found`.execute(other)
      return rows[0]!.found === mine
    })
  })
}

const UNBELIEVED =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT_ALTNAME_INVALID)/

/** Why the database could not be reached, in a sentence for the operator that begins with the setting where that is known. */
export function explainFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = errorCode(error)
  if (/unsupported startup parameter/.test(message)) return m.pooledStart() // PgBouncer's words.
  if (UNBELIEVED.test(code)) return m.certificateRefused({ error: message })
  const { path, syscall } = error as { path?: string; syscall?: string }
  if (path !== undefined && syscall === 'open') return m.certificateUnreadable({ path, code })
  if (/does not support SSL/.test(message)) return m.serverUnencrypted()
  const explain = REASONS[code]
  if (explain) return explain()
  return code ? m.databaseCode({ code }) : m.databaseUnusable({ error: message })
}

/** By PostgreSQL's codes (its manual, appendix A) and Node's. */
const REASONS: Record<string, () => string> = {
  ECONNREFUSED: m.databaseRefused,
  ENOTFOUND: m.databaseHostless,
  EAI_AGAIN: m.databaseLookup,
  ETIMEDOUT: m.databaseSilent,
  EACCES: m.databaseFolder,
  '28000': m.databaseUserRefused,
  '28P01': m.databasePassword,
  '3D000': m.databaseMissing,
  '42501': m.databaseRights,
  '53100': m.databaseDiskFull,
  '53300': m.databaseConnections,
  '57P03': m.databaseStarting,
}
