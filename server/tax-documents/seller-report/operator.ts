/** The operator as the report about sellers names it, by its settings. */
import type { Operator } from '#domain/tax-documents/dpi-message'
import type { App } from '#server/context'

/** Null without a country or an address, which the message must have. */
export function readOperator({ config }: Pick<App, 'config'>): Operator | null {
  const { SELLER_COUNTRY: country, SELLER_ADDRESS: address, SELLER_TAX_NUMBER, SITE_NAME } = config
  if (!country || !address) return null
  return {
    name: config.SELLER_NAME || SITE_NAME,
    siteName: SITE_NAME,
    address,
    taxNumber: SELLER_TAX_NUMBER || null,
    country,
    contact: config.SUPPORT_EMAIL,
  }
}
