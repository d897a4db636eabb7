/** Whether a process is alive, its command line, and what it has started. Slim containers have no `ps`, macOS has no /proc. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

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

/** The processes that a process has started itself. */
export function listChildren(pid: number): number[] {
  if (!existsSync('/proc/self/stat')) {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
    const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
    return pairs.filter(([, parent]) => parent === pid).map(([child]) => child!)
  }
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.map(Number).filter((each) => findParent(each) === pid)
}

/** Null if the process has ended. */
function findParent(pid: number): number | null {
  try {
    // After the name in brackets, which may hold anything: state and parent (proc_pid_stat(5)).
    return Number(/\) \S (\d+) [^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return null
  }
}
