import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder with those above it; throws where a file is in its place. Not by `recursive`, which never ends where the file
 * system says of what cannot be made that a folder above it is missing, as /proc does.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isMade(folder)) return
  await makeFolder(dirname(folder))
  if (!(await isMade(folder))) await mkdir(folder) // Throws what is the matter.
}

/** False if the one above it is missing. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return false
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return true
    throw error
  }
}
