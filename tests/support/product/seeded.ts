/**
 * Demo data for tests, made once per run by a real first start, which is slow since it draws two dozen portraits. Tests
 * start from copies. Several runners share it by SEEDED_DATA (a folder) and SEEDED_TEMPLATE (a database).
 */
import { cpSync } from 'node:fs'
import { newDataFolder, startProduct } from './processes.ts'
import { createScratchDatabase } from '../database/scratch-database.ts'

/** A seeded data folder, only to be copied. */
export async function seedData(): Promise<string> {
  const made = process.env['SEEDED_DATA']
  if (made) return made
  const product = await startProduct()
  const { code, output } = await product.stop()
  if (code !== 0) throw new Error(`The first start ended with exit code ${code}:\n${output}`)
  return product.data
}

/** The name of a seeded database on the run's PostgreSQL server, only to be copied. */
export async function seedTemplate(): Promise<string> {
  const made = process.env['SEEDED_TEMPLATE']
  if (made) return made
  const database = await createScratchDatabase()
  await (await startProduct({ env: { DATABASE_URL: database.url } })).stop()
  return database.name
}

export function copySeededData(seeded: string): string {
  const copy = newDataFolder()
  cpSync(seeded, copy, { recursive: true })
  return copy
}
