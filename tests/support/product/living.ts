/** Whether a process is alive, its command line, and what it has started. Slim containers have no `ps`, macOS has no /proc. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { listProcesses } from './resident-memory.ts'

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** The command line of a process; empty if it does not exist. */
export function readCommand(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}

/** The processes that a process has started itself, and that have not ended. */
export const listChildren = (pid: number): number[] =>
  listProcesses()
    .filter(({ parent }) => parent === pid)
    .map((row) => row.pid)
