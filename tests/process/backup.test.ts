import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { claimStorage, connectStorage } from '#server/storage/storage'
import { BACKUP_KEY, backUp, backUpDemo, placeIn, readRows, restore } from '../support/product/backups.ts'
import { copySeededData } from '../support/product/seeded.ts'
import { newDataFolder, startProduct } from '../support/product/processes.ts'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { findOffer, hold, pay } from '../support/bookings/visitor.ts'

const seeded = inject('seeded')
/** What live and rehearsal ask for. */
const LIVE = {
  PUBLIC_URL: 'https://landfall.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'bookings@landfall.test',
  SUPPORT_EMAIL: 'help@landfall.test',
  TERMS_FILE: 'LICENSE',
  PRIVACY_FILE: 'LICENSE',
  TRUSTED_PROXIES: 'none',
}
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

  it('has everything in it unreadable with a key', () => {
    const sealed = readFileSync(file, 'latin1')
    for (const word of ['grace@example.com', 'example.com', 'bookings']) expect(sealed.includes(word), word).toBe(false)
  })

  it('is not made while the product runs', async () => {
    const product = await startProduct({ data })
    const { code, output } = await backUp(join(newDataFolder(), 'late.backup'), original)
    expect(code).toBe(1)
    expect(output).toMatch(/^No backup was made\. The data in .* is in use by process \d+/)
    await product.stop()
  })

  it('is not made without the files that the database names, nor with those of another kind of site', async () => {
    const elsewhere = newDataFolder()
    const late = join(newDataFolder(), 'late.backup')
    const { code, output } = await backUp(late, { ...original, STORAGE_FOLDER: elsewhere })
    expect(code).toBe(1)
    expect(output).toMatch(/^No backup was made\. STORAGE_FOLDER: it is empty, and the database names pictures .*\n$/)
    await claimStorage(connectStorage({ folder: elsewhere }), 'rehearsal')
    expect((await backUp(late, { ...original, STORAGE_FOLDER: elsewhere })).output).toMatch(
      /^No backup was made\. STORAGE_FOLDER: it has the files of a rehearsal site, .*\n$/,
    )
    expect(existsSync(late)).toBe(false)
  })

  it('names all settings that are wrong, a line each', async () => {
    const wrong = { ...original, PORT: 'x', SUPPORT_EMAIL: 'nobody' }
    expect((await backUp(join(newDataFolder(), 'late.backup'), wrong)).output).toMatch(
      /^No backup was made\. PORT: .*\nNo backup was made\. SUPPORT_EMAIL: .*\n$/,
    )
  })

  it('is never written over another', async () => {
    expect((await backUp(file, original)).output).toMatch(/^No backup was made\. .*demo\.backup is there already\.\n$/)
  })
})

/** All rows in which an id stands, each with its table. */
const rowsAbout = (rows: Map<string, string[]>, id: string) =>
  [...rows].flatMap(([table, all]) => all.filter((row) => row.includes(id)).map((row) => `${table} ${row}`))

function takeAtRandom<Item>(items: Item[], count: number): Item[] {
  const left = [...items]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(randomInt(left.length), 1)[0]!)
}

describe('a backup of PostgreSQL', () => {
  it('is consistent while people book, and is restored elsewhere with 100 bookings at random as they were, row by row', async () => {
    const database = await createScratchDatabase(seeded.template)
    const served = copySeededData(seeded.data)
    const place = placeIn(served, database.url)
    // Without rounds, whose reminders would change bookings that nobody touches.
    const product = await startProduct({ data: served, env: { ...place, ROLE: 'web' } })
    const done = new AbortController()
    const book = async () => {
      for (let count = 0; !done.signal.aborted; count += 1) {
        const held = await hold(product.url, await findOffer(product.url), `visitor${count}@example.com`)
        await fetch(await pay(product.url, held))
      }
    }
    const visitor = book()
    const folder = newDataFolder()
    await expect
      .poll(
        () => query(database.url, `select from bookings where status = 'confirmed' and mentee_email like 'visitor%'`),
        BOTH_DONE,
      )
      .not.toHaveLength(0)
    const before = await readRows(database.url)
    const made = await backUp(folder, place)
    done.abort()
    await visitor
    await product.stop()
    const after = await readRows(database.url)
    expect(made.code).toBe(0)
    expect(made.output).toContain('It is not encrypted')
    const [name] = readdirSync(folder)
    expect(name).toMatch(/^landfall-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.zst$/)

    const restored = newDataFolder()
    const { code, output } = await restore([join(folder, name!)], placeIn(restored))
    expect(output).toContain('All invariants hold')
    expect(code).toBe(0)
    const rows = await readRows(placeIn(restored).DATABASE_URL)
    const ids = (table: string) => rows.get(table)!.map((row) => row.slice(1, 37))
    expect(ids('public.claims').filter((id) => !ids('public.bookings').includes(id))).toEqual([])

    const sameMeanwhile = before
      .get('public.bookings')!
      .map((row) => row.slice(1, 37))
      .filter((id) => isDeepStrictEqual(rowsAbout(before, id), rowsAbout(after, id)))
    const chosen = takeAtRandom(sameMeanwhile, 100)
    expect(chosen).toHaveLength(100)
    for (const id of chosen) expect(rowsAbout(rows, id)).toEqual(rowsAbout(after, id))
    await database.drop()
  })
})

