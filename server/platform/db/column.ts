import type { ColumnType } from 'kysely'

/** A column that is written once and never changed. */
export type Fixed<Value> = ColumnType<Value, Value, never>
