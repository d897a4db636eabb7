/**
 * Demo data made once per run by a real first start, which draws two dozen portraits and takes its time; tests then begin
 * from copies. SEEDED_DATA names a folder made before, so that several runners share it.
 */
import { cpSync } from 'node:fs'
import { newDataFolder, startProduct } from './processes.ts'

/** The folder, with no process on it. Only to be copied. */
export async function seedData(): Promise<string> {
  const made = process.env['SEEDED_DATA']
  if (made) return made
  const product = await startProduct()
  const { code, output } = await product.stop()
  if (code !== 0) throw new Error(`The first start ended with exit code ${code}:\n${output}`)
  return product.data
}

export function copySeededData(seeded: string): string {
  const copy = newDataFolder()
  cpSync(seeded, copy, { recursive: true })
  return copy
}
