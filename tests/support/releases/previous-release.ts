/**
 * Earlier releases, as they were released: their sources from this clone's history, installed by their own lock files and built.
 * That takes minutes, so they are kept in .landfall/ for the next run. Commits are named by hash, since a clone may lack the tags.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { bareEnvironment } from '../product/processes.ts'

/** With each release, add the one before it. Operators come from the first one, too. */
export const EARLIER_RELEASES = [
  { version: '1.0.0', commit: '9e91482341b94e582df023c1f290740c66b7b70b' },
  { version: '1.1.0', commit: '764542a6db7ec0c1e11eddd36c11f9d112532d32' },
]
type EarlierRelease = (typeof EARLIER_RELEASES)[number]

/**
 * `sources`: where it starts as a demo. `installation`: what `npm run release -- <folder> --switch` has left, only to be copied.
 */
export type BuiltRelease = { sources: string; installation: string }

const run = promisify(execFile)

export async function obtainRelease(release: EarlierRelease): Promise<BuiltRelease> {
  const folder = resolve('.landfall/previous-release', release.commit)
  if (!existsSync(folder)) await build(release, folder)
  return { sources: join(folder, 'sources'), installation: join(folder, 'installation') }
}

/** Beside its place first, so that an interrupted one leaves nothing by halves. */
async function build({ version, commit }: EarlierRelease, folder: string): Promise<void> {
  await run('git', ['cat-file', '-e', `${commit}^{commit}`]).catch(() => {
    throw new Error(
      `This clone does not have release ${version}: its history is cut off. Fetch it: git fetch --unshallow, or git fetch origin ${commit}`,
    )
  })
  const half = `${folder}.unfinished`
  const sources = join(half, 'sources')
  rmSync(half, { recursive: true, force: true })
  mkdirSync(sources, { recursive: true })
  await run('sh', ['-c', `git archive ${commit} | tar -x -C '${sources}'`])
  const { PATH = '', ...rest } = bareEnvironment()
  const outside = PATH.split(delimiter).filter((each) => !each.includes('node_modules')) // It brings a Node of its own.
  const env = { ...rest, PATH: outside.join(delimiter) }
  await run('npm', ['run', 'release', '--', join(half, 'installation'), '--switch'], { cwd: sources, env })
  renameSync(half, folder)
}
