import type { ColumnType } from 'kysely'

/** Written once, never changed. */
export type Fixed<Value> = ColumnType<Value, Value, never>
