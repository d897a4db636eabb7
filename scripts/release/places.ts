/** The folder in which an installation keeps its releases, their browser files, and the link to the one in use. */
import { existsSync } from 'node:fs'
import { readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { removeUnusedAssets, shareAssets } from '#server/start/shared-assets'

const RELEASES_KEPT = 3

/** Adds a release's scripts and styles to those of all releases, for ASSETS_FOLDER. */
export const shareRelease = (folder: string, release: string): Promise<void> =>
  shareAssets(join(release, 'build'), join(folder, 'assets'), new Date())

/** Makes a release the current one, in one step. The day of the last one's scripts begins now. */
export async function switchTo(folder: string, name: string): Promise<void> {
  const link = join(folder, 'current')
  const before = await readlink(link).catch(() => null)
  await symlink(join('releases', name), `${link}.new`)
  await rename(`${link}.new`, link)
  if (before) await use(folder, join(folder, before))
}

/** Removes old releases, and scripts and styles that no release has used for a day. */
export async function tidy(folder: string): Promise<void> {
  const current = join(folder, await readlink(join(folder, 'current')))
  await use(folder, current)
  const releases = join(folder, 'releases')
  const dated = await Promise.all(
    (await readdir(releases)).map(async (name) => ({ name, at: (await stat(join(releases, name))).ctimeMs })),
  )
  const older = dated.filter(({ name }) => name !== basename(current)).toSorted((a, b) => b.at - a.at)
  for (const { name } of older.slice(RELEASES_KEPT - 1)) await rm(join(releases, name), { recursive: true })
  await removeUnusedAssets(join(folder, 'assets'), new Date())
}

/** Adds them again, too: those of a release that was gone back to by hand may have been removed. */
async function use(folder: string, release: string): Promise<void> {
  if (existsSync(release)) await shareRelease(folder, release)
}
