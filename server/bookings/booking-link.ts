/**
 * The link by which a mentee without an account reaches their booking. Its secret is computed from the booking and a
 * version, so every email can carry it and nothing stores it.
 */
import { timingSafeEqual } from 'node:crypto'
import type { App } from '#server/context'
import type { MailRecipient } from '#server/platform/db/tables'
import { siteAddress } from '#server/platform/language/site-address'

const DAY_MS = 86_400_000

/** How long after the end of its session a booking's link opens the page. */
const LINK_DAYS = 90

/** Wrong references or secrets that are let through from one network before the rest get 429. */
export const WRONG_LINKS = { network: { max: 20, minutes: 60 }, farNetwork: { max: 100, minutes: 60 } }

export const REFERENCE = /^B-[0-9A-Z]{4}-[0-9A-Z]{4}$/

type LinkedBooking = { id: string; linkVersion: number }

/** 43 letters of base64url. */
export function bookingSecret(app: Pick<App, 'secretFor'>, { id, linkVersion }: LinkedBooking): string {
  return app.secretFor('booking link', `${id} ${linkVersion}`)
}

/** The path of a booking's page, with the secret that opens it. */
export const bookingPath = (app: Pick<App, 'secretFor'>, booking: LinkedBooking & { reference: string }): string =>
  `/bookings/${booking.reference}/${bookingSecret(app, booking)}`

/** The same page's address in the language of the email that carries it. */
export const bookingLink = (
  app: Pick<App, 'secretFor' | 'config'>,
  booking: LinkedBooking & { reference: string },
): string => siteAddress(app) + bookingPath(app, booking)

/** Where the recipient of an email opens a booking's page: a mentor signs in, since the secret is the mentee's. */
export const bookingLinkFor = (
  app: Pick<App, 'secretFor' | 'config'>,
  booking: LinkedBooking & { reference: string },
  recipient: MailRecipient,
): string => (recipient === 'mentee' ? bookingLink(app, booking) : bookingAddress(app, booking.reference))

/** The address of a booking's page, for who may open it without a link. */
export const bookingAddress = (app: Pick<App, 'config'>, reference: string): string =>
  `${siteAddress(app)}/bookings/${reference}`

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
  return isSame(secret, bookingSecret(app, booking)) && app.now() <= linkEnd(booking)
}

/**
 * The secret that an API client gets with a checkout. It reads the booking's state and releases it while it is unpaid;
 * everything else needs the emailed link, which proves whose address it is.
 */
export const checkoutSecret = (app: Pick<App, 'secretFor'>, bookingId: string): string =>
  app.secretFor('checkout', bookingId)

/** Whether this secret was issued to an API client with this booking's checkout. It works as long as links do. */
export function isCheckoutSecret(
  app: Pick<App, 'secretFor' | 'now'>,
  booking: { id: string; startsAt: Date; minutes: number },
  secret: string,
): boolean {
  return isSame(secret, checkoutSecret(app, booking.id)) && app.now() <= linkEnd(booking)
}

function isSame(secret: string, expected: string): boolean {
  const [given, wanted] = [Buffer.from(secret), Buffer.from(expected)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
