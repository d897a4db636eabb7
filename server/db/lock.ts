/**
 * One process per data folder. PGlite does not defend itself: two processes on one folder lose rows without a word.
 *
 * The lock is the operating system's own (fcntl), taken through the SQLite that Node brings along: a reserved write on
 * the empty file `lock`, never committed. Only the kernel knows for certain that a process is gone, so
 *   - `kill -9` or a crash frees it in the same instant, and nothing has to judge what is stale;
 *   - it does not matter whose a process id is now: in containers, where ids repeat, or where two of them share a
 *     folder and cannot see each other's processes, a recorded id and start time would name the wrong one;
 *   - of any number of simultaneous starters exactly one gets it, without a gap between looking and taking.
 * An abstract socket would do as much, but not on macOS nor between two containers.
 *
 * The file is never removed: whoever holds it open would then lock a file that the next starter cannot see.
 * Nor may the holder itself read it by other means: closing a second descriptor drops the process's fcntl locks.
 * Who holds it stands in `lock.json` beside it, for the message only; nothing is decided by it.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { err, ok, type Result } from '#domain/result'

type DataLock = { release(): Promise<void> }

/** `pid` is 0 when the holder left no record. `since` is when it took the folder, by the machine's clock. */
type DataInUse = { code: 'in_use'; pid: number; since: Date }

const SQLITE_BUSY = 5
const RECORD_TRIES = 50 // × 10 ms: the record is written just after the lock is taken.

/** Locks held by this process. The garbage collector would close, and so release, a handle nobody keeps. */
const held = new Set<DatabaseSync>()

/**
 * Takes `folder` (made if absent) for this process until it releases it or ends, however it ends.
 * Throws when the folder cannot be written or its file system knows no locks.
 */
export async function lockData(folder: string): Promise<Result<DataLock, DataInUse>> {
  mkdirSync(folder, { recursive: true })
  const record = join(folder, 'lock.json')
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('begin immediate')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    return err({ code: 'in_use', ...(await readHolder(record)) })
  }
  held.add(lock)
  writeHolder(record)
  return ok({
    async release() {
      if (!held.delete(lock)) return
      rmSync(record, { force: true })
      lock.close()
    },
  })
}

function writeHolder(record: string) {
  const draft = `${record}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ pid: process.pid, since: new Date() }))
  renameSync(draft, record)
}

/** A record that names a dead process may be a killed holder's, about to be replaced by its successor's. */
async function readHolder(record: string): Promise<{ pid: number; since: Date }> {
  let holder = { pid: 0, since: new Date() }
  for (let tries = 0; tries < RECORD_TRIES; tries += 1) {
    holder = parseHolder(record) ?? holder
    if (holder.pid && isAlive(holder.pid)) return holder
    await pause(10)
  }
  return holder
}

function parseHolder(record: string) {
  try {
    const { pid, since } = JSON.parse(readFileSync(record, 'utf8')) as { pid: number; since: string }
    return { pid: Number(pid) || 0, since: new Date(since) }
  } catch {
    return null // Not yet written, or spoilt by hand: the lock stands all the same.
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
