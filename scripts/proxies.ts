/**
 * Finds nginx or Caddy for the tests of the proxy files under deploy/: one on this machine, or Debian's or Ubuntu's package,
 * which is unpacked into .landfall/ and not installed, so that no service starts and nobody need be root.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export type ProxyName = 'nginx' | 'caddy'

const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin'] // Where nginx is, and not everybody's PATH.
const UNPACKED = resolve('.landfall/proxies')

/** The path of the executable. Throws, with how to get it, if there is none and none can be unpacked. */
export function obtainProxy(name: ProxyName, env = process.env, unpacked = UNPACKED): string {
  const found = findProxy(name, env, unpacked)
  if (found) return found
  console.log(`No ${name} on this machine yet: unpacking its package`)
  if (process.getuid?.() === 0) spawnSync('apt-get', ['update'], { env })
  unpack(name, env, unpacked)
  const now = findProxy(name, env, unpacked)
  if (!now) throw new Error(`No ${name} for the tests of deploy/. Install it, as by: apt-get install ${name}`)
  return now
}

function findProxy(name: ProxyName, env: NodeJS.ProcessEnv, unpacked: string): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const own = ['usr/sbin', 'usr/bin'].map((folder) => join(unpacked, name, folder))
  return [...folders, ...SYSTEM_FOLDERS, ...own]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file) && spawnSync(file, [name === 'nginx' ? '-v' : 'version']).status === 0)
}

/** Downloads beside its place first, so that an interrupted or a concurrent one leaves nothing by halves. */
function unpack(name: ProxyName, env: NodeJS.ProcessEnv, unpacked: string): void {
  mkdirSync(unpacked, { recursive: true })
  const folder = mkdtempSync(join(unpacked, 'new-'))
  spawnSync('apt-get', ['download', name], { cwd: folder, env })
  const file = readdirSync(folder).find((entry) => entry.endsWith('.deb'))
  if (file && spawnSync('dpkg-deb', ['--extract', file, name], { cwd: folder, env }).status === 0) {
    if (!existsSync(join(unpacked, name))) renameSync(join(folder, name), join(unpacked, name))
  }
  rmSync(folder, { recursive: true, force: true })
}
