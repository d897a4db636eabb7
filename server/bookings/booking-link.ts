/**
 * The link by which a mentee without an account reaches their booking. Its secret is computed from the booking and a
 * version, so every mail can carry it and nothing stores it.
 */
import { timingSafeEqual } from 'node:crypto'
import type { App } from '#server/context'

const DAY_MS = 86_400_000

/** How long after the end of its session a booking's link opens the page. */
const LINK_DAYS = 90

type LinkedBooking = { id: string; linkVersion: number }

/** 43 letters of base64url. */
export function bookingSecret(app: Pick<App, 'secretFor'>, { id, linkVersion }: LinkedBooking): string {
  return app.secretFor('booking link', `${id} ${linkVersion}`)
}

/** The address of a booking's page, with the secret that opens it. */
export function bookingLink(app: Pick<App, 'secretFor' | 'config'>, booking: LinkedBooking & { reference: string }) {
  return `${app.config.PUBLIC_URL}/bookings/${booking.reference}/${bookingSecret(app, booking)}`
}

/** When its links stop to open a booking. */
export function linkEnd({ startsAt, minutes }: { startsAt: Date; minutes: number }): Date {
  return new Date(startsAt.getTime() + minutes * 60_000 + LINK_DAYS * DAY_MS)
}

/** Whether a secret opens this booking now. */
export function isBookingSecret(
  app: Pick<App, 'secretFor' | 'now'>,
  booking: LinkedBooking & { startsAt: Date; minutes: number },
  secret: string,
): boolean {
  const expected = Buffer.from(bookingSecret(app, booking))
  const given = Buffer.from(secret)
  return given.length === expected.length && timingSafeEqual(given, expected) && app.now() <= linkEnd(booking)
}
