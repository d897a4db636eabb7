/**
 * The release before this one, as it was released: its sources from this clone's history, installed by its own lock file and
 * built. That takes minutes, so it is kept in .landfall/ for the next run.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { bareEnvironment } from './processes.ts'

/** With each release, name the one before it. */
const PREVIOUS = { version: '1.0.0', commit: '9e91482341b94e582df023c1f290740c66b7b70b' }

/**
 * `sources`: where it starts as a demo. `installation`: what `npm run release -- <folder> --switch` has left, only to be copied.
 */
export type PreviousRelease = { sources: string; installation: string }

const run = promisify(execFile)

export async function obtainPreviousRelease(): Promise<PreviousRelease> {
  const folder = resolve('.landfall/previous-release', PREVIOUS.commit)
  if (!existsSync(folder)) await build(folder)
  return { sources: join(folder, 'sources'), installation: join(folder, 'installation') }
}

/** Beside its place first, so that an interrupted one leaves nothing by halves. */
async function build(folder: string): Promise<void> {
  const { version, commit } = PREVIOUS
  await run('git', ['cat-file', '-e', `${commit}^{commit}`]).catch(() => {
    throw new Error(
      `This clone does not have the release before, ${version}: its history is cut off. Fetch it: git fetch --unshallow, or git fetch origin ${commit}`,
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
