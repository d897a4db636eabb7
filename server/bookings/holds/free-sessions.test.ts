import { describe, expect, it } from 'vitest'
import type { BookingStatus } from '#domain/bookings/booking'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import type { BookingClient } from '#server/bookings/holds/hold-request'
import { holdSlot } from '#server/bookings/holds/hold'
import { forgetNetworks } from '#server/bookings/limits/hold-limits-queries'
import { sweep } from '#server/bookings/sweep/sweep'
import { addMentor } from '../../../tests/support/product/app.ts'
import { mailsToMentees } from '../../../tests/support/mails.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import type { Mentor } from '../../../tests/support/bookings/paid-session.ts'
import { holdRequest, TUESDAY } from '../../../tests/support/bookings/requests.ts'

useProduct()

const startsAt = new Date(TUESDAY)
const HOME = { network: '203.0.113.0/24', farNetwork: '203.0.0.0/16' }
const AWAY = { network: '198.51.100.0/24', farNetwork: '198.51.0.0/16' }

/** Holds Tuesday at 14:30 with a mentor whose sessions are free. */
async function hold({
  mentor,
  email = 'grace@example.com',
  client = { browser: 'grace', ...HOME },
  at = startsAt,
}: { mentor?: Mentor; email?: string; client?: BookingClient; at?: Date } = {}) {
  const { sessionTypeIds } = mentor ?? (await addMentor(test, { price: 0 }))
  const held = await holdSlot(test.app, holdRequest(sessionTypeIds[0]!, { email, startsAt: at }), client)
  if (!held.ok) throw new Error(held.error.code)
  const { secretHash } = await findBooking(held.value.bookingId)
  return { id: held.value.bookingId, secret: secretHash }
}

const findBooking = (id: string) =>
  test.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const claims = async () =>
  (await test.db.selectFrom('claims').select('bookingId').execute()).map(({ bookingId }) => bookingId)
const confirmations = async () =>
  (await mailsToMentees(test.db)).filter(({ kind }) => kind === 'booking_confirmed').map(({ subject }) => subject)

describe('confirmFreeSession', () => {
  it('books the session and queues one email, though the link is opened ten times at once', async () => {
    const { id, secret } = await hold()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => confirmFreeSession(test.app, secret)))
    expect(new Set(outcomes)).toEqual(new Set(['confirmed']))
    expect((await findBooking(id)).status).toBe('confirmed')
    expect(await confirmations()).toEqual([id])
  })

  it.each([
    ['until its last second before the session', -1_000, 'confirmed'],
    ['no longer when the session begins', 0, 'taken'],
  ] as const)('books a hold %s', async (_what, off, outcome) => {
    const { id, secret } = await hold()
    test.clock.time = new Date(startsAt.getTime() + off)
    expect(await confirmFreeSession(test.app, secret)).toBe(outcome)
    expect(await confirmations()).toEqual(outcome === 'confirmed' ? [id] : [])
  })

  it('books a hold that has expired, with its time', async () => {
    const { id, secret } = await hold()
    test.clock.forward(30)
    await sweep(test.app)
    expect([(await findBooking(id)).status, await claims()]).toEqual(['expired', []])
    expect(await confirmFreeSession(test.app, secret)).toBe('confirmed')
    expect([(await findBooking(id)).status, await claims()]).toEqual(['confirmed', [id]])
  })

  it('books nothing of a hold whose time was sold to another person', async () => {
    const mentor = await addMentor(test, { price: 0 })
    const late = await hold({ mentor })
    test.clock.forward(30)
    const quick = await hold({ mentor, email: 'quick@example.com', client: { browser: 'quick', ...AWAY } })
    expect(await confirmFreeSession(test.app, late.secret)).toBe('taken')
    expect([(await findBooking(late.id)).status, await claims(), await confirmations()]).toEqual([
      'expired',
      [quick.id],
      [],
    ])
  })

  it('books nothing for a secret that is unknown, or that of a session to be paid for', async () => {
    const { id, secret } = await hold({ mentor: await addMentor(test, { price: 4500 }) })
    expect(await confirmFreeSession(test.app, secret)).toBe('unknown')
    expect(await confirmFreeSession(test.app, id)).toBe('unknown')
    expect((await findBooking(id)).status).toBe('held')
  })

  it.each<[BookingStatus, string]>([
    ['completed', 'confirmed'],
    ['cancelled', 'unknown'],
  ])('says of a session that is %s: %s', async (status, outcome) => {
    const { id, secret } = await hold()
    await test.db.deleteFrom('claims').execute()
    await test.db.updateTable('bookings').set({ status }).execute()
    expect(await confirmFreeSession(test.app, secret)).toBe(outcome)
    expect([(await findBooking(id)).status, await claims(), await confirmations()]).toEqual([status, [], []])
  })
})

