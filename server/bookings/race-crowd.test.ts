import { sql } from 'kysely'
import { beforeAll, expect, inject, it } from 'vitest'
import { holdSlot } from '#server/bookings/holds/hold'
import { holdRequest } from '../../tests/support/bookings/requests.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { readServerLog } from '../../tests/support/database/database.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { half } from '../../tests/support/halves.ts'

/** On PGlite's one connection transactions take turns: a few buyers show as much as many. The long half has more rounds. */
const [ROUNDS, BUYERS] = inject('database') === 'postgres' ? [half === 'short' ? 4 : 20, 200] : [2, 40]
const LENGTHS = [15, 30, 45, 60, 90, 120] // Minutes.
/** Every quarter of an hour from 09:00 to 13:45 on the mentor's clock, in Kolkata. */
const TIMES = Array.from({ length: 20 }, (_, n) => `${9 + Math.floor(n / 4)}:${(n % 4) * 15 || '00'}`.padStart(5, '0'))
const startAt = (time: string) => new Date(`2030-01-08T${time}:00+05:30`)

useProduct()
beforeAll(async () => {
  // The sandbox is in this process and as busy as the rest, so requests get the long timeout of jobs.
  Object.assign(test.app.payments, test.app.payments.withLongTimeout)
})

/** A mentor who on Tuesdays offers all of those times for any of those lengths. */
async function addBusyMentor() {
  const sessions = LENGTHS.map((minutes) => ({ minutes, title: `${minutes} minutes` }))
  const mentor = await addMentor(test, { sessions })
  const week = Array.from({ length: 7 }, (_, day) => (day === 1 ? TIMES : []))
  const weeklyStarts = JSON.stringify(week) as never // A list would be sent as an array, which is no jsonb.
  await test.db.updateTable('mentors').set({ weeklyStarts }).where('id', '=', mentor.id).execute()
  return mentor
}

/**
 * Deadlocks that the server has logged, in this test's database or, where it keeps no log for us, counted.
 */
async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{ name: string; deadlocks: number }>`
    select datname as name, deadlocks::int from pg_stat_database where datname = current_database()`.execute(test.db)
  const { name, deadlocks } = rows[0]!
  const lines = readServerLog()
  if (!lines) return deadlocks
  return lines.filter((line) => line.includes(name) && line.includes('deadlock detected')).length
}

/** Printed only: waiting time depends on the machine, so nothing is asserted. */
const reportWorst = (milliseconds: number) =>
  process.stdout.write(
    `${BUYERS} buyers at once, ${ROUNDS} rounds: no one waited for more than ${milliseconds.toFixed(0)} ms\n`,
  )

it(
  'two hundred simultaneous buyers (forty on PGlite) of twenty overlapping times all get an answer, and no minute is sold twice',
  { timeout: 300_000 },
  async () => {
    let worst = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      await test.reset()
      const mentor = await addBusyMentor()
      const answers = await Promise.all(
        Array.from({ length: BUYERS }, async (_, n) => {
          const requested = performance.now()
          const answer = await holdSlot(
            test.app,
            holdRequest(mentor.sessionTypeIds[(n * 5 + round) % LENGTHS.length]!, {
              startsAt: startAt(TIMES[(n * 7 + round) % TIMES.length]!),
              email: `buyer${n}@example.com`,
            }),
          )
          worst = Math.max(worst, performance.now() - requested)
          return answer.ok ? 'held' : answer.error.code
        }),
      )
      const sold = answers.filter((answer) => answer === 'held')
      expect(new Set(answers)).toEqual(new Set(['held', 'slot_taken']))

      const { rows: claims } = await sql<{ from: number; until: number }>`
        select extract(epoch from lower(during))::float8 as "from", extract(epoch from upper(during))::float8 as until
        from claims order by 1`.execute(test.db)
      expect(claims).toHaveLength(sold.length)
      expect(claims.filter(({ from }, n) => n > 0 && from < claims[n - 1]!.until)).toEqual([])
      expect(sold.length).toBeGreaterThan(2) // The day is long enough for three of the longest.
      expect(test.faults).toEqual([])
    }
    if (inject('database') === 'postgres') expect(await countDeadlocks()).toBe(0)
    reportWorst(worst)
  },
)
