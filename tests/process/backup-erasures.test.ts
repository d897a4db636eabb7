/** Restoring a backup that still has people in it who were erased since. Each restore loads and checks a whole site. */
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { addToErasureLog } from '#server/privacy/leaving/erasure-log'
import { claimStorage, connectStorage } from '#server/platform/storage/storage'
import { BACKUP_KEY, backUp, backUpDemo, placeIn, readRows, restore } from '../support/product/backups.ts'
import { newDataFolder } from '../support/product/processes.ts'

let original: Record<string, string>
let file: string

beforeAll(async () => {
  ;({ original, file } = await backUpDemo(inject('seeded').data))
})

describe('who was erased after the backup', () => {
  /** Storage that was in use after it, in which it is on record that Grace was erased. */
  async function eraseGrace(): Promise<{ old: string; id: string }> {
    const bookings = (await readRows(original['DATABASE_URL']!)).get('public.bookings')!
    const id = bookings.find((row) => row.includes('grace@example.com'))!.slice(1, 37)
    const old = newDataFolder()
    const storage = connectStorage({ folder: old })
    await claimStorage(storage, 'demo')
    await addToErasureLog(storage, [{ kind: 'booking_erased', subjectId: id, at: new Date() }])
    return { old, id }
  }
  const restoreWith = async (...args: string[]) => {
    const folder = newDataFolder()
    const place = { ...placeIn(folder), BACKUP_KEY }
    const { code, output } = await restore([file, ...args], place)
    const rows = code === 0 ? await readRows(place.DATABASE_URL) : new Map<string, string[]>()
    const ours = [...rows].flatMap(([table, all]) => (table.startsWith('public.') ? all : [])) // The stand-ins keep their own.
    const isThere = ours.some((row) => row.includes('grace@example.com'))
    return { code, output, isThere, place }
  }

  it('is erased again by the log of the storage that was in use, or of a later backup', async () => {
    const { old } = await eraseGrace()
    const byStorage = await restoreWith('--erasures', old)
    expect(byStorage.output).toContain('Erased again: 0 accounts and 1 bookings of guests.\n')
    expect(byStorage).toMatchObject({ code: 0, isThere: false })

    const later = join(newDataFolder(), 'later.backup')
    expect(await backUp(later, byStorage.place)).toMatchObject({ code: 0 })
    expect(await restoreWith('--erasures', later)).toMatchObject({ code: 0, isThere: false })
  })

  it('is in it again where no log is left, and that is said', async () => {
    const byNothing = await restoreWith('--erasures', 'none')
    expect(byNothing).toMatchObject({ code: 0, isThere: true })
    expect(byNothing.output).toMatch(/Erased again: 0 .* Who was erased after 20.*Z and is not in .* is in it again\./)
  })

  it('is not guessed: what is named and has no log is refused, and nothing is restored', async () => {
    expect((await restoreWith('--erasures', '/nowhere')).output).toMatch(/^Nothing was restored\. ENOENT.*\n$/)
    expect((await restoreWith('--erasures', 'docs')).output).toBe(
      'Nothing was restored. docs is no storage of Landfall: it has no installation/mode.\n',
    )
    expect((await restoreWith('--erasures', 's3://old')).output).toBe(
      'Nothing was restored. s3://old needs the settings of a bucket, S3_BUCKET and those beside it.\n',
    )
  })
})
