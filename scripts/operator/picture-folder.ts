/** Finds pictures of an import in a folder. Nothing is fetched, and no link leads out of the folder. */
import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { FoundPicture } from '#server/mentors/import/import-documents'
import { MAX_PICTURE_BYTES } from '#server/platform/storage/picture-encoding'
import * as m from '#messages/operators'

/** `folder` null: none was given. A path is looked for below the folder, and then by its file's name alone. */
export function pictureFinder(folder: string | null): (path: string) => Promise<FoundPicture> {
  return async (path) => {
    if (folder === null) return { why: m.picturesNowhere({ path }) }
    for (const candidate of [path, basename(path)]) {
      const file = await fileBelow(folder, candidate)
      if (!file) continue
      if (file.size > MAX_PICTURE_BYTES) return { why: m.pictureLarge({ path }) }
      return {
        file: file.path,
        hash: createHash('sha256')
          .update(await readFile(file.path))
          .digest('hex'),
      }
    }
    return { why: m.pictureMissing({ path, folder }) }
  }
}

async function fileBelow(folder: string, path: string): Promise<{ path: string; size: number } | null> {
  try {
    const root = await realpath(folder)
    const found = await realpath(join(root, path))
    if (!found.startsWith(root + sep)) return null
    const { size, isFile } = await stat(found).then((facts) => ({ size: facts.size, isFile: facts.isFile() }))
    return isFile ? { path: found, size } : null
  } catch {
    return null // No such file, or a name that no file can have.
  }
}
