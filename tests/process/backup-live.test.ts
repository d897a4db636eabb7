/** Backups of a live site. Of a busy one: `backup-bucket.test.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { BACKUP_KEY, backUp, placeIn, restore } from '../support/product/backups.ts'
import { copySeededData } from '../support/product/seeded.ts'
import { LIVE_SETTINGS, newDataFolder, REHEARSAL_SETTINGS } from '../support/product/processes.ts'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'

const seeded = inject('seeded')

describe('the backup of a live site', () => {
  it('becomes a rehearsal for a drill, and live only where the operator says so', async () => {
    const database = await createScratchDatabase(seeded.template)
    await query(database.url, `update installation set mode = 'live'`)
    const backup = join(newDataFolder(), 'live.backup')
    const live = { ...LIVE_SETTINGS, BACKUP_KEY }
    const served = copySeededData(seeded.data)
    writeFileSync(join(served, 'pictures/installation/mode'), 'live')
    const rehearsal = { ...REHEARSAL_SETTINGS, BACKUP_KEY }
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
