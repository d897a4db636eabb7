/** The operator as the report about sellers names it, by its settings. */
import type { Operator } from '#domain/tax-documents/dpi-message'
import type { App } from '#server/context'
import { operatorDetails } from '#server/tax-documents/seller'

/** Null without a country or an address, which the message must have. */
export function readOperator(app: Pick<App, 'config'>): Operator | null {
  const { taxNumber, ...details } = operatorDetails(app)
  if (!details.country || !details.address) return null
  const { SITE_NAME, SUPPORT_EMAIL } = app.config
  return { ...details, taxNumber: taxNumber || null, siteName: SITE_NAME, contact: SUPPORT_EMAIL }
}
