/** The link by which a member of a cohort reaches their page. Its secret is that of a booking's link. */
import { bookingSecret } from '#server/bookings/booking-link'
import type { App } from '#server/context'
import { siteAddress } from '#server/platform/language/site-address'

type LinkedSeat = { id: string; linkVersion: number; reference: string }

/** The path of a member's page, with the secret that opens it. */
export const seatPath = (app: Pick<App, 'secretFor'>, seat: LinkedSeat): string =>
  `/seats/${seat.reference}/${bookingSecret(app, seat)}`

/** The same page's address in the language of the email that carries it. */
export const seatLink = (app: Pick<App, 'secretFor' | 'config'>, seat: LinkedSeat): string =>
  siteAddress(app) + seatPath(app, seat)