describe('the limit of free sessions', () => {
  const limitTo = (count: number) => {
    test.app.config = { ...test.app.config, FREE_PER_ADDRESS: count }
  }
  const findNetwork = async (id: string) => {
    const { network, farNetwork } = await findBooking(id)
    return { network, farNetwork }
  }

  it('refuses the link of one session too many, and leaves that a hold', async () => {
    const held = await Promise.all(
      ['one', 'two', 'three'].map((name) => hold({ email: `${name}@example.com`, client: { browser: name, ...HOME } })),
    )
    limitTo(2)
    const outcomes: string[] = []
    for (const { secret } of held) outcomes.push(await confirmFreeSession(test.app, secret))
    expect(outcomes).toEqual(['confirmed', 'confirmed', 'limit_reached'])
    expect((await findBooking(held[2]!.id)).status).toBe('held')
  })

  it('counts a session for the network that held it, whichever opens the link', async () => {
    const { id, secret } = await hold()
    await confirmFreeSession(test.app, secret, AWAY)
    expect(await findNetwork(id)).toEqual(HOME)
  })

  it('counts a session whose network is forgotten for the one that opens the link', async () => {
    const at = new Date('2030-01-10T09:00:00Z')
    const first = await hold({ at, email: 'one@example.com', client: { browser: 'one', ...HOME } })
    const second = await hold({ at, email: 'two@example.com', client: { browser: 'two', ...HOME } })
    test.clock.forward(24 * 60)
    await sweep(test.app)
    await forgetNetworks(test.db, test.clock.time)
    expect(await findNetwork(first.id)).toEqual({ network: null, farNetwork: null })
    limitTo(1)
    expect(await confirmFreeSession(test.app, first.secret, AWAY)).toBe('confirmed')
    expect(await findNetwork(first.id)).toEqual(AWAY)
    expect(await confirmFreeSession(test.app, second.secret, AWAY)).toBe('limit_reached')
  })
})

describe('a free session that is being moved', () => {
  /** Another hold that is to replace it, as long as it is not confirmed. */
  async function moved() {
    const mentor = await addMentor(test, { price: 0 })
    const old = await hold({ mentor, client: { browser: null, ...HOME } })
    const next = await hold({ mentor, client: { browser: null, ...HOME }, at: new Date('2030-01-08T10:00:00Z') })
    await test.db.updateTable('bookings').set({ movedFrom: old.id }).where('id', '=', next.id).execute()
    return { old, next }
  }

  it('stays once it is confirmed, and the one that was to replace it ends', async () => {
    const { old, next } = await moved()
    expect(await confirmFreeSession(test.app, old.secret)).toBe('confirmed')
    expect((await findBooking(next.id)).status).toBe('expired')
    expect(await claims()).toEqual([old.id])
  })

  it('ends nothing by a link that books nothing', async () => {
    const { old, next } = await moved()
    test.clock.time = startsAt
    expect(await confirmFreeSession(test.app, old.secret)).toBe('taken')
    expect((await findBooking(next.id)).status).toBe('held')
  })
})
