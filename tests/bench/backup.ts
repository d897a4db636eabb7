/**
 * A backup of 100,000 bookings, encrypted, and restoring it into an empty place. The backup is timed without the start of its
 * process; the restore is the whole command: two readings of the file, rows, foreign keys, migrations and invariants.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { writeBackup } from '#server/platform/backup/write-backup'
import { connect } from '#server/platform/db/connect'
import { connectStorage } from '#server/platform/storage/storage'
import { createScratchDatabase } from '../support/database/scratch-database.ts'
import { placeIn, restore } from '../support/product/backups.ts'
import { makeBookings } from './booking-data.ts'
import { atLeast, atMost, median, sized, type Figure } from './figures.ts'
import { postgresVersion, seed } from './processes.ts'

const BOOKINGS = sized(100_000, 1_000)
const ROUNDS = sized(3, 1)
const KEY = 'dGhpcyBrZXkgaXMgZm9yIGEgYmVuY2htYXJrIG9ubHk='

export async function measureBackup(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-bench-backup-'))
  const { url } = await createScratchDatabase(await seed('PostgreSQL'))
  const { db } = await connect(url, { connections: 2, unlimited: true })
  try {
    await makeBookings(db, new Date(), { until: BOOKINGS, expired: null, spread: true })
    // As the product leaves it, whose invariants the restore checks: what is over claims nothing.
    await sql`delete from claims using bookings where bookings.id = booking_id and status = 'completed'`.execute(db)
    const storage = connectStorage({ folder: join(folder, 'files') })
    const written: { file: string; bytes: number; seconds: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const file = join(folder, `${round}.backup`)
      const started = performance.now()
      const { tables } = await writeBackup({ db, storage, now: new Date(), version: 'bench' }, file, KEY)
      const seconds = (performance.now() - started) / 1_000
      written.push({ file, seconds, bytes: Object.values(tables).reduce((sum, { bytes }) => sum + bytes, 0) })
    }
    const rate = median(written.map(({ bytes, seconds }) => bytes / 1e6 / seconds))
    const place = placeIn(join(folder, 'restored'), (await createScratchDatabase()).url)
    const started = performance.now()
    const ended = await restore([written[0]!.file], { ...place, BACKUP_KEY: KEY })
    const seconds = (performance.now() - started) / 1_000
    if (ended.code !== 0) throw new Error(ended.output)
    const conditions = `${BOOKINGS.toLocaleString('en')} bookings with claims and ledger, encrypted; ${await postgresVersion()}`
    return [
      {
        benchmark: 'backup',
        found: `${rate.toFixed(1)} MB/s (${(written[0]!.bytes / 1e6).toFixed(0)} MB of rows)`,
        conditions: `${conditions}; median of ${ROUNDS}`,
        target: atLeast(rate, 20, ' MB/s'),
      },
      {
        benchmark: 'restore',
        found: `${seconds.toFixed(1)} s`,
        conditions: `${conditions}; the whole command`,
        target: atMost(seconds, 120, ' s'),
      },
    ]
  } finally {
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}
