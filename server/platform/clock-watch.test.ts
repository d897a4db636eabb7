import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { clockOffset, compareClocks, keepClock } from '#server/platform/clock-watch'
import { connect } from '#server/platform/db/connect'
import { openTestApp, type TestApp } from '../../tests/support/product/app.ts'

const MINUTE_MS = 60_000
let test: TestApp
/** This machine's clock, and what was logged about it. */
let ahead = 0
const machine = () => Date.now() + ahead
let logged: [event: string, seconds: number | undefined][] = []

beforeAll(async () => {
  test = await openTestApp()
  const log = (event: string, facts?: { seconds?: number }) => void logged.push([event, facts?.seconds])
  test.app.log = { info: log, warn: log, error: log }
})
afterAll(() => test.close())
beforeEach(() => {
  ahead = 0
  logged = []
})

describe('comparing the clocks', () => {
  it('says by how much this machine is ahead of the database or behind it', async () => {
    for (const by of [0, 20_000, -20_000, 40 * MINUTE_MS, -40 * MINUTE_MS]) {
      ahead = by
      const compared = await compareClocks(test.db, machine)
      expect(compared.agrees, String(by)).toBe(Math.abs(by) < MINUTE_MS)
      expect(Math.abs(compared.offset - by)).toBeLessThan(9_000) // What a busy machine takes to ask.
      expect(clockOffset(test.db)).toBe(compared.offset)
    }
  })
})

/** A process whose clock is compared as often as the test asks for it. */
async function process() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const takes: boolean[] = []
  const rounds = {
    takeRounds: async () => void takes.push(true),
    leaveRounds: async () => void takes.push(false),
  }
  const end = await keepClock(test.app, machine, rounds, MINUTE_MS)
  return {
    takes,
    /** A minute goes by. */
    async minute(): Promise<void> {
      vi.advanceTimersByTime(MINUTE_MS)
      const before = clockOffset(test.db)
      await vi.waitFor(() => expect(clockOffset(test.db)).not.toBe(before), { timeout: 60_000, interval: 5 })
    },
    async end() {
      await end()
      vi.useRealTimers()
    },
  }
}

describe('a process', () => {
  it('takes part in the rounds, and leaves them as soon as its clock differs from the database’s', async () => {
    const { takes, minute, end } = await process()
    expect(takes).toEqual([true])
    ahead = 40 * MINUTE_MS
    await minute()
    await expect.poll(() => takes).toEqual([true, false])
    expect(test.app.clockAgrees, 'ends no hold').toBe(false)
    expect(logged).toEqual([['clock differs', 2_400]])
    ahead = 0
    await minute()
    await expect.poll(() => takes).toEqual([true, false, true])
    expect(test.app.clockAgrees).toBe(true)
    expect(logged.map(([event]) => event)).toEqual(['clock differs', 'clock agrees again'])
    await end()
  })

  it('takes part in none if its clock is wrong from the start', async () => {
    ahead = -40 * MINUTE_MS
    const { takes, end } = await process()
    expect([takes, logged]).toEqual([[false], [['clock differs', -2_400]]])
    await end()
  })

  it('goes on as it was while the database is away', async () => {
    const { takes, end } = await process()
    const { db } = test.app
    test.app.db = (await connect('postgres://landfall@127.0.0.1:9/landfall')).db
    ahead = 40 * MINUTE_MS
    vi.advanceTimersByTime(MINUTE_MS)
    await end()
    test.app.db = db
    expect([takes, logged]).toEqual([[true], []])
  })
})

describe('the rounds', () => {
  it('are left to others while the clock differs, and what was queued is still done', async () => {
    const states = async () => {
      const { rows } = await sql<{ name: string; state: string }>`
        select name, state from jobs.job where name in ('sweep', 'remove-document')`.execute(test.db)
      return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
    }
    const queueBoth = () =>
      test.db.transaction().execute(async (tx) => {
        await sql`delete from jobs.job`.execute(tx)
        await test.app.queue(tx, 'sweep', {})
        await test.app.queue(tx, 'remove-document', { documentId: '9b2e3c52-6a0d-4c27-8a3c-0d8a4e2b7f11' })
      })
    const [left, taken] = ['created', 'completed'].map((sweep) => ({ sweep, 'remove-document': 'completed' }))
    await test.jobs.run(test.app)
    await queueBoth()
    await expect.poll(states, { timeout: 60_000 }).toEqual(left)
    await test.jobs.takeRounds(test.app)
    await expect.poll(states, { timeout: 60_000 }).toEqual(taken)
    await test.jobs.leaveRounds()
    await queueBoth()
    await expect.poll(states, { timeout: 60_000 }).toEqual(left)
  })
})
