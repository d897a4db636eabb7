/**
 * ASSETS_FOLDER: the scripts and styles of all releases of an installation. Every process looks there for what its own build
 * does not have: a new one gets requests from a page that an older one drew, and in a rolling restart an old one by a page of a
 * newer one. Their names are hashes of their contents, so none replaces another.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, copyFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Config } from '#server/platform/config'
import type { App } from '#server/context'
import { makeFolder } from '#server/platform/make-folder'

const HOUR_MS = 60 * 60 * 1_000
/** How long a page finds the scripts that it names after the last process that drew such pages has ended. */
const KEPT_MS = 24 * HOUR_MS

/** Adds the scripts and styles of a build. Those that are there already count as used now. */
export async function shareAssets(build: string, shared: string, now: Date): Promise<void> {
  await makeFolder(shared)
  const own = join(build, 'client/assets')
  for (const file of await listFiles(own)) {
    const isThere = await touch(join(shared, file), now)
    if (!isThere) await copyWhole(join(own, file), join(shared, file), now)
  }
}

/** Removes scripts and styles that no process and no `npm run release` has used for a day. */
export async function removeUnusedAssets(shared: string, now: Date): Promise<void> {
  for (const file of await listFiles(shared)) {
    const found = await stat(join(shared, file)).catch(() => null) // Null: another process has just removed it.
    if (found && now.getTime() - found.mtimeMs > KEPT_MS) await rm(join(shared, file), { force: true })
  }
}

/**
 * Has a running process keep its build's scripts in ASSETS_FOLDER, and use them once an hour: a container has no other way to
 * leave them to the next one. A folder that this process cannot write is kept by `npm run release`.
 *
 * @param clock of the machine, whose files these are.
 * @returns what ends it.
 */
export async function keepAssets(config: Config, log: App['log'], clock: () => Date): Promise<() => void> {
  const { ASSETS_FOLDER: shared, LANDFALL_BUILD: build, ROLE: role } = config
  if (!shared || role === 'worker' || !(await isWritable(shared))) return () => undefined
  const failed = (error: unknown) => log.warn('assets not shared', { error })
  await shareAssets(build, shared, clock())
    .then(() => removeUnusedAssets(shared, clock()))
    .catch(failed)
  const timer = setInterval(() => void shareAssets(build, shared, clock()).catch(failed), HOUR_MS)
  return () => clearInterval(timer)
}

function isWritable(folder: string): Promise<boolean> {
  return makeFolder(folder)
    .then(() => access(folder, constants.W_OK))
    .then(
      () => true,
      () => false,
    )
}

/** The paths of all files in a folder and those in it: each language has one. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** Marks a file as used now. False if there is no such file. */
async function touch(file: string, now: Date): Promise<boolean> {
  try {
    await utimes(file, now, now)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Under its name once it is complete. Two processes that start together may both copy it. */
async function copyWhole(from: string, to: string, now: Date): Promise<void> {
  const draft = `${to}.${randomUUID()}`
  await makeFolder(dirname(to))
  await copyFile(from, draft)
  await touch(draft, now)
  await rename(draft, to)
}
