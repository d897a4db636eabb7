import { beforeEach, describe, expect, it } from 'vitest'
import { minutesAfter } from '#domain/time/wall-time'
import { holdRequest } from '../../tests/support/bookings/requests.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { listBookingsOfMentor } from './desk-queries.ts'
import { holdSlot } from './holds/hold.ts'

useProduct()
let mentor: Awaited<ReturnType<typeof addMentor>>
beforeEach(async () => {
  mentor = await addMentor(test, { timeZone: 'UTC', starts: ['09:00', '10:00', '11:00', '12:00'] })
})

const hour = (at: number) => new Date(Date.UTC(2030, 0, 8, at))

async function holdAt(at: number): Promise<void> {
  const held = await holdSlot(test.app, holdRequest(mentor.sessionTypeIds[0]!, { startsAt: hour(at) }))
  if (!held.ok) throw new Error(held.error.code)
}

const startsIn = async (from: Date, to: Date, now = test.clock.time) =>
  (await listBookingsOfMentor(test.db, mentor.id, { from, to, now })).map(({ startsAt }) => startsAt)

describe('the bookings on a mentor’s desk', () => {
  it('are those from the first instant on and before the last, in order', async () => {
    for (const at of [12, 9, 11, 10]) await holdAt(at)
    expect(await startsIn(hour(10), hour(12))).toEqual([hour(10), hour(11)])
    expect(await startsIn(minutesAfter(hour(9), 1), minutesAfter(hour(12), 1))).toEqual([hour(10), hour(11), hour(12)])
  })

  it('lack holds from the instant they run out', async () => {
    await holdAt(9)
    const { holdExpiresAt } = await test.db.selectFrom('bookings').select('holdExpiresAt').executeTakeFirstOrThrow()
    expect(await startsIn(hour(9), hour(10), minutesAfter(holdExpiresAt!, -1))).toEqual([hour(9)])
    expect(await startsIn(hour(9), hour(10), holdExpiresAt!)).toEqual([])
  })
})
