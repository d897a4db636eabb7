/** Looks for a person in a whole database. */
import type { Db } from '#server/platform/db/connect'
import { readTables } from './tables.ts'

/** The product's rows in which one of these words stands, in whatever column, each with its table. Letter case aside. */
export async function findTraces(db: Db, words: string[]): Promise<string[]> {
  const tables = Object.entries(await readTables(db)).filter(([name]) => !name.startsWith('sandbox_'))
  return tables.flatMap(([name, rows]) =>
    (rows as string[])
      .filter((row) => words.some((word) => row.toLowerCase().includes(word.toLowerCase())))
      .map((row) => `${name} ${row}`),
  )
}
