import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { BACKUP_KEY, backUp, backUpDemo, placeIn, readRows, restore } from '../support/product/backups.ts'
import { newDataFolder, startProduct } from '../support/product/processes.ts'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { findOffer, hold, pay } from '../support/bookings/visitor.ts'

const seeded = inject('seeded')
const BOTH_DONE = { timeout: 60_000 }

let original: Record<string, string>
let data: string
let file: string

beforeAll(async () => {
  ;({ original, data, file } = await backUpDemo(seeded.data))
})

describe('a backup of the embedded database', () => {
  it('is restored into PostgreSQL with every row and every file, and sells from there', async () => {
    const database = await createScratchDatabase()
    const grown = newDataFolder()
    const place = placeIn(grown, database.url)
    const { code, output } = await restore([file], { ...place, BACKUP_KEY })
    expect(output).toContain('All invariants hold. Start it as demo')
    expect(code).toBe(0)

    const before = await readRows(original['DATABASE_URL']!)
    // A backup is recorded once it is complete, so its record is not in it.
    const events = before.get('public.audit_log')!.filter((row) => !row.includes('backup.made'))
    before.set('public.audit_log', events)
    const after = await readRows(database.url)
    expect(after).toEqual(before)
    expect(after.get('public.bookings')!.length).toBeGreaterThan(100)
    const files = (folder: string) => readdirSync(folder, { recursive: true }).map(String).toSorted()
    const [theirs, ours] = [join(data, 'pictures'), join(grown, 'pictures')]
    expect(files(ours)).toEqual(files(theirs))
    const picture = files(ours).find((name) => name.endsWith('.avif'))!
    expect(readFileSync(join(ours, picture)).equals(readFileSync(join(theirs, picture)))).toBe(true)

    const product = await startProduct({ data: grown, env: place })
    await fetch(await pay(product.url, await hold(product.url, await findOffer(product.url), 'ada@example.com')))
    const paid = `select from bookings where mentee_email = 'ada@example.com' and status = 'confirmed'`
    await expect.poll(() => query(database.url, paid), BOTH_DONE).toHaveLength(1)
    await product.stop()
    await database.drop()
  })

  it('is not made without the files that the database names', async () => {
    const late = join(newDataFolder(), 'late.backup')
    const { code, output } = await backUp(late, { ...original, STORAGE_FOLDER: newDataFolder() })
    expect(code).toBe(1)
    expect(output).toMatch(/^No backup was made\. STORAGE_FOLDER: it is empty, and the database names pictures .*\n$/)
    expect(existsSync(late)).toBe(false)
  })

  it('is never written over another', async () => {
    expect((await backUp(file, original)).output).toMatch(/^No backup was made\. .*demo\.backup is there already\.\n$/)
  })
})

describe('restoring', () => {
  // Which files are refused, and in which words: `server/platform/backup/backup-file.test.ts`.
  it('refuses a file that is cut off in one line, and leaves the place empty', async () => {
    const [cut, empty] = [join(newDataFolder(), 'cut.backup'), newDataFolder()]
    writeFileSync(cut, readFileSync(file).subarray(0, -100_000))
    expect(await restore([cut], { ...placeIn(empty), BACKUP_KEY })).toMatchObject({
      code: 1,
      output: 'Nothing was restored. The file is damaged, or ends early. Take another backup.\n',
    })
    expect(readdirSync(empty)).toEqual([])
  })

  it('refuses a place that is not empty', async () => {
    const database = await createScratchDatabase(seeded.template)
    const empty = newDataFolder()
    const toDatabase = await restore([file], { ...placeIn(empty, database.url), BACKUP_KEY })
    expect(toDatabase).toMatchObject({
      code: 1,
      output: 'Nothing was restored. DATABASE_URL: this database is not empty. Give a new one.\n',
    })
    await database.drop()
    mkdirSync(join(empty, 'pictures'))
    writeFileSync(join(empty, 'pictures/one.avif'), '')
    const toFolder = await restore([file], { ...placeIn(empty), BACKUP_KEY })
    expect(toFolder.output).toBe(
      'Nothing was restored. The storage is not empty: it has one.avif. Give a new folder or bucket.\n',
    )
    expect(existsSync(join(empty, 'pglite'))).toBe(false)
  })
})
