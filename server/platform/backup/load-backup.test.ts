import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkBackup } from '#server/platform/backup/check-backup'
import { loadBackup } from '#server/platform/backup/load-backup'
import { FILES_AT_ONCE } from '#server/platform/backup/manifest'
import { writeBackup } from '#server/platform/backup/write-backup'
import { rememberMode } from '#server/platform/db/installation-queries'
import type { Storage } from '#server/platform/storage/store'
import { migrateAllOfSandbox } from '../../../sandbox/schema.ts'
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database/database.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { folder, useFolder } from '../../../tests/support/folder.ts'

useProduct()

useFolder()
let restored: TestDatabase
beforeEach(async () => {
  restored = await openTestDatabase()
})
afterEach(() => restored.close())

/** Files in memory, where the first of several concurrent reads resolves last. `most`: the largest number of concurrent reads. */
function openSlowStorage(files = new Map<string, Uint8Array>()) {
  let open = 0
  const slow = { most: 0, refused: '' }
  const wait = async (path: string) => {
    open += 1
    slow.most = Math.max(slow.most, open)
    for (let turns = 2 * (FILES_AT_ONCE - open) + 1; turns > 0; turns--) await turn()
    open -= 1
    if (path === slow.refused) throw new Error(`${path} is refused`)
  }
  const storage: Storage = {
    put: async (path, bytes) => wait(path).then(() => void files.set(path, bytes)),
    read: async (path) => wait(path).then(() => files.get(path) ?? null),
    remove: async (path) => void files.delete(path),
    async *list() {
      yield* files.keys()
    },
  }
  return { files, storage, slow }
}

const someFiles = () =>
  new Map(Array.from({ length: 3 * FILES_AT_ONCE + 1 }, (_, n) => [`pictures/${n}/96.avif`, randomBytes(40_000 - n)]))

async function backUp(storage: Storage): Promise<string> {
  const path = join(folder, 'one.tar.zst')
  await rememberMode(test.db, 'demo', test.clock.time)
  await writeBackup({ db: test.db, storage, now: test.clock.time, version: '1' }, path, null)
  return path
}

async function restore(path: string, storage: Storage): Promise<void> {
  const prepare = (schemas: string[]) => migrateAllOfSandbox(restored.db, schemas)
  await loadBackup({ db: restored.db, storage }, await checkBackup(path, null), { path, key: null, prepare })
}

describe('many files', () => {
  it('are read and written several at once, and come back whole under their own names', async () => {
    const from = openSlowStorage(someFiles())
    const to = openSlowStorage()
    const path = await backUp(from.storage)
    expect((await checkBackup(path, null)).manifest.files.count).toBe(from.files.size)
    await restore(path, to.storage)
    expect(to.files).toEqual(from.files)
    expect([from.slow.most, to.slow.most]).toEqual([FILES_AT_ONCE, FILES_AT_ONCE])
  })

  it('are a failed backup, or a failed restore, when one of them is refused', async () => {
    const from = openSlowStorage(someFiles())
    from.slow.refused = 'pictures/9/96.avif'
    await expect(backUp(from.storage)).rejects.toThrow('pictures/9/96.avif is refused')
    from.slow.refused = ''
    const path = await backUp(from.storage)
    const to = openSlowStorage()
    to.slow.refused = 'pictures/9/96.avif'
    await expect(restore(path, to.storage)).rejects.toThrow('pictures/9/96.avif is refused')
  })
})
