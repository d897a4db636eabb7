import { fc } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { minutesAfter } from '#domain/time/wall-time'
import { lockBooking } from '#server/bookings/queries'
import { retakeClaim } from '#server/bookings/holds/retake-claim'
import { transact } from '#server/platform/db/connect'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { bookTuesday, TUESDAY } from '../../../tests/support/bookings/requests.ts'
import { copyBooking } from '../../../tests/support/bookings/copied-bookings.ts'

useProduct({ unchecked: true }) // These tests retake a claim and leave its booking as it is.

const startsAt = new Date(TUESDAY)

/** A hold of Tuesday that has expired. Returns its id. */
async function expired(mentor: { id: string; name: string }): Promise<string> {
  await bookTuesday(test, { mentor })
  await test.db.deleteFrom('claims').execute()
  const gone = test.db.updateTable('bookings').set({ status: 'expired' }).returning('id')
  return (await gone.executeTakeFirstOrThrow()).id
}

const retake = (id: string) => transact(test.db, async (tx) => retakeClaim(tx, (await lockBooking(tx, { id }))!))
const claims = async () =>
  (await test.db.selectFrom('claims').select('bookingId').execute()).map(({ bookingId }) => bookingId)
const setMentor = (change: {
  status?: 'paused'
  dayCap?: number
  weekCap?: number
  bufferBefore?: number
  bufferAfter?: number
}) => test.db.updateTable('mentors').set(change).execute()

describe('an expired hold', () => {
  it('gets its time back while that is free', async () => {
    const id = await expired(await addMentor(test))
    expect(await retake(id)).toBe(true)
    expect(await claims()).toEqual([id])
  })

  it('gets nothing of a mentor who is no longer accepted', async () => {
    const id = await expired(await addMentor(test))
    await setMentor({ status: 'paused' })
    expect(await retake(id)).toBe(false)
    expect(await claims()).toEqual([])
  })

  it('gets its time to the minute beside other sessions, with the buffers it was sold with', async () => {
    const mentor = await addMentor(test)
    await setMentor({ bufferBefore: 10, bufferAfter: 15 })
    const id = await expired(mentor)
    const from = minutesAfter(startsAt, -10)
    const until = minutesAfter(startsAt, 75)
    const near = fc.integer({ min: -80, max: 80 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(from, until),
        near,
        fc.integer({ min: 15, max: 90 }),
        async (edge, off, length) => {
          await test.db.deleteFrom('claims').execute()
          await test.db.deleteFrom('bookings').where('id', '<>', id).execute()
          const startsAt = minutesAfter(edge, off)
          const other = { status: 'held' as const, startsAt, minutes: length, bufferBefore: 0, bufferAfter: 0 }
          await copyBooking(test, 1, () => other)
          const isFree = minutesAfter(startsAt, length) <= from || startsAt >= until
          expect(await retake(id)).toBe(isFree)
          expect(await claims()).toHaveLength(isFree ? 2 : 1)
        },
      ),
      {
        numRuns: 25,
        examples: [
          [until, 0, 30],
          [until, -1, 30],
          [from, -30, 30],
          [from, -30, 31],
        ],
      },
    )
  })

  it('is one of five for the same minutes that gets them, when all come at once', async () => {
    const id = await expired(await addMentor(test))
    const others = await copyBooking(test, 4, () => ({ startsAt, status: 'expired' }))
    const outcomes = await Promise.all([id, ...others].map(retake))
    expect(outcomes.filter((retaken) => retaken)).toHaveLength(1)
    expect(await claims()).toHaveLength(1)
  })
})

it.each([
  ['in a day', (most: number) => ({ dayCap: most })],
  ['in a week', (most: number) => ({ weekCap: most })],
])('a mentor’s maximum of sessions %s leaves an expired hold the last of them, and none beyond', async (_what, cap) => {
  const id = await expired(await addMentor(test))
  const [other] = await copyBooking(test, 1, () => ({ status: 'held', startsAt: minutesAfter(startsAt, 60) }))
  await setMentor(cap(1))
  expect(await retake(id)).toBe(false)
  expect(await claims()).toEqual([other])
  await setMentor(cap(2))
  expect(await retake(id)).toBe(true)
})
