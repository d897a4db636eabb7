/** What makes a database one that the product cannot work with, found before anything is written to it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { errorCode, type Db } from '#server/platform/db/connect'
import { countPending, problemOfNewer, readOwnership } from '#server/platform/db/migrate'

const POOLED = 'there is a pooler before it that changes connections between transactions. Name PostgreSQL itself.'

/** The oldest major version that its developers still mend. The long half of the tests runs what could differ there. */
export const OLDEST_POSTGRES = 15

/**
 * Why a command beside the product cannot work with this database: it is empty, another program's, or migrated by a newer
 * or an older release. A sentence for the operator; null if it can.
 */
export async function explainUnusable(db: Db): Promise<string | null> {
  const ownership = await readOwnership(db)
  if (ownership === 'empty') return `This database is empty. ${START_FIRST}`
  if (ownership === 'foreign') return FOREIGN
  const newer = await problemOfNewer(db)
  if (newer) return `This database is from a newer release: ${newer}.`
  const pending = await countPending(db)
  return pending > 0 ? `This database is from an earlier release. ${START_FIRST}` : null
}

const START_FIRST = 'Start the product once, or run its command `migrate`.'
const FOREIGN = 'This database holds tables of another program. Set DATABASE_URL to the product’s own.'

/** Sentences for the operator; none if there is nothing to change. `pool`: of at least two connections to a server. */
export async function problemsOfDatabase(db: Db, pool: Db | null): Promise<string[]> {
  const problems: string[] = []
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version') as version, pg_encoding_to_char(encoding) as encoding
    from pg_database where datname = current_database()`.execute(db)
  const { version, encoding } = rows[0]!
  if (Number.parseInt(version) < OLDEST_POSTGRES)
    return [`this is PostgreSQL ${version}, which is too old. Use ${OLDEST_POSTGRES} or newer.`] // Maybe too old for what follows.
  if (encoding !== 'UTF8') problems.push(`this database is encoded as ${encoding}. Create one with encoding 'UTF8'.`)
  const ownership = await readOwnership(db)
  if (ownership === 'foreign') problems.push('this database holds tables of something else. Name an empty one.')
  const newer = ownership === 'ours' ? await problemOfNewer(db) : null
  if (newer) problems.push(newer)
  problems.push(...(await problemsOfRights(db)))
  if (pool && (await isPooledByTransaction(pool))) problems.push(POOLED)
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
  if (readsOnly) return ['this server can only be read, as a standby. Name the one that can be written to.']
  const problems = absent.map(
    (wanted) => `its server lacks the extension ${wanted}. Install PostgreSQL's contrib there.`,
  )
  for (const wanted of forbidden)
    problems.push(
      `the role ${role} may not create the extension ${wanted}. Have a superuser run: create extension ${wanted};`,
    )
  if (!makesTables)
    problems.push(
      `the role ${role} may not create tables in it. Have its owner run: grant create on schema public to ${role};`,
    )
  if (!makesSchemas)
    problems.push(
      `the role ${role} may not create the schema of the jobs. Have its owner run: grant create on database ${name} to ${role};`,
    )
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
  if (/unsupported startup parameter/.test(message)) return `DATABASE_URL: ${POOLED}` // PgBouncer's words.
  if (UNBELIEVED.test(code))
    return `DATABASE_URL: the server's certificate is not believed (${message}). sslrootcert has to name its authority's, and the host has to be the one that it is for.`
  const { path, syscall } = error as { path?: string; syscall?: string }
  if (path !== undefined && syscall === 'open')
    return `DATABASE_URL: ${path} cannot be read (${code}). It is named by sslrootcert, sslcert or sslkey.`
  if (/does not support SSL/.test(message))
    return 'DATABASE_URL: the server does not encrypt, and sslmode asks for it. Switch ssl on there.'
  return `The database cannot be used: ${REASONS[code] ?? (code ? `it failed with the code ${code}. Its log says more.` : message)}`
}

/** By PostgreSQL's codes (its manual, appendix A) and Node's. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'no server answers at this address. Check host and port of DATABASE_URL, and that PostgreSQL runs.',
  ENOTFOUND: 'its host has no address. Check the host of DATABASE_URL.',
  EAI_AGAIN: 'its host cannot be looked up. Check the host of DATABASE_URL and this machine’s DNS.',
  ETIMEDOUT: 'its server does not answer in time. Check host, port and firewall.',
  EACCES: 'its folder may not be read or written by this user.',
  '28000': 'its server does not accept this user from here. Check pg_hba.conf and the user of DATABASE_URL.',
  '28P01': 'its server does not accept this user and password.',
  '3D000': 'its server has no database by this name. Create it first.',
  '42501': 'this user may not read or write all of its tables. Use the user that owns them.',
  '53100': 'its disk is full.',
  '53300': 'its server has no connection left. Raise max_connections, or lower DATABASE_CONNECTIONS.',
  '57P03': 'its server is starting up or shutting down. Try again.',
}
