/** Storage in a folder on disk, created with the first file. */
import { randomUUID } from 'node:crypto'
import { opendir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { makeFolder } from '#server/platform/make-folder'
import type { Storage } from '#server/platform/storage/store'

export function openFolder(folder: string): Storage {
  const root = resolve(folder)
  return {
    async put(path, bytes) {
      const file = join(root, path)
      await makeFolder(dirname(file))
      // Beside the file, because a rename is only atomic within one file system.
      const draft = join(dirname(file), `.${randomUUID()}`)
      try {
        await writeFile(draft, bytes, { flush: true })
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async read(path) {
      try {
        return await readFile(join(root, path))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async remove(path) {
      const file = join(root, path)
      await rm(file, { force: true })
      // Also its folder if that is empty now. Fails harmlessly if it is not, or is already gone.
      if (dirname(file) !== root) await rmdir(dirname(file)).catch(() => undefined)
    },

    async *list(folder = '') {
      for await (const file of filesBelow(join(root, folder))) yield relative(root, file).split(sep).join('/')
    },
  }
}

/** No file of ours is below another name. */
const NAME = /^[\w-][\w.-]*$/

/** Without hidden ones, such as those that are being written, and without what is a disk's own: only root may read `lost+found`. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for await (const entry of entries) {
    if (!NAME.test(entry.name)) continue
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name))
    else yield join(folder, entry.name)
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
