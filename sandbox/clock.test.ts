import { PGlite } from '@electric-sql/pglite'
import { PGliteDialect, sql } from 'kysely'
import { fromPglite, PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openKysely } from '#server/platform/db/connect'
import { openClock, type SandboxClock } from './clock.ts'

const HOUR_MS = 60 * 60 * 1000
const pglite = new PGlite('memory://')
const db = openKysely(new PGliteDialect({ pglite }))
const clocks: SandboxClock[] = []

async function open(): Promise<SandboxClock> {
  const clock = await openClock(db)
  clocks.push(clock)
  return clock
}
const ahead = (clock: SandboxClock) => clock.now().getTime() - Date.now()

beforeAll(async () => {
  await (await openClock(db)).close()
})
afterEach(async () => {
  await Promise.all(clocks.splice(0).map((clock) => clock.close()))
  await sql`update sandbox_clock.moved set milliseconds = 0`.execute(db)
})
afterAll(() => db.destroy())

describe('the demo’s clock', () => {
  beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T12:00:00Z'))) // Real time stands still.
  afterEach(() => void vi.restoreAllMocks())

  it('shows real time until it is moved, and runs on from there', async () => {
    const clock = await open()
    expect(ahead(clock)).toBe(0)
    const moved = await clock.forward(HOUR_MS)
    expect(ahead(clock)).toBe(HOUR_MS)
    expect(moved).toEqual(clock.now())
    await clock.forward(24 * HOUR_MS)
    await clock.close()
    expect(ahead(await open()), 'over a restart').toBe(25 * HOUR_MS)
  })

  it('is shared by every process on the database, and moves by two of them add up', async () => {
    const [one, other] = [await open(), await open()]
    await Promise.all([one.forward(HOUR_MS), other.forward(2 * HOUR_MS)])
    await expect.poll(() => ahead(one), { timeout: 20_000 }).toBe(3 * HOUR_MS)
    await expect.poll(() => ahead(other), { timeout: 20_000 }).toBe(3 * HOUR_MS)
  })

  it('moves to the next clock change, and then to the one after', async () => {
    const clock = await open()
    const change = clock.nextClockChange('Europe/London')!
    expect(change.getTime()).toBeGreaterThan(clock.now().getTime())
    expect(change.toISOString()).toMatch(/T01:00:00.000Z$/) // As British law has it, both ways.
    const at = await clock.toNextClockChange('Europe/London')
    expect(at).toEqual(change)
    const next = clock.nextClockChange('Europe/London')!
    expect(next.getTime() - change.getTime()).toBeGreaterThan(140 * 24 * HOUR_MS)
  })

  it('does not move to a clock change that there is not, nor backwards or by parts of a millisecond', async () => {
    const clock = await open()
    expect(await clock.toNextClockChange('Asia/Kolkata')).toBeNull()
    await expect(clock.toNextClockChange('Atlantis/Capital')).rejects.toThrow(RangeError)
    for (const milliseconds of [0, -1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER])
      await expect(clock.forward(milliseconds)).rejects.toThrow(RangeError)
    expect(ahead(clock)).toBe(0)
  })

  it('does not open on a live database', async () => {
    await sql`create table public.installation (mode text)`.execute(db)
    await sql`insert into public.installation values ('live')`.execute(db)
    await expect(openClock(db)).rejects.toThrow('live')
    await sql`update public.installation set mode = 'demo'`.execute(db)
    await open()
    await sql`drop table public.installation`.execute(db)
  })
})

describe('a job', () => {
  let clock: SandboxClock
  let boss: PgBoss
  beforeAll(async () => {
    clock = await openClock(db)
    const onPglite = { db: fromPglite(pglite), backend: 'pglite', schema: 'jobs' } as const
    boss = new PgBoss({ ...onPglite, supervise: false, schedule: false, clock: clock.jobs })
    await boss.start()
    await clock.moveJobs('jobs')
    await boss.createQueue('tea', { retryLimit: 3, retryDelay: 600 })
  })
  afterAll(async () => {
    await boss.stop({ graceful: false })
    await clock.close()
  })

  it('is due, or retried, once the clock was moved to its time', async () => {
    await boss.send('tea', {}, { startAfter: 3600 })
    await clock.forward(HOUR_MS / 2)
    expect(await boss.fetch('tea')).toEqual([])
    await clock.forward(HOUR_MS / 2)
    const [job] = await boss.fetch('tea')
    expect(job?.name).toBe('tea')
    await boss.fail('tea', job!.id)
    expect(await boss.fetch('tea')).toEqual([])
    await clock.forward(HOUR_MS)
    expect((await boss.fetch('tea')).map(({ id }) => id)).toEqual([job!.id])
  })
})
