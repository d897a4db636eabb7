/**
 * The erasure log: who closed their account, reopened it, or was erased as a guest. It has ids and instants, and nothing else
 * of anyone. It is kept in the storage, so that it outlives the database: after a restore it says who has to be erased again
 * (decision 0035).
 *
 *   erasure and row, in one transaction ─▶ job ─▶ file ─▶ row gone
 *
 * An entry is an empty file whose name says all: written twice it is the same, two processes never meet in it, nothing of it
 * is ever half written, and listing names reads the whole log.
 *
 *   installation/erasures/2026-11-23/021500123-booking_erased-<id>
 */
import { minutesAfter } from '#domain/time/wall-time'
import { deleteWritten, insertErasure, listUnwritten, type Erasure } from '#server/privacy/leaving/erasure-log-queries'
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'

const FOLDER = 'installation/erasures/'
const DAY_MINUTES = 1_440
/** Of one round: more wait for the next, a minute later. */
const BATCH = 500

/** Has an erasure written to the log. Call it in the transaction that erases. */
export async function logErasure(app: Pick<App, 'queue'>, tx: Db, erasure: Erasure): Promise<void> {
  await insertErasure(tx, erasure)
  await app.queue(tx, 'log-erasures', {})
}

/** The job: writes what waits to the log. What the storage does not take now, the next round writes. */
export async function writeErasures({ db, storage }: Pick<App, 'db' | 'storage'>): Promise<void> {
  for (const erasure of await listUnwritten(db, BATCH)) {
    await storage.put(fileName(erasure), new Uint8Array())
    await deleteWritten(db, erasure)
  }
}

/** The whole log, in no order. */
export async function readErasureLog(storage: App['storage']): Promise<Erasure[]> {
  return erasuresIn(await Array.fromAsync(storage.list(FOLDER)))
}

/** The entries among names of files. */
export const erasuresIn = (names: string[]): Erasure[] => names.flatMap((name) => readName(name) ?? [])

/** Adds entries of another log to this one. Those that are there already stay as they are. */
export async function addToErasureLog(storage: App['storage'], erasures: Erasure[]): Promise<void> {
  for (const erasure of erasures) await storage.put(fileName(erasure), new Uint8Array())
}

/** Removes entries that are older than any backup that may still be restored. */
export async function removeOldErasures(app: Pick<App, 'storage' | 'config' | 'now'>): Promise<void> {
  const before = minutesAfter(app.now(), -app.config.KEEP_ERASURES_DAYS * DAY_MINUTES)
  for (const erasure of await readErasureLog(app.storage))
    if (erasure.at < before) await app.storage.remove(fileName(erasure))
}

function fileName({ kind, subjectId, at }: Erasure): string {
  const [day, time] = at.toISOString().split('T') as [string, string]
  return `${FOLDER}${day}/${time.replaceAll(/\D/g, '')}-${kind}-${subjectId}`
}

const NAME =
  /^installation\/erasures\/(\d{4}-\d\d-\d\d)\/(\d\d)(\d\d)(\d\d)(\d{3})-(account_closed|account_reopened|booking_erased)-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

function readName(name: string): Erasure | null {
  const [, day, hours, minutes, seconds, milliseconds, kind, subjectId] = NAME.exec(name) ?? []
  if (!kind || !subjectId) return null
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`)
  return { kind: kind as Erasure['kind'], subjectId, at }
}
