/** SQL that detects a standby of the database and how far it has replayed. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

export type Primary = Pick<Standby, 'identity' | 'schema'>

/**
 * `identity`: of a cluster and a database in it, the same for a database and its standbys and for nothing else. `schema`: the
 * newest migration. `listings` and `pages`: the versions of what public pages show.
 */
export type Standby = { isStandby: boolean; identity: string; schema: string; listings: number; pages: number }

const identity = sql<string>`(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`

/** Of any database, whatever its tables. */
export async function readIdentity(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`select ${identity} as identity`.execute(db)
  return rows[0]!.identity
}

/** Also of a server that is no standby. Throws if the tables are not there (yet). One round trip. */
export async function readStandby(db: Db): Promise<Standby> {
  const { rows } = await sql<Standby>`select /* prepared: standby */ pg_is_in_recovery() as "isStandby",
    ${identity} as identity,
    (select max(name) from kysely_migration) as schema,
    (select version from listing_version) as listings,
    (select version from page_version) as pages`.execute(db.withoutPlugins())
  return rows[0]!
}

/** Where the database's log of changes ends now. */
export async function readLogEnd(primary: Db): Promise<string> {
  const { rows } = await sql<{ end: string }>`select pg_current_wal_lsn()::text as end`.execute(primary)
  return rows[0]!.end
}

/** How many bytes of the log up to `end` a standby has yet to replay. */
export async function countBytesBehind(standby: Db, end: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select greatest(pg_wal_lsn_diff(${end}::pg_lsn, pg_last_wal_replay_lsn()), 0)::float8 as bytes`.execute(standby)
  return rows[0]!.bytes
}
