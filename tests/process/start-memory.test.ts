/** What a started process keeps in memory although it does not need it. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { launchProduct, TEST_BUILD } from '../support/product/processes.ts'

const LISTS_MODULES = `data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module'
  const packages = new Set()
  const load = (url, context, next) => {
    const found = /node_modules\\/(?:kysely|zod)\\/|server\\/packages\\/\\w+/.exec(url)
    if (found) packages.add(found[0])
    return next(url, context)
  }
  registerHooks({ load })
  process.once('exit', () => {
    console.log('compiler', process.moduleLoadList.filter((name) => /amaro/.test(name)))
    console.log('packages', [...packages].sort().join())
  })`,
)}`

describe('a started process', () => {
  // It stops at this setting once it has loaded its own modules and the sandbox's.
  const stopped = async (env: Record<string, string> = {}) => {
    const { output } = await launchProduct({ env: { TERMS_FILE: '/nowhere', ...env } }).exited
    expect(output).toContain('TERMS_FILE: /nowhere cannot be read')
    return output
  }

  it('has not loaded Node’s compiler of TypeScript, and packages from the build alone', async () => {
    const output = await stopped({ NODE_OPTIONS: `--import=${LISTS_MODULES}` })
    expect(output).toMatch(/^compiler \[\]$/m)
    expect(output).toMatch(/^packages server\/packages\/kysely,server\/packages\/zod$/m)
  })

  it('finds what the last one compiled', async () => {
    await stopped()
    const output = await stopped({ NODE_DEBUG_NATIVE: 'COMPILE_CACHE' })
    expect(output).toMatch(/main\.ts was accepted/)
    expect(output).not.toMatch(/was rejected/)
  })

  it('runs code in ASCII, of which V8 keeps one byte a letter', () => {
    const files = globSync('server/**/*.js', { cwd: TEST_BUILD })
    expect(files.length).toBeGreaterThan(10)
    const isAscii = (file: string) => readFileSync(`${TEST_BUILD}/${file}`).every((byte) => byte < 0x80)
    expect(files.filter((file) => !isAscii(file))).toEqual([])
  })
})
