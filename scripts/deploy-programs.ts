/**
 * Finds the programs that read the files under deploy/, for their tests: one on this machine, or Debian's or Ubuntu's package,
 * which is unpacked into .landfall/ and not installed, so that no service starts and root is not needed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export type ProxyName = 'nginx' | 'caddy'
type ProgramName = ProxyName | 'prometheus' | 'promtool'

/** The command that prints each version, and its Debian package. */
const PROGRAMS: Record<ProgramName, { versionFlag: string; package: string }> = {
  nginx: { versionFlag: '-v', package: 'nginx' },
  caddy: { versionFlag: 'version', package: 'caddy' },
  prometheus: { versionFlag: '--version', package: 'prometheus' },
  promtool: { versionFlag: '--version', package: 'prometheus' },
}

const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin'] // Where nginx is, and not everybody's PATH.
const UNPACKED = resolve('.landfall/programs')

/** The path of the executable. Throws if it is missing and cannot be unpacked; the message says how to install it. */
export function obtainProgram(name: ProgramName, env = process.env, unpacked = UNPACKED): string {
  const found = findProgram(name, env, unpacked)
  if (found) return found
  console.log(`No ${name} on this machine yet: unpacking its package`)
  if (process.getuid?.() === 0) spawnSync('apt-get', ['update'], { env })
  unpack(PROGRAMS[name].package, env, unpacked)
  const now = findProgram(name, env, unpacked)
  if (!now)
    throw new Error(`No ${name} for the tests of deploy/. Install it, as by: apt-get install ${PROGRAMS[name].package}`)
  return now
}

function findProgram(name: ProgramName, env: NodeJS.ProcessEnv, unpacked: string): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const own = ['usr/sbin', 'usr/bin'].map((folder) => join(unpacked, PROGRAMS[name].package, folder))
  return [...folders, ...SYSTEM_FOLDERS, ...own]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file) && spawnSync(file, [PROGRAMS[name].versionFlag]).status === 0)
}

/** Downloads beside its place first, so that an interrupted or a concurrent one leaves nothing by halves. */
function unpack(packageName: string, env: NodeJS.ProcessEnv, unpacked: string): void {
  mkdirSync(unpacked, { recursive: true })
  const folder = mkdtempSync(join(unpacked, 'new-'))
  spawnSync('apt-get', ['download', packageName], { cwd: folder, env })
  const file = readdirSync(folder).find((entry) => entry.endsWith('.deb'))
  if (file && spawnSync('dpkg-deb', ['--extract', file, packageName], { cwd: folder, env }).status === 0) {
    if (!existsSync(join(unpacked, packageName))) renameSync(join(folder, packageName), join(unpacked, packageName))
  }
  rmSync(folder, { recursive: true, force: true })
}
