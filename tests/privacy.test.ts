/** Compares what /privacy says is stored with tables and cookies. `e2e/fixtures.ts` compares what a browser stores. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ABOUT } from '#server/privacy/personal-data/personal-data-queries'
import { BROWSER_FACTS, PERSONAL_FACTS } from '../app/views/legal/privacy-facts.ts'

/** Tables with personal data that cannot be found by account, since it is stored per browser or under a hash. */
const WITHOUT_ACCOUNT = ['attempts', 'drafts', 'verifications']

/** React Router's `ScrollRestoration` stores its own. */
const BY_LIBRARY = ['react-router-scroll-positions']

const sources = globSync('{app,server}/**/*.{ts,tsx}').filter((file) => !/\.test\.|kept-facts/.test(file))
const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n')

describe('the privacy page', () => {
  it('names every table with personal data, each once', () => {
    const named = PERSONAL_FACTS.flatMap(({ tables }) => tables)
    expect(named.toSorted()).toEqual([...Object.keys(ABOUT), ...WITHOUT_ACCOUNT].toSorted())
  })

  const ours = BROWSER_FACTS.map(({ name }) => name).filter((name) => !BY_LIBRARY.includes(name))
  it.each(ours)('lists nothing that no code stores: %s', (name) => {
    const stored = name.endsWith('-')
      ? `\`${name}\\$\\{`
      : name.endsWith('.')
        ? `cookiePrefix: secure \\? '__Host-${name.slice(0, -1)}'`
        : `['"\`(-]${name}['"\`=]`
    expect(code).toMatch(new RegExp(stored))
  })
})
