/**
 * Packages under a model: random sequences of what buyers, mentors, admins and the clock do, and after each step what an observer would
 * know of every session: whether it can be booked, is booked, was used, has lapsed or was refunded; and the sums that follow from it.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditState, packageEnd } from '#domain/packages/package'
import { toMinorUnits } from '#domain/payments/money'
import { HOUR_MS } from '#domain/time/wall-time'
import { addSeller, buyPackage, useCredit } from '../../tests/support/bookings/packages.ts'
import { readRuns } from '../../tests/support/model/runs.ts'
import { findStatementFaults } from '../../tests/support/payments/statement-books.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { replacePackages } from '../mentors/packages/packages-queries.ts'
import { cancelBooking } from '../bookings/cancellation/cancel.ts'
import { listCredits } from '../bookings/credits/credits-queries.ts'
import { checkInvariants } from '../bookings/invariants/invariants.ts'
import { sweep } from '../bookings/sweep/sweep.ts'
import { listEarnings } from '../payouts/earnings-queries.ts'

useProduct()

type Session = { id: string; startsAt: number; bookedAt: number; number: number }
type World = {
  packageId: string
  end: number
  isOpen: boolean
  states: string[]
  sessions: Session[]
}

const command = fc.oneof(
  fc.record({ do: fc.constant('book' as const), days: fc.nat(12) }),
  fc.record({ do: fc.constant('book' as const), days: fc.nat(3) }),
  fc.record({
    do: fc.constant('cancel' as const),
    n: fc.nat(4),
    by: fc.constantFrom('mentee' as const, 'mentee' as const, 'mentee' as const, 'mentor' as const, 'admin' as const),
  }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 13, 13, 30, 75, 200) }),
  fc.record({ do: fc.constant('refund' as const) }),
  fc.record({ do: fc.constant('lapse' as const) }),
)
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never

const sale = fc.record({
  currency: fc.constantFrom('GBP', 'JPY', 'KWD'),
  steps: fc.integer({ min: 900, max: 1_340 }),
  sessions: fc.constantFrom(3, 5),
})

describe('packages', () => {
  it(
    'never use a session twice, and refund and earn each share once, in every order of events',
    { timeout: 3_600_000 },
    async () => {
      const { numRuns, seed } = readRuns()
      await fc.assert(
        fc.asyncProperty(
          sale,
          fc.array(command, { minLength: 8, maxLength: 16, size: 'max' }),
          async (sold, commands) => {
            await test.reset()
            test.app.config = { ...test.app.config, FEE_PERCENT: 15 }
            const world = await sell(sold)
            // So that no sequence is about nothing.
            for (const each of [{ do: 'book', days: 0 } as const, { do: 'book', days: 1 } as const, ...commands]) {
              await run(world, each)
              await test.runJobs()
              await look(world, sold.sessions)
            }
          },
        ),
        { numRuns: Math.ceil(numRuns / 3), seed },
      )
    },
  )
})

async function sell({
  currency,
  steps,
  sessions,
}: {
  currency: string
  steps: number
  sessions: number
}): Promise<World> {
  const seller = await addSeller(test, { currency, price: 4_500 })
  const price = toMinorUnits(steps * 10)
  await replacePackages(test.db, seller.id, [{ sessionTypeId: seller.sessionTypeId, sessions, price, currency }])
  const { id } = await buyPackage(test, seller, { sessions })
  const end = packageEnd(test.clock.time).getTime()
  return { packageId: id, end, isOpen: true, states: Array.from({ length: sessions }, () => 'open'), sessions: [] }
}

async function run(world: World, step: Command): Promise<void> {
  const now = () => test.clock.time.getTime()
  switch (step.do) {
    case 'book': {
      const booked = await useCredit(test, world.packageId, step.days)
      const number = world.states.indexOf('open')
      if (!booked.ok) {
        if (world.isOpen && number >= 0)
          expect(['slot_taken', 'slot_not_bookable', 'after_end']).toContain(booked.error.code)
        return
      }
      expect(world.isOpen && number >= 0).toBe(true)
      const startsAt = Date.UTC(2030, 0, 8 + step.days, 9)
      world.states[number] = 'booked'
      world.sessions.push({ id: booked.value.bookingId, startsAt, bookedAt: now(), number })
      return
    }
    case 'cancel': {
      const ahead = world.sessions.filter(({ startsAt }) => startsAt > now())
      const session = ahead[step.n % Math.max(ahead.length, 1)]
      if (!session) return
      const cancelled = await cancelBooking(test.app, { id: session.id, by: step.by, shown: toMinorUnits(0) })
      expect(cancelled.ok).toBe(true)
      const { startsAt, bookedAt } = session
      const until = Math.max(startsAt - 24 * HOUR_MS, Math.min(bookedAt + 24 * HOUR_MS, startsAt - 12 * HOUR_MS))
      const isBack = step.by !== 'mentee' || now() <= until
      world.states[session.number] = !isBack ? 'used' : world.isOpen && now() < world.end ? 'open' : 'refunded'
      world.sessions = world.sessions.filter((each) => each !== session)
      return
    }
    case 'refund': {
      const cancelled = await cancelBooking(test.app, { id: world.packageId, by: 'mentee', shown: toMinorUnits(0) })
      expect(cancelled.ok).toBe(world.isOpen && now() < world.end)
      if (!cancelled.ok) return
      world.isOpen = false
      world.states = world.states.map((state) => (state === 'open' ? 'refunded' : state))
      return
    }
    case 'wait':
      return pass(world, now() + step.hours * HOUR_MS)
    case 'lapse':
      return pass(world, world.end + 50 * HOUR_MS)
  }
}

/** Time passes, and the sweeper completes what ended two days before. */
async function pass(world: World, until: number): Promise<void> {
  test.clock.time = new Date(Math.max(until, test.clock.time.getTime()))
  await sweep(test.app)
  const isOver = (startsAt: number) => startsAt + 49 * HOUR_MS <= test.clock.time.getTime()
  for (const { startsAt, number } of world.sessions) if (isOver(startsAt)) world.states[number] = 'used'
  world.sessions = world.sessions.filter(({ startsAt }) => !isOver(startsAt))
  if (world.isOpen && isOver(world.end)) {
    world.isOpen = false
    world.states = world.states.map((state) => (state === 'open' ? 'lapsed' : state))
  }
}

async function look(world: World, sessions: number): Promise<void> {
  const credits = await listCredits(test.db, world.packageId)
  expect(credits.map(creditState)).toEqual(world.states)
  expect(credits).toHaveLength(sessions)
  const sum = (of: typeof credits) => of.reduce((all, { share }) => all + share, 0)
  const refunds = await test.db.selectFrom('refunds').select(['amountPence', 'status']).execute()
  expect(refunds.every(({ status }) => status === 'succeeded')).toBe(true)
  expect(refunds.reduce((all, { amountPence }) => all + amountPence, 0)).toBe(
    sum(credits.filter(({ refundedAt }) => refundedAt)),
  )
  const earned = credits.filter(({ earnedAt }) => earnedAt)
  const { mentorId } = await test.db.selectFrom('packages').select('mentorId').executeTakeFirstOrThrow()
  const earnings = await listEarnings(test.db, { mentorId })
  const total = earnings.reduce((all, { kept, fees }) => all + kept - fees, 0)
  expect(total).toBe(sum(earned) - earned.reduce((all, { fee }) => all + fee, 0))
  expect(await checkInvariants(test.db, test.clock.time)).toEqual([])
  expect(await findStatementFaults(test.db)).toEqual([])
}
