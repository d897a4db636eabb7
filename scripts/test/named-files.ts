/** Which steps run a file of tests. */
import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { ON_SERVER_ONLY, onDatabase, WITH_RESOURCES } from '../../tests/support/on-database.ts'
import type { Step } from './steps.ts'

/** Paths from the root of the project, as runners name files. Exits if one does not exist. */
export function resolveFiles(named: string[]): string[] {
  const files = named.map((file) => relative(process.cwd(), resolve(file)))
  const missing = files.filter((file) => !existsSync(file))
  if (missing.length === 0) return files
  console.error(`There is no ${missing.join(', no ')}`)
  process.exit(1)
}

export function findSteps(file: string): Step[] {
  if (file.startsWith('tests/e2e/')) return ['browser']
  if (file.startsWith('tests/process/')) return ['process']
  if (file.startsWith('sandbox/')) return ['sandbox']
  if (WITH_RESOURCES.includes(file)) return ['resources']
  if (ON_SERVER_ONLY.includes(file)) return ['postgres']
  return onDatabase.includes(file) ? ['pglite', 'postgres'] : ['unit']
}