describe('the backup of a live site', () => {
  it('becomes a rehearsal for a drill, and live only where the operator says so', async () => {
    const database = await createScratchDatabase(seeded.template)
    await query(database.url, `update installation set mode = 'live'`)
    const backup = join(newDataFolder(), 'live.backup')
    const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    const live = { ...LIVE, ...keys, LANDFALL_MODE: 'live', BACKUP_KEY }
    const served = copySeededData(seeded.data)
    writeFileSync(join(served, 'pictures/installation/mode'), 'live')
    const rehearsal = { ...LIVE, LANDFALL_MODE: 'rehearsal', REHEARSAL_MAIL_TO: 'operator@mail.test', BACKUP_KEY }
    expect(await backUp(backup, { ...placeIn(served, database.url), ...live })).toMatchObject({ code: 0 })
    await database.drop()

    const restored = await createScratchDatabase()
    const folder = newDataFolder()
    const place = placeIn(folder, restored.url)
    const readMode = async () => (await query<{ mode: string }>(restored.url, 'select mode from installation'))[0]!.mode
    expect((await restore([backup], { ...placeIn(newDataFolder()), BACKUP_KEY })).output).toMatch(
      /^Nothing was restored\. This is the backup of a live site, and LANDFALL_MODE is demo\.\n$/,
    )
    expect((await restore([backup], { ...place, ...live })).output).toMatch(
      /^Nothing was restored\. .*For a drill set LANDFALL_MODE=rehearsal; .* write --as-live\.\n$/,
    )
    expect(await restore([backup], { ...place, ...rehearsal })).toMatchObject({ code: 0 })
    expect(await readMode()).toBe('rehearsal')
    expect(readFileSync(join(folder, 'pictures/installation/mode'), 'utf8')).toBe('rehearsal')
    await restored.drop()

    const replaced = await createScratchDatabase()
    expect((await restore([backup, '--as-live'], { ...place, ...live })).output).toMatch(
      /^Nothing was restored\. Say where it is on record who was erased after the backup: --erasures .*\n$/,
    )
    const taken = await restore([backup, '--as-live', '--erasures', 'none'], {
      ...placeIn(newDataFolder(), replaced.url),
      ...live,
    })
    // The demo's own sessions were never paid for, which a live site's must be: that is said, and nothing is hidden.
    expect(taken.code).toBe(1)
    expect(taken.output).toMatch(/Does not hold: confirmed_unpaid {2}[\da-f-]{36}\n/)
    expect(taken.output).toMatch(
      /and \d+ more\nIt is restored, and what is listed above needs a person before it is used\.\n$/,
    )
    expect(await query(replaced.url, 'select mode from installation')).toEqual([{ mode: 'live' }])
    await replaced.drop()
  })
})

describe('restoring', () => {
  const refusal = async (args: string[], env: Record<string, string> = {}) => {
    const empty = newDataFolder()
    const { code, output } = await restore(args, { ...placeIn(empty), BACKUP_KEY, ...env })
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(existsSync(join(empty, 'pglite'))).toBe(false)
    expect(existsSync(join(empty, 'pictures'))).toBe(false)
    return output
  }
  const broken = (change: (bytes: Buffer) => Buffer) => {
    const path = join(newDataFolder(), 'broken.backup')
    writeFileSync(path, change(readFileSync(file)))
    return path
  }

  it('refuses a file that is cut off, damaged, foreign or of another key in one line, and leaves the place empty', async () => {
    const cut = broken((bytes) => bytes.subarray(0, bytes.length - 100_000))
    expect(await refusal([cut])).toBe(
      'Nothing was restored. The file is damaged, or ends early. Take another backup.\n',
    )
    const damaged = broken((bytes) => bytes.fill(7, bytes.length - 5_000, bytes.length - 4_990))
    expect(await refusal([damaged])).toContain('The file is damaged')
    expect(await refusal(['package.json'])).toBe('Nothing was restored. This file is no backup of Landfall.\n')
    expect(await refusal([file], { BACKUP_KEY: `${BACKUP_KEY}x` })).toContain('BACKUP_KEY is not the one')
    expect(await refusal([file], { BACKUP_KEY: '' })).toContain('It is encrypted. Set BACKUP_KEY')
    expect(await refusal(['/nowhere.backup'])).toContain('ENOENT')
    expect(await refusal([])).toContain('Write: npm run restore')
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
