/** Backups of files that are in a bucket: written while people book and upload, and restored into a bucket or a folder. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { addToErasureLog, readErasureLog } from '#server/privacy/leaving/erasure-log'
import { connectStorage } from '#server/platform/storage/storage'
import type { Storage } from '#server/platform/storage/store'
import { addMembers } from '../support/accounts/people.ts'
import { findOffer, hold, pay } from '../support/bookings/visitor.ts'
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { MULTIPART_FORM, upload } from '../support/http/raw-http.ts'
import { startBucket } from '../support/pictures/bucket.ts'
import { backUp, filesIn, placeIn, readFiles, readRows, restore } from '../support/product/backups.ts'
import { newDataFolder, startProduct, type Ended } from '../support/product/processes.ts'

const seeded = inject('seeded')
const MEGABYTE = 1_048_576
/** Seven commands follow each other, each of them a process that reads its sources. */
const SLOW = { timeout: 400_000 }

let service: Awaited<ReturnType<typeof startBucket>>
let database: ScratchDatabase
/** The bucket that is in use, and an empty one. */
let used: Storage
let empty: Storage
let usedPlace: Record<string, string>
let emptyPlace: (url: string) => Record<string, string>

beforeAll(async () => {
  service = await startBucket({ beside: ['restored', 'large'] })
  const namedBucket = (name: string) => ({ ...service.bucket, name })
  database = await createScratchDatabase(seeded.template)
  used = connectStorage({ bucket: namedBucket('landfall') })
  empty = connectStorage({ bucket: namedBucket('restored') })
  usedPlace = { DATABASE_URL: database.url, ...filesIn(namedBucket('landfall')) }
  emptyPlace = (url) => ({ DATABASE_URL: url, ...filesIn(namedBucket('restored')) })
})
afterAll(async () => {
  await database.drop()
  await service.close()
})

/** Of the seeded files, of which a few are as good as all. */
const FEW = 48

/** As an operator copies a folder into a bucket. */
async function fill(storage: Storage, folder: string): Promise<void> {
  const files = connectStorage({ folder })
  for (const name of (await Array.fromAsync(files.list())).toSorted().slice(0, FEW))
    await storage.put(name, (await files.read(name))!)
}

/** Makes a command print its peak memory in megabytes when it ends; `maxRSS` would be that of its parent. The text has no blanks. */
const SAYS_PEAK = {
  NODE_OPTIONS: `--import=data:text/javascript,var{memoryUsage}=process;globalThis.most=0;setInterval(()=>{most=Math.max(most,memoryUsage.rss())},20).unref();process.on('exit',()=>console.error('peak',most>>20))`,
}

/** Megabytes that a command had at most, when it has succeeded. */
function readPeak({ code, output }: Ended): number {
  expect([code, output]).toEqual([0, expect.anything()])
  return Number(/^peak (\d+)$/m.exec(output)![1])
}

/** What the commands take for few and small files, in megabytes. */
const small = { backup: 0, restore: 0 }

describe('the backup of a site with its files in a bucket', () => {
  it(
    'is made while people book and upload, and restored into another bucket or a folder with every file byte by byte',
    SLOW,
    async () => {
      await fill(used, join(seeded.data, 'pictures'))
      const product = await startProduct({ env: { ...usedPlace, ROLE: 'web' } })
      const cookies = await addMembers(database.url, 12)
      const done = new AbortController()
      const book = async () => {
        for (let count = 0; !done.signal.aborted; count += 1)
          await fetch(
            await pay(product.url, await hold(product.url, await findOffer(product.url), `v${count}@example.com`)),
          )
      }
      const send = async () => {
        const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#a50f62' } })
          .jpeg()
          .toBuffer()
        for (const cookie of cookies) {
          if (done.signal.aborted) return
          const headers = { ...MULTIPART_FORM, origin: product.url, cookie }
          const body = new Uint8Array(upload(picture))
          const { status } = await fetch(`${product.url}/account/picture`, {
            method: 'POST',
            headers,
            body,
            redirect: 'manual',
          })
          expect(status).toBe(303)
        }
      }
      const load = Promise.all([book(), send()])
      const begun = `select from bookings where status = 'confirmed' and mentee_email like 'v%'`
      await expect.poll(() => query(database.url, begun), { timeout: 60_000 }).not.toHaveLength(0)
      const before = await readFiles(used)
      const backups = newDataFolder()
      const made = await backUp(backups, { ...usedPlace, ...SAYS_PEAK })
      small.backup = readPeak(made)
      done.abort()
      await load
      await product.stop()
      const after = await readFiles(used)
      expect(made.output).toContain('It is not encrypted')
      const [name = ''] = readdirSync(backups)
      expect(name).toMatch(/^landfall-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.zst$/)
      const file = join(backups, name)

      const guest = (
        await query<{ id: string }>(database.url, `select id from bookings where mentee_email = 'v0@example.com'`)
      )[0]!
      await addToErasureLog(used, [{ kind: 'booking_erased', subjectId: guest.id, at: new Date() }])

      const elsewhere = await createScratchDatabase()
      const toBucket = await restore([file, '--erasures', 's3://landfall'], emptyPlace(elsewhere.url))
      expect(toBucket.output).toContain('Erased again: 0 accounts and 1 bookings of guests.\n')
      expect(toBucket.output).toContain('All invariants hold')
      expect(toBucket.code).toBe(0)
      expect(await readErasureLog(empty)).toMatchObject([{ subjectId: guest.id }])
      const named = (await readRows(elsewhere.url)).get('public.bookings')!
      expect(named.filter((row) => row.includes('v0@example.com'))).toEqual([])
      await elsewhere.drop()

      const inBucket = await readFiles(empty)
      expect(inBucket.size).toBeGreaterThanOrEqual(FEW)
      for (const [name, bytes] of before) expect([name, inBucket.get(name)?.equals(bytes)]).toEqual([name, true])
      for (const [name, bytes] of inBucket) expect([name, after.get(name)?.equals(bytes)]).toEqual([name, true])

      const folder = newDataFolder()
      small.restore = readPeak(await restore([file], { ...placeIn(folder), ...SAYS_PEAK }))
      expect(await readFiles(connectStorage({ folder: join(folder, 'pictures') }))).toEqual(inBucket)
    },
  )

  it('takes no more memory however large the files are together', SLOW, async () => {
    const name = 'large'
    const large = connectStorage({ bucket: { ...service.bucket, name } })
    const place = { DATABASE_URL: database.url, ...filesIn({ ...service.bucket, name }) }
    await large.put('installation/mode', Buffer.from('demo'))
    const megabytes = 320
    for (let n = 0; n < megabytes / 8; n += 1) await large.put(`documents/${n}`, Buffer.alloc(8 * MEGABYTE, n))
    const file = join(newDataFolder(), 'large.backup')
    const peaks = {
      backup: readPeak(await backUp(file, { ...place, ...SAYS_PEAK })),
      restore: readPeak(await restore([file], { ...placeIn(newDataFolder()), ...SAYS_PEAK })),
    }
    expect(peaks.backup - small.backup).toBeLessThan(megabytes / 2)
    expect(peaks.restore - small.restore).toBeLessThan(megabytes / 2)
  })
})
