import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** The folder of migrations of a later release, which has these besides, by name. For the running test. */
export function laterRelease(more: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync('server/platform/db/migrations', folder, { recursive: true })
  for (const [name, text] of Object.entries(more)) writeFileSync(join(folder, `${name}.sql`), text)
  return folder
}
