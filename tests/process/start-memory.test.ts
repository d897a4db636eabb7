/** What a started process keeps in memory although it does not need it. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { launchProduct, TEST_BUILD } from '../support/product/processes.ts'

const LISTS_MODULES = `data:text/javascript,${encodeURIComponent(
  `process.once('exit', () => console.log(process.moduleLoadList.filter((name) => /amaro/.test(name))))`,
)}`

describe('a started process', () => {
  it('has not loaded Node’s compiler of TypeScript', async () => {
    // It stops at this setting once it has loaded its own modules and the sandbox's.
    const env = { TERMS_FILE: '/nowhere', NODE_OPTIONS: `--import=${LISTS_MODULES}` }
    const { output } = await launchProduct({ env }).exited
    expect(output).toContain('TERMS_FILE: /nowhere cannot be read')
    expect(output).toMatch(/^\[\]$/m)
  })

  it('runs code in ASCII, of which V8 keeps one byte a letter', () => {
    const files = globSync('server/**/*.js', { cwd: TEST_BUILD })
    expect(files.length).toBeGreaterThan(10)
    const isAscii = (file: string) => readFileSync(`${TEST_BUILD}/${file}`).every((byte) => byte < 0x80)
    expect(files.filter((file) => !isAscii(file))).toEqual([])
  })
})
