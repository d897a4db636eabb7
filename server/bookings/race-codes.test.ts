/** Buyers who redeem a code at the same moment. Each wants a time of their own, so that the code alone decides. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { expireHold } from '#server/bookings/queries'
import { holdSlot } from '#server/bookings/holds/hold'
import { transact } from '#server/platform/db/connect'
import { addCode } from '../../tests/support/discounts/codes.ts'
import { heldWithCode, holdWithCode, listRedeemed } from '../../tests/support/discounts/held-codes.ts'
import { holdRequest } from '../../tests/support/bookings/requests.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

/** On PGlite's one connection transactions take turns: a few buyers show as much as many. */
const BUYERS = inject('database') === 'postgres' ? 200 : 20
/** Every quarter of an hour of four hours, on the mentor's clock, in Kolkata. */
const TIMES = Array.from({ length: 20 }, (_, n) => `${9 + Math.floor(n / 4)}:${(n % 4) * 15 || '00'}`.padStart(5, '0'))

useProduct()
beforeAll(() => {
  // The sandbox is in this process and as busy as the rest, so requests get the long timeout of jobs.
  Object.assign(test.app.payments, test.app.payments.withLongTimeout)
})

/** Starts of a quarter of an hour, as many as buyers, with as many mentors as that takes. */
async function addStarts(count = BUYERS) {
  const starts: { sessionTypeId: string; startsAt: Date }[] = []
  while (starts.length < count) {
    const { sessionTypeIds } = await addMentor(test, { starts: TIMES, sessions: [{ minutes: 15 }] })
    for (const time of TIMES)
      starts.push({ sessionTypeId: sessionTypeIds[0]!, startsAt: new Date(`2030-01-08T${time}:00+05:30`) })
  }
  return starts.slice(0, count)
}

type Buyer = { code: string; email?: string }

async function hold(
  { sessionTypeId, startsAt }: Awaited<ReturnType<typeof addStarts>>[number],
  n: number,
  buyer: Buyer,
) {
  const { code, email = `buyer${n}@example.com` } = buyer
  const held = await holdSlot(test.app, holdRequest(sessionTypeId, { startsAt, email, code }), {
    browser: `browser ${n}`,
    network: null,
    farNetwork: null,
  })
  if (held.ok) return 'held'
  return held.error.code === 'code_not_valid' ? held.error.reason : held.error.code
}

const countOf = (outcomes: string[]) =>
  Object.fromEntries([...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length]))
const countClaims = async () => (await test.db.selectFrom('claims').select('bookingId').execute()).length

async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(test.db)
  return rows[0]!.deadlocks
}

describe('buyers at the same moment', () => {
  it('get the last redemption of a code once, and hold nothing without it', { timeout: 120_000 }, async () => {
    await addCode(test, { code: 'ONCE', percent: 20, maxRedemptions: 1 })
    const starts = await addStarts()
    const outcomes = await Promise.all(starts.map((start, n) => hold(start, n, { code: 'ONCE' })))
    expect(countOf(outcomes)).toEqual({ held: 1, used_up: BUYERS - 1 })
    expect(await countClaims()).toBe(1)
    expect(await listRedeemed(test)).toEqual(['ONCE 1'])
    expect(await countDeadlocks()).toBe(0)
  })

  it('get what others give back meanwhile, and no more', { timeout: 120_000 }, async () => {
    const most = BUYERS / 4
    await addCode(test, { code: 'SOME', percent: 20, maxRedemptions: most })
    const starts = await addStarts(BUYERS / 2)
    await Promise.all(starts.slice(0, most).map((start, n) => hold(start, n, { code: 'SOME' })))
    const held = await test.db.selectFrom('bookings').select('id').execute()
    const [outcomes] = await Promise.all([
      Promise.all(starts.slice(most).map((start, n) => hold(start, most + n, { code: 'SOME' }))),
      ...held.map(({ id }) => transact(test.db, (tx) => expireHold(tx, id, test.clock.time))),
    ])
    const { held: taken = 0, ...others } = countOf(outcomes)
    expect(Object.keys(others)).toEqual(taken < most ? ['used_up'] : [])
    expect(await listRedeemed(test)).toEqual([`SOME ${taken}`])
    expect(await countDeadlocks()).toBe(0)
  })

  it('keep one redemption while a hold moves and ends at the same moment', { timeout: 60_000 }, async () => {
    const mentor = await addMentor(test, { starts: TIMES, sessions: [{ minutes: 15 }] })
    await addCode(test, { code: 'ONCE', percent: 20, maxRedemptions: 1 })
    for (let round = 0; round < 8; round += 1) {
      const browser = `mover ${round}`
      const first = await heldWithCode(test, mentor, { code: 'ONCE', browser, time: '09:00' })
      const [moved] = await Promise.all([
        holdWithCode(test, mentor, { code: 'ONCE', browser, time: '11:00' }),
        transact(test.db, (tx) => expireHold(tx, first.bookingId, test.clock.time)),
      ])
      expect(await listRedeemed(test)).toEqual([`ONCE ${moved.ok ? 1 : 0}`])
      if (moved.ok) await transact(test.db, (tx) => expireHold(tx, moved.value.bookingId, test.clock.time))
      expect(await listRedeemed(test)).toEqual(['ONCE 0'])
    }
  })

  it('redeem it once with all spellings of one address, if it is for one redemption each', async () => {
    await addCode(test, { code: 'EACH', percent: 20, maxPerPerson: 1 })
    const starts = await addStarts(8)
    const outcomes = await Promise.all(
      starts.map((start, n) => hold(start, n, { code: 'EACH', email: `Grace+${n}@example.com` })),
    )
    expect(countOf(outcomes)).toEqual({ held: 1, per_person: 7 })
    expect(await listRedeemed(test)).toEqual(['EACH 1, 1 counted'])
  })
})
