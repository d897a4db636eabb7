import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'
import { bookingSecret, checkoutSecret, isBookingSecret, isCheckoutSecret } from '#server/bookings/booking-link'
import { secretMaker } from '#server/platform/secrets'

const booking = { id: '0b8f2f6e', linkVersion: 1, startsAt: new Date('2030-01-08T09:00:00Z'), minutes: 60 }
const END = booking.startsAt.getTime() + HOUR_MS
const appAt = (time: number) => ({
  secretFor: secretMaker('p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM='),
  now: () => new Date(time),
})
const [linked, checkout] = [bookingSecret(appAt(END), booking), checkoutSecret(appAt(END), booking.id)]

describe('the secrets of a booking', () => {
  it('open it until 90 days after the session, and never again', () => {
    for (const [days, opens] of [
      [0, true],
      [90, true],
      [90 + 1 / DAY_MS, false],
      [3_000, false],
    ] as const) {
      const app = appAt(END + days * DAY_MS)
      expect([isBookingSecret(app, booking, linked), isCheckoutSecret(app, booking, checkout)], `${days}`).toEqual([
        opens,
        opens,
      ])
    }
  })

  it('open no other booking, no other version, and each only its own', () => {
    const app = appAt(END)
    expect(isBookingSecret(app, { ...booking, linkVersion: 2 }, linked)).toBe(false)
    expect(isBookingSecret(app, { ...booking, id: '1c9f2f6e' }, linked)).toBe(false)
    expect([isBookingSecret(app, booking, checkout), isCheckoutSecret(app, booking, linked)]).toEqual([false, false])
    expect([isBookingSecret(app, booking, ''), isBookingSecret(app, booking, 'é'.repeat(43))]).toEqual([false, false])
  })
})
