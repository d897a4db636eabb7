/** Tax details as the domain reads them from a form. */
import type { TaxDetails } from '#domain/tax-documents/tax-details'

export const TAX_DETAILS: TaxDetails = {
  kind: 'individual',
  legalName: 'Ada King Lovelace',
  firstNames: 'Ada King',
  lastName: 'Lovelace',
  birthDate: '1985-12-10',
  birthPlace: null,
  registrationNumber: '',
  street: '12 St James’s Square',
  city: 'London',
  postcode: 'SW1Y 4JH',
  country: 'GB',
  tin: '1234567890',
  tinCountry: 'GB',
  vatNumber: 'GB123456789',
  vatPercent: 20,
  onReceipts: true,
}

export const BUSINESS_DETAILS: TaxDetails = {
  ...TAX_DETAILS,
  kind: 'business',
  legalName: 'Engine GmbH',
  firstNames: '',
  lastName: '',
  birthDate: null,
  registrationNumber: 'HRB 1234',
  street: 'Torstraße 1',
  city: 'Berlin',
  postcode: '10119',
  country: 'DE',
  tin: '30/123/45678',
  tinCountry: 'DE',
  vatNumber: 'DE123456789',
  vatPercent: 19,
}
