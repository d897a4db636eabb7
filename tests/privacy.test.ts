/** What /privacy says is kept, compared with what there is. What journeys leave in a browser is compared in `e2e/fixtures.ts`. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ABOUT } from '#server/accounts/personal-data-queries'
import { BROWSER_FACTS, PERSONAL_FACTS } from '../app/views/legal/privacy-facts.ts'

/** They hold something of people, though nobody can be given it by their account: it is kept for a browser or under a hash. */
const WITHOUT_ACCOUNT = ['attempts', 'drafts', 'verifications']

/** React Router's `ScrollRestoration` stores its own. */
const BY_LIBRARY = ['react-router-scroll-positions']

const sources = globSync('{app,server}/**/*.{ts,tsx}').filter((file) => !/\.test\.|kept-facts/.test(file))
const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n')

describe('the privacy page', () => {
  it('names every table that holds something of people, each once', () => {
    const named = PERSONAL_FACTS.flatMap(({ tables }) => tables)
    expect(named.toSorted()).toEqual([...Object.keys(ABOUT), ...WITHOUT_ACCOUNT].toSorted())
  })

  const ours = BROWSER_FACTS.map(({ name }) => name).filter((name) => !BY_LIBRARY.includes(name))
  it.each(ours)('lists nothing that no code stores: %s', (name) => {
    const stored = name.endsWith('.')
      ? `cookiePrefix: secure \\? '__Host-${name.slice(0, -1)}'`
      : `['"\`(-]${name}['"\`=]`
    expect(code).toMatch(new RegExp(stored))
  })
})
