/**
 * Where files are kept: under a name such as `pictures/<key>/96.avif`, as bytes.
 * Today a folder on disk. Everything goes through these three calls, so that another store can stand behind them.
 *
 * Errors: a name outside the rules and a disk that fails throw; a file that is not there is null.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

export type Storage = {
  /** Writes the whole file or none of it; an existing one is replaced. */
  put: (path: string, bytes: Uint8Array) => Promise<void>
  read: (path: string) => Promise<Uint8Array | null>
  /** Removing what is not there is no error. */
  remove: (path: string) => Promise<void>
}

/** No segment may begin with a dot: that excludes `.`, `..`, hidden files and the half-written ones of `put`. */
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/
const LONGEST_NAME = 200 // Characters.

/** A folder as storage. It is made when the first file is written. */
export function connectStorage({ folder }: { folder: string }): Storage {
  const root = resolve(folder)
  const locate = (path: string) => {
    if (path.length > LONGEST_NAME || !FILE_NAME.test(path)) throw new Error(`Not a name for a file: ${path}`)
    return join(root, path)
  }
  return {
    async put(path, bytes) {
      const file = locate(path)
      await mkdir(dirname(file), { recursive: true })
      // Beside the file, because a rename is only atomic within one file system.
      const half = join(dirname(file), `.${randomUUID()}`)
      try {
        await writeFile(half, bytes, { flush: true })
        await rename(half, file)
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
    },

    async read(path) {
      try {
        return await readFile(locate(path))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async remove(path) {
      const file = locate(path)
      await rm(file, { force: true })
      // Also the folder it was in, once it is empty. Not empty or already gone: somebody else's, let it be.
      if (dirname(file) !== root) await rmdir(dirname(file)).catch(() => undefined)
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
