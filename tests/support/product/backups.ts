/** Runs the commands for backups on data of tests, and compares databases. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect } from '#server/platform/db/connect'
import type { Bucket } from '#server/platform/storage/bucket'
import type { Storage } from '#server/platform/storage/store'
import { findOffer, hold, pay } from '../bookings/visitor.ts'
import { AUTH_SECRET, newDataFolder, runScript, startProduct } from './processes.ts'
import { copySeededData } from './seeded.ts'

/** Settings of a place: an embedded database in a folder, or a PostgreSQL server with a folder for files. */
export const placeIn = (data: string, url = `file:${join(data, 'pglite')}`) => ({
  DATABASE_URL: url,
  STORAGE_FOLDER: join(data, 'pictures'),
})

/** Settings of files in a bucket. */
export const filesIn = ({ name, region, endpoint, accessKeyId, secretAccessKey }: Bucket) => ({
  S3_BUCKET: name,
  S3_REGION: region,
  S3_ENDPOINT: endpoint!,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
})

type Settings = Record<string, string>

export const backUp = (to: string, env: Settings) => runScript('backup', [to], { AUTH_SECRET, ...env })
export const restore = (args: string[], env: Settings) => runScript('restore', args, { AUTH_SECRET, ...env })

export const BACKUP_KEY = 'Zt8sQm2LrYw5XcVb7NhJ4kPdG9fEaU1oKi6T3zC0xHq='

/**
 * An encrypted backup, `file`, of a demo on the embedded database in which Grace (`grace@example.com`) has paid for a booking. `data`
 * and `original` are the demo's folder and settings.
 */
export async function backUpDemo(seeded: string) {
  const data = copySeededData(seeded)
  const product = await startProduct({ data })
  await fetch(await pay(product.url, await hold(product.url, await findOffer(product.url), 'grace@example.com')))
  await product.stop()
  const original = placeIn(data)
  const file = join(newDataFolder(), 'demo.backup')
  const { code, output } = await backUp(file, { ...original, BACKUP_KEY })
  if (code !== 0) throw new Error(output)
  return { data, original, file }
}

/** What a restored place makes its own. */
const OWN = /^public\.(kysely_migration|installation|sessions|verifications)$|\.migrations$/

/** By table, all rows as texts in an order that does not depend on where they are kept. */
export async function readRows(url: string): Promise<Map<string, string[]>> {
  const { db } = await connect(url, { connections: 1 })
  try {
    await sql`set timezone = 'UTC'`.execute(db)
    const { rows: tables } = await sql<{ name: string }>`
      select schemaname || '.' || tablename as name from pg_tables
      where schemaname = 'public' or schemaname like 'sandbox%' order by 1`.execute(db)
    const found = new Map<string, string[]>()
    for (const { name } of tables.filter((table) => !OWN.test(table.name))) {
      const { rows } = await sql<{ row: string }>`
        select whole_row::text as row from ${sql.table(name)} as whole_row order by 1`.execute(db)
      found.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return found
  } finally {
    await db.destroy()
  }
}

/** By name, the bytes of all files that people gave or that the product made of them. */
export async function readFiles(storage: Storage): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  for (const name of (await Array.fromAsync(storage.list())).toSorted())
    if (!name.startsWith('installation/')) found.set(name, Buffer.from((await storage.read(name))!))
  return found
}
