/**
 * SQL that reads all rows of all tables, and writes them into other ones. A row is one text, as PostgreSQL writes a composite
 * value; PGlite and PostgreSQL write and read the same.
 */
import { sql } from 'kysely'
import type { TableShape } from '#server/platform/backup/manifest'
import type { Db } from '#server/platform/db/connect'

/** Tables of which a restored place makes its own: see decision 0055. A place without partitions needs no keys. */
const LEFT_OUT = [
  'public.booking_keys',
  'public.kysely_migration',
  'public.installation',
  'public.sessions',
  'public.verifications',
  'sandbox_clock.migrations',
  'sandbox_mail.migrations',
  'sandbox_stripe.migrations',
]

const ROWS_AT_ONCE = 1_000

/** Our tables, and the sandbox's in a demo, by name. Not the jobs. */
export async function listTables(db: Db): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`
    select nspname || '.' || relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and (nspname = current_schema() or nspname like 'sandbox\\_%')
    order by nspname, relname`.execute(db)
  return rows.filter(({ name }) => !LEFT_OUT.includes(name))
}

/** Makes the rest of the transaction see one moment, and write values as every server reads them. */
export async function freeze(tx: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
  await speakPlainly(tx)
}

async function speakPlainly(tx: Db): Promise<void> {
  for (const setting of [
    `timezone = 'UTC'`,
    `datestyle = 'ISO'`,
    `intervalstyle = 'postgres'`,
    `bytea_output = 'hex'`,
    'extra_float_digits = 1',
  ])
    await sql.raw(`set local ${setting}`).execute(tx)
}

/** The rows of a table, a thousand at a time. In a transaction. */
export async function* readRows(tx: Db, { name }: TableShape): AsyncGenerator<string[]> {
  await sql`declare all_rows no scroll cursor for select whole_row::text as row from ${sql.table(name)} as whole_row`.execute(
    tx,
  )
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from all_rows`.execute(tx)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < ROWS_AT_ONCE) break
  }
  await sql`close all_rows`.execute(tx)
}

/** The last value of each sequence that gave one out. Sequences follow no snapshot: read them last. */
export async function listSequences(db: Db): Promise<{ name: string; value: string }[]> {
  const { rows } = await sql<{ name: string; value: string }>`
    select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences
    where last_value is not null and (schemaname = current_schema() or schemaname like 'sandbox\\_%')
    order by 1`.execute(db)
  return rows
}

/** The newest migration. */
export async function readMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
  return rows[0]!.name
}

type ForeignKey = { of: string; name: string; definition: string }

/**
 * Takes away what would stand in the way of rows that come table by table, and the rows that the migrations wrote. Returns
 * the foreign keys, to be put back by `closeTables`.
 */
export async function openTables(tx: Db, tables: TableShape[]): Promise<ForeignKey[]> {
  await speakPlainly(tx)
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as of, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f'
      and connamespace in (select oid from pg_namespace where nspname = current_schema() or nspname like 'sandbox\\_%')
    order by conrelid, conname`.execute(tx)
  for (const { of, name } of rows) await sql.raw(`alter table ${of} drop constraint ${name}`).execute(tx)
  for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx)
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(tx)
  return rows
}

/** Puts back what `openTables` took away. Throws if a row names one that is not there. */
export async function closeTables(tx: Db, tables: TableShape[], keys: ForeignKey[]): Promise<void> {
  for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx)
  for (const { of, name, definition } of keys)
    await sql.raw(`alter table ${of} add constraint ${name} ${definition}`).execute(tx)
}

/** The columns that are written. Those that the database computes are computed again. */
export async function listWritten(tx: Db, { name }: TableShape): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(
    tx,
  )
  return rows.map((column) => column.name)
}

/** @param written from `listWritten`. */
export async function writeRows(tx: Db, table: string, written: string[], rows: string[]): Promise<void> {
  const columns = written.map((name) => sql.id(name))
  const values = written.map((name) => sql`(whole_row).${sql.id(name)}`)
  // `offset 0` keeps each text from being read once for every column.
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns)}) overriding system value
    select ${sql.join(values)} from (
      select value::${sql.table(table)} as whole_row from json_array_elements_text(${JSON.stringify(rows)}::json) offset 0
    ) as rows_of_backup`.execute(tx)
}

export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)
  return rows[0]!.count
}

export async function setSequences(tx: Db, sequences: { name: string; value: string }[]): Promise<void> {
  for (const { name, value } of sequences) await sql`select setval(${name}::regclass, ${value}::bigint)`.execute(tx)
}

/** So that the first visitors do not wait for plans made for empty tables. */
export async function analyze(db: Db): Promise<void> {
  await sql`analyze`.execute(db)
}
