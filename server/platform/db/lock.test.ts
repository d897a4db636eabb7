import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockData } from '#server/platform/db/lock'
import { folder, useFolder } from '../../../tests/support/folder.ts'

useFolder()
let starters: Starter[]

beforeEach(() => {
  starters = []
})

afterEach(async () => {
  await Promise.all(starters.map((starter) => starter.kill()))
})

/** Another process that waits for a message, tries to lock the folder, reports the result, and lives on. */
const program = `
  import { once } from 'node:events'
  import { lockData } from '#server/platform/db/lock'
  console.log('ready')
  await once(process.stdin, 'data')
  const { ok, error } = await lockData(process.env.FOLDER)
  globalThis.gc()
  console.log(JSON.stringify({ ok, pid: error?.pid }))
  process.stdin.resume()
`
type Answer = { ok: boolean; pid?: number }
type Starter = { pid: number | undefined; take(): Promise<Answer>; kill(): Promise<void> }

async function starter(): Promise<Starter> {
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program], {
    env: { ...process.env, FOLDER: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const started: Starter = {
    pid: child.pid,
    async take() {
      child.stdin.write('go\n')
      return JSON.parse(String((await lines.next()).value)) as Answer
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
  starters.push(started)
  await lines.next() // ready
  return started
}

describe('the data folder', () => {
  it('is locked by exactly one of eight processes that start at once, and the others name it', async () => {
    const eight = await Promise.all(Array.from({ length: 8 }, starter))
    const answers = await Promise.all(eight.map((each) => each.take()))
    const winners = eight.filter((_, index) => answers[index]!.ok)
    expect(winners).toHaveLength(1)
    const losers = answers.filter((answer) => !answer.ok)
    expect(losers.map((loser) => loser.pid)).toEqual(Array(7).fill(winners[0]!.pid))
  })

  it('is free at once when its process is killed, and until then locked, with an unreadable record too', async () => {
    const first = await starter()
    expect(await first.take()).toEqual({ ok: true })
    expect(await lockData(folder)).toMatchObject({ ok: false, error: { code: 'in_use', pid: first.pid } })
    writeFileSync(join(folder, 'lock.json'), '{')
    expect(await lockData(folder)).toMatchObject({ ok: false, error: { code: 'in_use', pid: 0 } })
    await first.kill()
    expect(await (await starter()).take()).toEqual({ ok: true })
  })

  it('is free if its record names a live process that does not hold the lock, and is locked once', async () => {
    writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid: process.ppid, since: new Date() }))
    const taken = await lockData(folder)
    expect(taken.ok).toBe(true)
    expect(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))).toMatchObject({ pid: process.pid })
    expect(await lockData(folder)).toMatchObject({ ok: false, error: { code: 'in_use', pid: process.pid } })
    if (taken.ok) await taken.value.release()
  })

  it('can be made, and locked again after its release', async () => {
    for (let times = 0; times < 3; times += 1) {
      const taken = await lockData(join(folder, 'not', 'there', 'yet'))
      expect(taken.ok).toBe(true)
      if (!taken.ok) return
      await taken.value.release()
      await taken.value.release()
    }
  })
})
