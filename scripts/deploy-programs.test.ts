import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { obtainProgram } from './deploy-programs.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-programs-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function program(name: string, script: string) {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

/** With no more than these programs, which are in `bin`. */
const obtain = () => obtainProgram('caddy', { PATH: join(folder, 'bin') }, join(folder, 'unpacked'))

describe('a program that reads the files under deploy/', () => {
  it('is the one in PATH if it runs', () => {
    program('first/caddy', 'exit 1')
    const runs = program('bin/caddy', 'exit 0')
    const env = { PATH: `${join(folder, 'first')}:${join(folder, 'bin')}` }
    expect(obtainProgram('caddy', env, join(folder, 'unpacked'))).toBe(runs)
  })

  it('is unpacked from its package if there is none, once', () => {
    program('bin/apt-get', `[ "$1" = update ] || : > caddy_1.deb`)
    program('bin/dpkg-deb', `/bin/mkdir -p "$3/usr/bin" && /bin/cp "${program('caddy', 'exit 0')}" "$3/usr/bin/caddy"`)
    expect(obtain()).toBe(join(folder, 'unpacked/caddy/usr/bin/caddy'))
    program('bin/apt-get', 'exit 1')
    expect(obtain()).toBe(join(folder, 'unpacked/caddy/usr/bin/caddy'))
  })

  it('may be in a package of another name', () => {
    program('bin/apt-get', `[ "$*" != 'download prometheus' ] || : > prometheus_1.deb`)
    program(
      'bin/dpkg-deb',
      `/bin/mkdir -p "$3/usr/bin" && /bin/cp "${program('promtool', 'exit 0')}" "$3/usr/bin/promtool"`,
    )
    const env = { PATH: join(folder, 'bin') }
    expect(obtainProgram('promtool', env, join(folder, 'unpacked'))).toBe(
      join(folder, 'unpacked/prometheus/usr/bin/promtool'),
    )
  })

  it('is requested in one line if there is none and none can be unpacked', () => {
    program('bin/apt-get', 'exit 100')
    expect(obtain).toThrow('No caddy for the tests of deploy/. Install it, as by: apt-get install caddy')
  })
})
