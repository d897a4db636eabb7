/** Whether what is released is what the tag of its version names, so that a bug report's version leads to the sources. */
import { execFileSync } from 'node:child_process'
import * as m from '#messages/operators'

/** What is wrong with the tag of a version in a folder, in a sentence with the command; null if nothing is, or without git. */
export function findTagProblem(version: string, folder: string): string | null {
  const git = (...args: string[]) => {
    try {
      return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
    } catch {
      return null
    }
  }
  const head = git('rev-parse', '--verify', 'HEAD')
  if (head === null) return null
  const tag = `v${version}`
  const kind = git('cat-file', '-t', `refs/tags/${tag}`)
  if (kind === null) return m.tagMissing({ version, tag })
  if (git('rev-parse', `refs/tags/${tag}^{commit}`) !== head) return m.tagElsewhere({ tag })
  return kind === 'tag' ? null : m.tagPlain({ version, tag })
}
