/**
 * npm run release -- <folder> [--switch]
 *
 * Writes the build, with all that it needs to run live and nothing else, into a folder of its own:
 *
 *   <folder>/releases/<version>-<hash of the sources>/   a release; `bin/landfall` starts it
 *   <folder>/assets/                                     scripts and styles of all releases, for ASSETS_FOLDER
 *   <folder>/current                                     a link to the release in use, which `--switch` changes
 *
 * A running release is never touched. Says so if the tag of the version is missing or names another commit. With `--switch`, releases but the newest three are removed, and so are scripts and
 * styles that no release has used for a day.
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { shareRelease, switchTo, tidy } from './release/places.ts'
import { findTagProblem } from './release/tag.ts'
import { writeRelease } from './release/write.ts'
import * as m from '#messages/operators'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { switch: { type: 'boolean' } } })
if (positionals.length !== 1) {
  console.error(m.releaseUsage())
  process.exit(1)
}

const folder = resolve(positionals[0]!)
const build = process.env['LANDFALL_BUILD'] ?? 'build'
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const name = `${version}-${readFileSync(`${build}/.landfall-hash`, 'utf8').slice(0, 10)}`

const release = resolve(folder, 'releases', name)
if (!existsSync(release)) await writeRelease(build, release)
await shareRelease(folder, release)
if (values.switch) {
  await switchTo(folder, name)
  await tidy(folder)
}
const problem = findTagProblem(version, '.')
if (problem) console.warn(problem)
console.log(values.switch ? m.releaseCurrent({ release }) : release)
