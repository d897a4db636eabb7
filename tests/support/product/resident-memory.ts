/** Resident memory of processes. Reads /proc or, on macOS, `ps`, which slim containers lack. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

type Row = { pid: number; parent: number; bytes: number }

/** Resident bytes of a process and its descendants. */
function residentBytes(pid: number): number {
  const rows = listProcesses()
  const sum = (id: number): number =>
    (rows.find((row) => row.pid === id)?.bytes ?? 0) +
    rows.filter(({ parent }) => parent === id).reduce((total, child) => total + sum(child.pid), 0)
  return sum(pid)
}

/** Zombies are left out. */
export function listProcesses(): Row[] {
  if (!existsSync('/proc/self/status')) {
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,stat='], { encoding: 'utf8' })
    const lines = table.split('\n').filter((line) => !/Z\S*$/.test(line))
    return lines.map((line) => {
      const [pid = 0, parent = 0, kibibytes = 0] = line.trim().split(/\s+/).map(Number)
      return { pid, parent, bytes: kibibytes * 1024 }
    })
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8')
        const read = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
        const isZombie = /^State:\s+Z/m.test(status)
        return isZombie ? [] : [{ pid: Number(name), parent: read('PPid'), bytes: read('VmRSS') * 1024 }]
      } catch {
        return [] // It has just ended.
      }
    })
}

/** The peak of resident bytes of a process and its descendants during `work`, minus those before. */
export async function memoryAddedBy(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = residentBytes(pid)
  let most = before
  const timer = setInterval(() => (most = Math.max(most, residentBytes(pid))), 15)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return Math.max(most, residentBytes(pid)) - before
}
