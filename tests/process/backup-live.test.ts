/** Backups of a site that is busy, and of one that is live. */
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, inject, it } from 'vitest'
import { BACKUP_KEY, backUp, placeIn, readRows, restore } from '../support/product/backups.ts'
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
    // Without rounds, whose reminders would change untouched bookings.
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
    const recorded = `select subject_id from audit_log where action = 'backup.made' and actor = 'operator'`
    expect(await query(database.url, recorded)).toEqual([{ subject_id: 'live.backup' }])
    const [unpaid] = await query<{ id: string }>(
      database.url,
      `update bookings set paid_amount_pence = paid_amount_pence - 100
       where id = (select id from bookings where status = 'confirmed' and price_pence > 0 and package_id is null limit 1) returning id`,
    )
    const broken = join(newDataFolder(), 'broken.backup')
    expect(await backUp(broken, { ...placeIn(served, database.url), ...live })).toMatchObject({ code: 0 })
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
    const taken = await restore([broken, '--as-live', '--erasures', 'none'], {
      ...placeIn(newDataFolder(), replaced.url),
      ...live,
    })
    expect(taken.code).toBe(1)
    expect(taken.output).toContain(`Does not hold: confirmed_unpaid  ${unpaid!.id}\n`)
    expect(taken.output).toMatch(/It is restored, and what is listed above needs a person before it is used\.\n$/)
    expect(await query(replaced.url, 'select mode from installation')).toEqual([{ mode: 'live' }])
    await replaced.drop()
  })
})
