import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { findTagProblem } from './tag.ts'
import { folder, useFolder } from '../../tests/support/folder.ts'

useFolder()

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: folder })
const commit = () => git('commit', '--quiet', '--allow-empty', '-m', 'Change')
const problem = () => findTagProblem('1.2.0', folder)

it('asks for a tag of the version, with an annotation, at the released commit', () => {
  git('init', '--quiet')
  commit()
  expect(problem()).toBe("Release 1.2.0 has no tag. Once it is published: git tag -a v1.2.0 -m 'Landfall 1.2.0'")
  git('tag', 'v1.2.0')
  expect(problem()).toBe("The tag v1.2.0 has no annotation: git tag -a -f v1.2.0 -m 'Landfall 1.2.0'")
  git('tag', '-a', '-f', 'v1.2.0', '-m', 'Landfall 1.2.0')
  expect(problem()).toBeNull()
  commit()
  expect(problem()).toMatch('The tag v1.2.0 names another commit.')
})

it('asks for nothing where there is no git, as in an image', () => {
  expect(problem()).toBeNull()
})
