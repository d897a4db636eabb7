/** Disks that are full, under a product that runs: that of the database's data, and that of its write-ahead log. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { checkBackup } from '#server/platform/backup/check-backup'
import { loadBackup } from '#server/platform/backup/load-backup'
import { writeBackup } from '#server/platform/backup/write-backup'
import { checkInvariants } from '#server/bookings/invariants/invariants'
import { connect } from '#server/platform/db/connect'
import { rememberMode } from '#server/platform/db/installation-queries'
import { connectStorage } from '#server/platform/storage/storage'
import { migrateAllOfSandbox } from '../../sandbox/schema.ts'
import { addMembers } from '../support/accounts/people.ts'
import { askForHold, findOffer, hold } from '../support/bookings/visitor.ts'
import { serversUser, startOwnPostgres, type OwnPostgres } from '../support/database/postgres.ts'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { isAlive } from '../support/product/living.ts'
import { newDataFolder, startProduct, type Product } from '../support/product/processes.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'

const seeded = inject('seeded')
/** What a busy machine may need for it. */
const SOON = { timeout: 60_000, interval: 200 }

let disks: Record<'data' | 'wal', SmallDisk>
let postgres: OwnPostgres
let place: { DATABASE_URL: string; STORAGE_FOLDER: string }
let product: Product
let cookie: string

beforeAll(async () => {
  const owner = serversUser()
  disks = { data: mountSmallDisk(96, owner), wal: mountSmallDisk(96, owner) }
  const places = { data: disks.data.path, wal: disks.wal.path }
  postgres = await startOwnPostgres({ places, values: { min_wal_size: '32MB', max_wal_size: '64MB' } })
  place = { DATABASE_URL: postgres.url, STORAGE_FOLDER: newDataFolder() }
  await moveSeededTo(place)
  ;[cookie = ''] = await addMembers(postgres.url, 1)
  product = await startProduct({ env: place })
}, 300_000) // On a busy machine.
afterAll(async () => {
  await product?.stop()
  await postgres?.stop()
  for (const disk of Object.values(disks ?? {})) disk.unmount()
})

/** The seeded demo, without its pictures. */
async function moveSeededTo({ DATABASE_URL, STORAGE_FOLDER }: typeof place): Promise<void> {
  const database = await createScratchDatabase(seeded.template)
  const [source, target] = await Promise.all(
    [database.url, DATABASE_URL].map((url) => connect(url, { connections: 2, unlimited: true })),
  )
  const path = join(newDataFolder(), 'seeded.backup')
  const nothing = connectStorage({ folder: newDataFolder() })
  await writeBackup({ db: source!.db, storage: nothing, now: new Date(), version: 'tested' }, path, null)
  const checked = await checkBackup(path, null)
  const to = { db: target!.db, storage: connectStorage({ folder: STORAGE_FOLDER }) }
  await loadBackup(to, checked, { path, key: null, prepare: (schemas) => migrateAllOfSandbox(to.db, schemas) })
  await rememberMode(to.db, 'demo', new Date())
  for (const { db } of [source!, target!]) await db.destroy()
  await database.drop()
}

const fetchStatus = async (path: string) => (await fetch(product.url + path, { headers: { cookie } })).status

async function readsEverything(): Promise<void> {
  const { slug } = await findOffer(product.url)
  const pages = ['/', '/mentors', '/mentors?q=a', `/mentors/${slug}`, '/crossings', '/api/mentors', '/account']
  for (const path of pages) expect([path, await fetchStatus(path)]).toEqual([path, 200])
}

/** A hold that can be saved in what the database has left of its files is, and the next is not. */
async function untilNothingCanBeSaved(): Promise<Response> {
  for (let count = 0; count < 300; count += 1) {
    const answer = await askForHold(product.url, await findOffer(product.url), `visitor${count}@example.com`)
    if (answer.headers.get('retry-after') === '60') return answer
    expect([200, 503]).toContain(answer.status)
  }
  throw new Error('The database went on taking holds')
}

/** Every table and index, by PostgreSQL's own check of each; and our own of bookings and money. */
async function isWhole(): Promise<void> {
  await query(postgres.url, 'create extension if not exists amcheck')
  const corrupt = `select oid::regclass, fault.* from pg_class, lateral verify_heapam(oid) as fault where relkind in ('r', 'm')`
  expect(await query(postgres.url, corrupt)).toEqual([])
  const trees = `with trees as materialized (
      select i.indexrelid as id from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where a.amname = 'btree' and c.relkind = 'i' and i.indisvalid)
    select bt_index_check(id, true) from trees`
  expect((await query(postgres.url, trees)).length).toBeGreaterThan(200)
  const { db } = await connect(postgres.url, { connections: 1 })
  await expect.poll(() => checkInvariants(db, new Date()), SOON).toEqual([])
  await db.destroy()
}

async function sellsAgain(email: string): Promise<void> {
  await expect
    .poll(async () => hold(product.url, await findOffer(product.url), email).catch(() => null), SOON)
    .not.toBeNull()
  const held = 'select status from bookings where mentee_email = $1'
  expect(await query(postgres.url, held, [email])).toEqual([{ status: 'held' }])
  expect(isAlive(product.pid)).toBe(true)
}

describe('while the disk of the database is full, the product', () => {
  it('reads on, refuses to book in words, and books once there is room', async () => {
    disks.data.fill()
    const refused = await untilNothingCanBeSaved()
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      title: 'Nothing can be saved at this moment; what is here can still be read. Try again in a few minutes',
    })
    await readsEverything()
    expect(await fetchStatus('/readyz')).toBe(200)
    disks.data.makeRoom()
    await sellsAgain('after-data@example.com')
    await isWhole()
  })

  it('outlives PostgreSQL, which ends at its next checkpoint, and books once that was started with room', async () => {
    disks.data.fill()
    await untilNothingCanBeSaved()
    // It writes a small file of its own then, and gives up where it cannot.
    await expect(query(postgres.url, 'checkpoint')).rejects.toThrow('terminated')
    expect(readFileSync(postgres.log!, 'utf8')).toMatch(/PANIC: .*No space left on device/)
    expect(await fetchStatus('/livez')).toBe(200)
    disks.data.makeRoom()
    await postgres.restart('SIGQUIT')
    await expect.poll(() => fetchStatus('/readyz'), SOON).toBe(200)
    await readsEverything()
    await sellsAgain('after-checkpoint@example.com')
    await isWhole()
  })
})

describe('while the disk of the write-ahead log is full, the product', () => {
  it('outlives PostgreSQL, which stops, and books once that was started with room', async () => {
    disks.wal.fill()
    const write = () => query(postgres.url, `select pg_logical_emit_message(true, '', repeat('x', 1000000))`)
    await expect.poll(() => write().catch(() => 'no more'), { ...SOON, interval: 10 }).toBe('no more')
    await expect.poll(() => fetchStatus('/readyz'), SOON).toBe(503)
    expect(await fetchStatus('/livez')).toBe(200)
    const refused = await fetch(`${product.url}/mentors?q=never+requested+before`)
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true])

    disks.wal.makeRoom()
    await postgres.restart('SIGQUIT')
    await expect.poll(() => fetchStatus('/readyz'), SOON).toBe(200)
    await readsEverything()
    await sellsAgain('after-wal@example.com')
    await isWhole()
  })
})
