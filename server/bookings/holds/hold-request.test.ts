import { fc } from '@fast-check/vitest'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { BookingRequest } from '#domain/bookings/booking'
import { toMinorUnits } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import { newHold, readHoldRequest, type BookingClient } from '#server/bookings/holds/hold-request'
import { hashSecret } from '#server/bookings/holds/release'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { holdRequest, TUESDAY } from '../../../tests/support/bookings/requests.ts'

useProduct()

const CLIENT: BookingClient = { browser: 'a browser', network: '203.0.113.0/24', farNetwork: '203.0.0.0/16' }
const UNKNOWN_CLIENT: BookingClient = { browser: null, network: null, farNetwork: null }
const notFound = { ok: false, error: { code: 'session_type_not_found' } }

/** What is read for a session of a new mentor, by default at £45.00. */
async function read(
  mentor: Parameters<typeof addMentor>[1] = {},
  { client = CLIENT, ...changes }: Partial<BookingRequest> & { client?: BookingClient } = {},
) {
  const { sessionTypeIds } = await addMentor(test, mentor)
  return readHoldRequest(test.app, holdRequest(sessionTypeIds[0]!, changes), client, null)
}

async function readOrder(...requested: Parameters<typeof read>) {
  const order = await read(...requested)
  if (!order.ok) throw new Error(order.error.code)
  return order.value
}

describe('readHoldRequest', () => {
  it('reads the price from the database, the session’s own before the mentor’s', async () => {
    expect((await readOrder({ price: 4500 })).price).toBe(4500)
    expect((await readOrder({ price: 4500, sessions: [{ price: 3000 }] })).price).toBe(3000)
    expect((await readOrder({ price: 4500, sessions: [{ price: 0 }] })).price).toBe(0)
  })

  it('refuses a session type that no mentor offers', async () => {
    expect(await readHoldRequest(test.app, holdRequest(randomUUID()), CLIENT, null)).toEqual(notFound)
  })

  it('sells at the lowest and the highest price of the settings, and at none beyond', async () => {
    test.app.config = { ...test.app.config, PRICE_LEAST: 5.55, PRICE_MOST: 80.1 }
    const allowed = new Map<number, boolean>()
    for (const price of [0, 1, 554, 555, 8010, 8011]) allowed.set(price, (await read({ price })).ok)
    expect([...allowed]).toEqual([
      [0, true],
      [1, false],
      [554, false],
      [555, true],
      [8010, true],
      [8011, false],
    ])
    expect(await read({ price: 8011 })).toEqual(notFound)
  })

  it('refuses a price that is not the one that was shown, to the penny, and names the one that is', async () => {
    const pounds = (amount: number) => ({ expectedPrice: { amount: toMinorUnits(amount), currency: 'GBP' } })
    for (const shown of [4499, 4501, 0]) {
      expect(await read({ price: 4500 }, pounds(shown)), `${shown}`).toEqual({
        ok: false,
        error: { code: 'price_changed', price: 4500, currency: 'GBP' },
      })
    }
    expect((await read({ price: 4500 }, pounds(4500))).ok).toBe(true)
    expect((await read({ price: 0 }, pounds(0))).ok).toBe(true)
  })

  it('refuses a price that was shown in another currency, unless it is free', async () => {
    const pounds = (amount: number) => ({ expectedPrice: { amount: toMinorUnits(amount), currency: 'GBP' } })
    expect(await read({ price: 4500, currency: 'JPY' }, pounds(4500))).toEqual({
      ok: false,
      error: { code: 'price_changed', price: 4500, currency: 'JPY' },
    })
    expect((await read({ price: 0, currency: 'JPY' }, pounds(0))).ok).toBe(true)
  })

  it('knows a browser by a hash of its secret, and none where there is no browser', async () => {
    expect((await readOrder()).browserHash).toBe(hashSecret('a browser'))
    expect((await readOrder({}, { client: UNKNOWN_CLIENT })).browserHash).toBeNull()
  })
})

describe('newHold', () => {
  const made = { secret: 'a secret', movedFrom: null }

  it('keeps what was sold, whatever the mentor changes later, and no secret of the visitor', async () => {
    const { sessionTypeIds } = await addMentor(test, { sessions: [{ title: 'CV review', minutes: 45, price: 3000 }] })
    await test.db.updateTable('mentors').set({ bufferBefore: 10, bufferAfter: 15 }).execute()
    const order = await readHoldRequest(test.app, holdRequest(sessionTypeIds[0]!), CLIENT, null)
    if (!order.ok) throw new Error(order.error.code)
    const hold = newHold(test.app, { ...order.value, accountId: null }, { ...made, movedFrom: 'another hold' })
    expect(hold).toMatchObject({
      sessionTitle: 'CV review',
      minutes: 45,
      bufferBefore: 10,
      bufferAfter: 15,
      pricePence: 3000,
      currency: 'GBP',
      startsAt: new Date(TUESDAY),
      mentorTimeZone: 'Asia/Kolkata',
      menteeTimeZone: 'Europe/London',
      status: 'held',
      browserHash: hashSecret('a browser'),
      network: CLIENT.network,
      farNetwork: CLIENT.farNetwork,
      movedFrom: 'another hold',
      secretHash: hashSecret('a secret'),
      termsAcceptedAt: test.clock.time,
      createdAt: test.clock.time,
    })
    expect(JSON.stringify(hold)).not.toMatch(/a secret|a browser/)
  })

  it('has the minutes of the settings to be paid and to end, and 30 to be confirmed if it is free', async () => {
    const [paid, free] = [await readOrder(), await readOrder({ price: 0 })]
    const minutes = fc.record({
      CHECKOUT_MINUTES: fc.integer({ min: 31, max: 1_440 }),
      HOLD_GRACE_MINUTES: fc.integer({ min: 1, max: 60 }),
    })
    fc.assert(
      fc.property(minutes, fc.date({ noInvalidDate: true, max: new Date('9000-01-01') }), (set, now) => {
        const app = { ...test.app, now: () => now, config: { ...test.app.config, ...set } }
        const payBefore = minutesAfter(now, set.CHECKOUT_MINUTES)
        expect(newHold(app, paid, made)).toMatchObject({
          payBefore,
          holdExpiresAt: minutesAfter(payBefore, set.HOLD_GRACE_MINUTES),
        })
        const confirmBefore = minutesAfter(now, 30)
        expect(newHold(app, free, made)).toMatchObject({ payBefore: confirmBefore, holdExpiresAt: confirmBefore })
      }),
    )
  })
})
