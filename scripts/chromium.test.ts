import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from './chromium.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-chromium-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function program(name: string, script: string) {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

/** Runs in a process of its own, because Playwright reads its folder when it is first loaded. */
function lookWithNothingInstalled() {
  const bare = { PATH: join(folder, 'bin'), PLAYWRIGHT_BROWSERS_PATH: join(folder, 'playwright') }
  // A proxy on which nothing listens, so that nothing can be downloaded.
  const offline = { HTTPS_PROXY: 'http://127.0.0.1:9', PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:9' }
  const look = `import { printChromium } from './scripts/chromium.ts'\nprocess.exitCode = await printChromium([])`
  return spawnSync(process.execPath, ['--input-type=module', '--eval', look], {
    env: { HOME: folder, ...bare, ...offline },
    encoding: 'utf8',
  })
}

describe('the Chromium of the browser tests', () => {
  it('is the one that CHROMIUM_PATH names', async () => {
    const named = program('anywhere/browser', 'exit 0')
    program('bin/chromium', 'exit 0')
    expect(await findChromium({ CHROMIUM_PATH: named, PATH: join(folder, 'bin') }, [])).toBe(named)
  })

  it('is not replaced by another if CHROMIUM_PATH is wrong', async () => {
    program('bin/chromium', 'exit 0')
    const wrong = findChromium({ CHROMIUM_PATH: '/nowhere/chromium', PATH: join(folder, 'bin') }, [])
    await expect(wrong).rejects.toThrow('CHROMIUM_PATH: there is no /nowhere/chromium')
  })

  it('is one in PATH that runs, not a stub that says how to install it', async () => {
    program('bin/chromium-browser', 'echo "install the snap"; exit 1')
    const chrome = program('bin/google-chrome', 'exit 0')
    expect(await findChromium({ PATH: join(folder, 'bin') }, [])).toBe(chrome)
  })

  it('is an application on macOS', async () => {
    const app = program('Applications/Google Chrome.app/Contents/MacOS/Google Chrome', 'exit 0')
    expect(await findChromium({ PATH: '' }, [join(folder, 'Applications')])).toBe(app)
  })

  it('is requested in one line if there is none and none can be installed', () => {
    const { status, stderr } = lookWithNothingInstalled()
    expect(stderr.trim().split('\n').at(-1)).toBe(
      'No Chromium for the browser tests. Run: npx playwright install --with-deps chromium (or set CHROMIUM_PATH)',
    )
    expect(status).toBe(1)
  })
})
