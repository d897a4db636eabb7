/**
 * The two links of a session that someone else pays for: the payer's, which only leads to the payment, and the mentee's. Both
 * secrets are computed, so emails and pages can show them again and nothing stores them. To find a payer's booking its hash is
 * stored.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { App } from '#server/context'
import { siteAddress } from '#server/platform/language/site-address'

/** 43 letters of base64url: 256 bits. */
export const payerToken = (app: Pick<App, 'secretFor'>, bookingId: string): string =>
  app.secretFor('payer link', bookingId)

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const payerPath = (app: Pick<App, 'secretFor'>, bookingId: string): string => `/pay/${payerToken(app, bookingId)}`

/** The address that the mentee sends on, in the language of the request or email that shows it. */
export const payerLink = (app: Pick<App, 'secretFor' | 'config'>, bookingId: string): string =>
  siteAddress(app) + payerPath(app, bookingId)

/** The mentee's page. Its secret opens nothing else: the booking's own page needs a link that was only emailed. */
export const requestPath = (
  app: Pick<App, 'secretFor'>,
  { bookingId, reference }: { bookingId: string; reference: string },
): string => `/payment-links/${reference}/${app.secretFor('payment link', bookingId)}`

export const requestLink = (
  app: Pick<App, 'secretFor' | 'config'>,
  booking: { bookingId: string; reference: string },
): string => siteAddress(app) + requestPath(app, booking)

export function isRequestSecret(app: Pick<App, 'secretFor'>, bookingId: string, secret: string): boolean {
  const [given, wanted] = [Buffer.from(secret), Buffer.from(app.secretFor('payment link', bookingId))]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
