/** The link by which a buyer reaches their package. Its secret is that of a booking's link. */
import { bookingSecret } from '#server/bookings/booking-link'
import type { App } from '#server/context'
import { siteAddress } from '#server/platform/language/site-address'

type LinkedPackage = { id: string; linkVersion: number; reference: string }

/** The path of a package's page, with the secret that opens it. */
export const packagePath = (app: Pick<App, 'secretFor'>, bought: LinkedPackage): string =>
  `/packages/${bought.reference}/${bookingSecret(app, bought)}`

/** The same page's address in the language of the email that carries it. */
export const packageLink = (app: Pick<App, 'secretFor' | 'config'>, bought: LinkedPackage): string =>
  siteAddress(app) + packagePath(app, bought)
