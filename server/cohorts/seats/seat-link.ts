/** The link by which a member of a cohort reaches their page. Its secret is that of a booking's link. */
import { bookingSecret } from '#server/bookings/booking-link'
import type { App } from '#server/context'

/** The address of a member's page, with the secret that opens it. */
export const seatLink = (
  app: Pick<App, 'secretFor' | 'config'>,
  seat: { id: string; linkVersion: number; reference: string },
): string => `${app.config.PUBLIC_URL}/seats/${seat.reference}/${bookingSecret(app, seat)}`
