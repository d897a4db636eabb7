import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bareEnvironment, follow } from '../support/product/processes.ts'
import { findOffer, hold, listMentors, pay } from '../support/bookings/visitor.ts'

let clone: string

/** Milliseconds. Installing and removing fifty thousand files takes minutes on a slow disk. */
const SLOW = { timeout: 900_000 }

beforeEach(() => {
  clone = join(mkdtempSync(join(tmpdir(), 'landfall-clone-')), 'landfall')
  execFileSync('git', ['clone', '--quiet', process.cwd(), clone], { stdio: ['ignore', 'ignore', 'pipe'] })
})

afterEach(() => rmSync(join(clone, '..'), { recursive: true, force: true }), SLOW.timeout)

/** The machine's own Node and npm, not the project's. */
function environmentOfNewcomer() {
  const { PATH = '', ...rest } = bareEnvironment()
  const own = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...rest, PATH: own.join(delimiter), PORT: '0', npm_config_offline: 'true' }
}

describe('a clean clone', () => {
  // Without a network: npm's cache has every package since this project was installed on this machine.
  it('starts with npm start and accepts a booking', SLOW, async () => {
    const started = follow('npm', ['start'], { cwd: clone, env: environmentOfNewcomer(), seconds: 880, group: true })
    const { url } = await started.ready
    expect(await listMentors(url)).toHaveLength(24)
    const held = await hold(url, await findOffer(url), 'newcomer@example.com')
    const success = await fetch(await pay(url, held))
    expect(await success.text()).toContain('Payment Successful')
    expect(started.output()).toContain(`${url}/sandbox/mail`)

    started.kill('SIGTERM') // To npm alone: it must reach the product.
    expect(await started.exited).toMatchObject({ code: 0 })
    await expect(fetch(url)).rejects.toThrow('fetch failed')
    expect(execFileSync('git', ['-C', clone, 'status', '--porcelain'], { encoding: 'utf8' })).toBe('')
  })
})
