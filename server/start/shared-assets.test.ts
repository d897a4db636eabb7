/** The folder of scripts that containers of a site share, and what a start and an hour do to it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Config } from '#server/platform/config'
import { keepAssets } from './shared-assets.ts'

const HOUR_MS = 3_600_000
let folder: string
const logged: string[] = []
const note = (event: string) => void logged.push(event)
const log = { info: note, warn: note, error: note }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-assets-'))
  logged.length = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const shared = () => join(folder, 'assets')
const there = () =>
  readdirSync(shared(), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .toSorted()

/** A build of this name, whose scripts say so. */
function build(name: string, scripts: string[]): string {
  const own = join(folder, name, 'client/assets')
  for (const script of scripts) {
    mkdirSync(dirname(join(own, script)), { recursive: true })
    writeFileSync(join(own, script), `// ${name}`)
  }
  return join(folder, name)
}

/** Starts a process of a build. */
const start = (LANDFALL_BUILD: string, ROLE = 'web') =>
  keepAssets({ ASSETS_FOLDER: shared(), LANDFALL_BUILD, ROLE } as Config, log, () => new Date())

describe('ASSETS_FOLDER of containers', () => {
  it('has the scripts of every release that runs, however long it has run', async () => {
    const one = build('one', ['home-a.js', 'list-a.js'])
    const end = await start(one)
    const age = () => Date.now() - statSync(join(shared(), 'home-a.js')).mtimeMs
    for (let hour = 1; hour <= 49; hour += 1) {
      vi.advanceTimersByTime(HOUR_MS)
      await expect.poll(age, { timeout: 60_000 }).toBeLessThan(HOUR_MS / 2)
    }
    const endOther = await start(build('two', ['home-b.js', 'list-a.js']))
    expect(there()).toEqual(['home-a.js', 'home-b.js', 'list-a.js'])
    expect(readFileSync(join(shared(), 'list-a.js'), 'utf8')).toBe('// one')
    end()
    endOther()
  })

  it('has those of a release for a day after its last process has ended', async () => {
    const end = await start(build('one', ['home-a.js', 'es/home-a.js']))
    end()
    const two = build('two', ['home-b.js', 'es/home-b.js'])
    vi.setSystemTime(Date.now() + 23 * HOUR_MS)
    ;(await start(two))()
    expect(there()).toEqual(['es/home-a.js', 'es/home-b.js', 'home-a.js', 'home-b.js'])
    vi.setSystemTime(Date.now() + 2 * HOUR_MS)
    ;(await start(two))()
    expect(there()).toEqual(['es/home-b.js', 'home-b.js'])
    expect(logged).toEqual([])
  })

  it('gets back what is missing from it within an hour', async () => {
    const end = await start(build('one', ['home-a.js']))
    rmSync(join(shared(), 'home-a.js'))
    vi.advanceTimersByTime(HOUR_MS)
    await expect.poll(there, { timeout: 60_000 }).toEqual(['home-a.js'])
    end()
  })

  it('is left alone by a worker, which serves no pages, and where it is a file', async () => {
    const one = build('one', ['home-a.js'])
    ;(await start(one, 'worker'))()
    expect(readdirSync(folder)).toEqual(['one'])
    writeFileSync(shared(), '')
    ;(await start(one))()
    expect(logged).toEqual([])
  })

  it('does not keep a process from starting when it cannot be filled', async () => {
    const end = await start(join(folder, 'no-build'))
    expect(logged).toEqual(['assets not shared'])
    end()
  })
})
