/** What `docker build` sends of a folder: all but what `.dockerignore` names. */
import { readFileSync } from 'node:fs'
import { dirname, matchesGlob } from 'node:path'

/** The rules of https://docs.docker.com/build/concepts/context/#dockerignore-files, as far as the file uses them. */
const rules = () =>
  readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), pattern: line.replace(/^!/, '') }))

/** Whether a path, relative to the project's folder, reaches the build. The last rule that names it or a folder above decides. */
export function isInBuildContext(path: string): boolean {
  return rules().reduce((isIn, { keeps, pattern }) => (names(pattern, path) ? keeps : isIn), true)
}

const names = (pattern: string, path: string): boolean =>
  path !== '.' && (matchesGlob(path, pattern) || names(pattern, dirname(path)))
