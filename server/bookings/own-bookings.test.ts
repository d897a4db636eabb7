import { beforeEach, describe, expect, it } from 'vitest'
import { listBookingsOfAccount } from '#server/bookings/queries'
import { listSeatsOfAccount } from '#server/cohorts/seats/seats-queries'
import { ADA, signUpByLink } from '../../tests/support/accounts/accounts.ts'
import { addOpenCohort, holdOneSeat } from '../../tests/support/bookings/seats.ts'
import { holdRequest, makeBookingForm, postBooking } from '../../tests/support/bookings/requests.ts'
import { addMentor, ORIGIN } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { holdSlot } from './holds/hold.ts'
import type { BookingClient } from './holds/hold-request.ts'
import { expireUnopenedHold } from './holds/release.ts'

useProduct()
let mentor: Awaited<ReturnType<typeof addMentor>>
beforeEach(async () => {
  mentor = await addMentor(test)
})

const UNKNOWN: BookingClient = { browser: null, network: null, farNetwork: null }

async function book(
  email: string,
  { client = UNKNOWN, accountId = null as string | null, hour = 9 } = {},
): Promise<string> {
  const startsAt = new Date(Date.UTC(2030, 0, 8, hour))
  const held = await holdSlot(test.app, holdRequest(mentor.sessionTypeIds[0]!, { startsAt, email }), client, accountId)
  if (!held.ok) throw new Error(held.error.code)
  return held.value.bookingId
}

const findOwner = async (id: string) =>
  (await test.db.selectFrom('bookings').select('accountId').where('id', '=', id).executeTakeFirstOrThrow()).accountId

describe('a booking', () => {
  it('of a guest belongs to the account with their address, in any letter case, also to one that is created later', async () => {
    const id = await book(ADA)
    expect(await findOwner(id)).toBeNull()
    const { session } = await signUpByLink(test)
    expect(await findOwner(id)).toBe(session.accountId)
    expect(await findOwner(await book('ADA@Example.com', { hour: 10 }))).toBe(session.accountId)
    expect(await findOwner(await book('someone@example.com', { hour: 11 }))).toBeNull()
  })

  it('held by a guest joins their account when they return signed in, and no later account', async () => {
    const { session } = await signUpByLink(test)
    const { session: other } = await signUpByLink(test, { email: 'other@example.com' })
    const client = { ...UNKNOWN, browser: 'b'.repeat(32) }
    const id = await book('guest@example.com', { client })
    expect(await book('guest@example.com', { client, accountId: session.accountId })).toBe(id)
    expect(await findOwner(id)).toBe(session.accountId)
    await book('guest@example.com', { client, accountId: other.accountId })
    expect(await findOwner(id)).toBe(session.accountId)
  })

  it('made through the API belongs to the account of the request’s session, whatever address was typed', async () => {
    const { session, cookies } = await signUpByLink(test)
    for (const [cookie, time] of [
      [cookies, '14:30'],
      ['', '16:30'],
    ] as const) {
      const body = { ...makeBookingForm(mentor), email: 'work@example.com', time }
      const headers = { 'content-type': 'application/json', origin: ORIGIN, cookie }
      expect((await postBooking(test, body, headers)).status).toBe(200)
    }
    const bookings = await test.db.selectFrom('bookings').select('accountId').orderBy('startsAt').execute()
    expect(bookings.map((booking) => booking.accountId)).toEqual([session.accountId, null])
  })

  it('that expired unpaid is not listed for the account', async () => {
    const { session } = await signUpByLink(test)
    const id = await book(ADA)
    expect(await listBookingsOfAccount(test.db, session.accountId, 10)).toHaveLength(1)
    await expireUnopenedHold(test.app, id)
    expect(await listBookingsOfAccount(test.db, session.accountId, 10)).toEqual([])
  })
})

it('a seat in a cohort of a guest belongs to the account with their address, and is listed there unless it expired unpaid', async () => {
  const { session } = await signUpByLink(test)
  await addOpenCohort(test)
  const { id, reference } = await holdOneSeat(test, 'ADA@Example.com')
  const listed = async () =>
    (await listSeatsOfAccount(test.db, session.accountId, 10)).map((seat) => [seat.reference, seat.title])
  expect(await listed()).toEqual([[reference, 'First term in Lyon']])
  expect(await listBookingsOfAccount(test.db, session.accountId, 10)).toEqual([])
  await expireUnopenedHold(test.app, id)
  expect(await listed()).toEqual([])
})
