/**
 * Locks a data folder for one process. PGlite itself has no lock, and two processes on one folder silently lose rows.
 *
 * The lock is the operating system's (fcntl), taken through Node's SQLite: a write transaction on the empty file `lock`
 * that is never committed. Only the kernel knows for certain that a process is gone, so
 *   - `kill -9` or a crash releases the lock at once, and no code has to judge whether a lock is stale;
 *   - process ids do not matter: containers repeat ids, and two containers that share a folder do not see each other's
 *     processes, so a recorded id could name the wrong process;
 *   - exactly one of several simultaneous starters gets it, without a gap between checking and taking.
 * An abstract socket would do the same, but not on macOS nor between two containers.
 *
 * The file is never removed: its holder would keep a lock on a file that the next starter does not see. The holder does
 * not read it by other means either, since closing a second descriptor drops the process's fcntl locks. `lock.json`
 * beside it names the holder for the error message; nothing is decided by it.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { err, ok, type Result } from '#domain/result'
import { makeFolder } from '#server/platform/make-folder'

type DataLock = { release(): Promise<void> }

/** `pid` is 0 if the holder left no record. `since`: when it took the lock, by the machine's clock. */
type DataInUse = { code: 'in_use'; pid: number; since: Date }

const SQLITE_BUSY = 5
const RECORD_TRIES = 50 // Every 10 ms, since the record is written just after the lock is taken.

/** Locks of this process. Without a reference, the garbage collector would close and so release them. */
const held = new Set<DatabaseSync>()

/**
 * Locks `folder` (created if absent) until this process releases it or ends, however it ends.
 * Throws if the folder cannot be written or its file system does not support locks.
 */
export async function lockData(folder: string): Promise<Result<DataLock, DataInUse>> {
  await makeFolder(folder)
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

/** Retries while the record names a process that is gone: its successor may be about to replace the record. */
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
    return null // Not yet written, or edited by hand; the lock holds all the same.
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
