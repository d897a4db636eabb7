import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findChromium } from './chromium.ts'
import { folder, useFolder } from '../tests/support/folder.ts'

useFolder()

function program(name: string, script: string) {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

describe('the Chromium of the browser tests', () => {
  it('is the one that CHROMIUM_PATH names, and not replaced by another if that is wrong', async () => {
    const named = program('anywhere/browser', 'exit 0')
    program('bin/chromium', 'exit 0')
    expect(await findChromium({ CHROMIUM_PATH: named, PATH: join(folder, 'bin') }, [])).toBe(named)
    const wrong = findChromium({ CHROMIUM_PATH: '/nowhere/chromium', PATH: join(folder, 'bin') }, [])
    await expect(wrong).rejects.toThrow('CHROMIUM_PATH: there is no /nowhere/chromium')
  })

  it('is one in PATH that runs, not a stub that says how to install it', async () => {
    program('bin/chromium-browser', 'echo "install the snap"; exit 1')
    const chrome = program('bin/google-chrome', 'exit 0')
    expect(await findChromium({ PATH: join(folder, 'bin') }, [])).toBe(chrome)
    const app = program('Applications/Google Chrome.app/Contents/MacOS/Google Chrome', 'exit 0')
    expect(await findChromium({ PATH: '' }, [join(folder, 'Applications')]), 'on macOS').toBe(app)
  })
})
