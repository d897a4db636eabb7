/** Who sells a booking by the settings of this moment, as a document names them. Decision 0069. */
import type { SaleTerms } from '#domain/tax-documents/plan'
import { OPERATOR, type SellerDetails } from '#domain/tax-documents/tax-document'
import { formatPostalAddress } from '#domain/tax-documents/tax-details'
import type { App } from '#server/context'
import { findTaxDetails } from '#server/tax-documents/tax-details'

/** The operator as documents name it. */
export function operatorDetails({ config }: Pick<App, 'config'>): SellerDetails {
  return {
    name: config.SELLER_NAME || config.SITE_NAME,
    address: config.SELLER_ADDRESS ?? '',
    taxNumber: config.SELLER_TAX_NUMBER ?? '',
    country: config.SELLER_COUNTRY ?? '',
  }
}

/** `mentorId`: null if the operator alone can be the seller. */
export async function readSaleTerms(
  app: Pick<App, 'db' | 'config' | 'secretFor'>,
  { mentorId, mentorName }: { mentorId: string | null; mentorName: string },
): Promise<SaleTerms> {
  if (app.config.SELLER === 'operator' || !mentorId) {
    const vatPercent = app.config.SELLER === 'operator' ? app.config.VAT_PERCENT : 0
    return { seller: OPERATOR, sellerDetails: operatorDetails(app), vatPercent }
  }
  const details = await findTaxDetails(app, mentorId)
  if (!details)
    return {
      seller: mentorId,
      sellerDetails: { name: mentorName, address: '', taxNumber: '', country: '' },
      vatPercent: 0,
    }
  const { legalName, vatNumber, vatPercent, country, onReceipts } = details
  return {
    seller: mentorId,
    sellerDetails: {
      name: onReceipts ? legalName : mentorName,
      address: onReceipts ? formatPostalAddress(details) : '',
      taxNumber: onReceipts || vatPercent > 0 ? vatNumber : '', // A document that states VAT names its number.
      country,
    },
    vatPercent,
  }
}
