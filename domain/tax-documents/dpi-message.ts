/**
 * The report about sellers as a message of the OECD's "Model Rules for Reporting by Digital Platform Operators" XML schema, version
 * 1.0, which the EU uses for DAC7: elements in the order of the schema, amounts in whole units of their currency.
 */
import { listResidences, isMemberState, toWholeUnits, type ReportedSeller } from '#domain/tax-documents/seller-report'
import type { TaxDetails } from '#domain/tax-documents/tax-details'
import { element, toXmlText, writeXml, type XmlElement } from '#domain/tax-documents/xml'

export type Operator = {
  /** By law. */
  name: string
  /** Of the platform. */
  siteName: string
  address: string
  /** Null: it has none. */
  taxNumber: string | null
  /** In which it is resident for tax: ISO 3166-1 alpha-2. */
  country: string
  contact: string
}

type Message = {
  operator: Operator
  year: number
  /** With complete details and a residence that is reported. One with two currencies is there twice. */
  sellers: ReportedSeller[]
  /** Unlike that of every other message ever sent: letters, digits and dashes, up to 100. */
  id: string
  madeAt: Date
}

const NAMESPACES = { 'xmlns:dpi': 'urn:oecd:ties:dpi:v1', 'xmlns:stf': 'urn:oecd:ties:dpistf:v1', version: '1.0' }
const NO_TIN = 'NOTIN'
const NO_FIRST_NAME = 'NFN'
/** Kinds of addresses. */
const [RESIDENTIAL_OR_BUSINESS, REGISTERED_OFFICE] = ['OECD301', 'OECD304']
/** The operator is resident for tax in the member state. */
const RESIDENT = 'RPONEX1'
const [NEW_DATA, NEW_TEST_DATA] = ['OECD1', 'OECD11']
const [WITH_SELLERS, NOTHING_TO_REPORT] = ['DPI401', 'DPI403']
const QUARTERS = [1, 2, 3, 4] as const
const MAX_LENGTH = 200

/**
 * The message. A year that is not over is marked as test data, with a warning, so that no authority takes it for the report. Without
 * sellers it says that there is nothing to report.
 */
export function writeDpiMessage(message: Message): string {
  const { sellers, operator, year, id, madeAt } = message
  const isOver = madeAt.getTime() >= Date.UTC(year + 1, 0)
  const messageRef = `${operator.country}${year}${operator.country}-${id}`
  const docSpec = (document: string) =>
    dpi('DocSpec', [
      stf('DocTypeIndic', isOver ? NEW_DATA : NEW_TEST_DATA),
      stf('DocRefId', `${messageRef}-${document}`),
    ])
  return writeXml(
    element(
      'dpi:DPI_OECD',
      [
        dpi('MessageSpec', [
          operator.taxNumber === null ? null : dpi('SendingEntityIN', clean(operator.taxNumber)),
          dpi('TransmittingCountry', operator.country),
          dpi('ReceivingCountry', operator.country),
          dpi('MessageType', 'DPI'),
          isOver ? null : dpi('Warning', `Year to date, not for submission: ${madeAt.toISOString().slice(0, 10)}`),
          dpi('Contact', clean(operator.contact)),
          dpi('MessageRefId', messageRef),
          dpi('MessageTypeIndic', sellers.length > 0 ? WITH_SELLERS : NOTHING_TO_REPORT),
          dpi('ReportingPeriod', `${year}-12-31`),
          dpi('Timestamp', madeAt.toISOString().slice(0, -1)),
        ]),
        dpi('DPIBody', [
          writeOperator(operator, docSpec('operator')),
          ...sellers.map((seller, at) => writeSeller(seller, operator.country, docSpec(`seller-${at + 1}`))),
        ]),
      ],
      NAMESPACES,
    ),
  )
}

const dpi = (name: string, content: string | (XmlElement | null)[], attributes?: Record<string, string>) =>
  element(`dpi:${name}`, content, attributes)
const stf = (name: string, content: string) => element(`stf:${name}`, content)

/**
 * A text as exchanges of tax authorities take it: they reject a file with "--" or "/*" anywhere. At most 200 characters, as the schema
 * has it, and never empty.
 */
const clean = (text: string, max = MAX_LENGTH): string =>
  [...toXmlText(text).replaceAll(/-{2,}/g, '-').replaceAll('/*', '/')].slice(0, max).join('').trim() || '-'

function writeOperator(operator: Operator, docSpec: XmlElement): XmlElement {
  const { country, taxNumber } = operator
  return dpi('PlatformOperator', [
    dpi('ResCountryCode', country),
    writeTin(taxNumber, country),
    dpi('Name', clean(operator.name)),
    dpi('PlatformBusinessName', clean(operator.siteName)),
    dpi('Address', [dpi('CountryCode', country), dpi('AddressFree', clean(operator.address, 4_000))], {
      legalAddressType: REGISTERED_OFFICE,
    }),
    isMemberState(country) ? dpi('Nexus', RESIDENT) : null,
    dpi('AssumedReporting', 'false'),
    docSpec,
  ])
}

const writeTin = (tin: string | null, issuedBy: string): XmlElement =>
  tin === null ? dpi('TIN', NO_TIN, { unknown: 'true' }) : dpi('TIN', clean(tin), { issuedBy })

function writeSeller(seller: ReportedSeller, operatorCountry: string, docSpec: XmlElement): XmlElement {
  const { details } = seller
  if (!details) throw new Error(`No tax details of ${seller.mentorId}`)
  const residences = listResidences(details, operatorCountry).map((country) => dpi('ResCountryCode', country))
  const accounts = seller.accounts.map((account) => writeAccount(account, details))
  const identity =
    details.kind === 'individual'
      ? dpi('IndividualSeller', [dpi('Standard', [writePerson(details, residences), ...accounts])])
      : dpi('EntitySeller', [dpi('Standard', [writeBusiness(details, residences), ...accounts])])
  return dpi('ReportableSeller', [
    dpi('Identity', [identity]),
    dpi('RelevantActivities', [dpi('PersonalServices', writeActivities(seller))]),
    docSpec,
  ])
}

const writePerson = (details: TaxDetails, residences: XmlElement[]): XmlElement =>
  dpi('IndSellerID', [
    ...residences,
    writeTin(details.tin, details.tinCountry),
    details.vatNumber ? dpi('VAT', clean(details.vatNumber)) : null,
    dpi('Name', [
      dpi('FirstName', clean(details.firstNames || NO_FIRST_NAME)),
      dpi('LastName', clean(details.lastName)),
    ]),
    writeAddress(details, RESIDENTIAL_OR_BUSINESS),
    dpi('BirthInfo', [
      dpi('BirthDate', details.birthDate ?? ''),
      details.birthPlace &&
        dpi('BirthPlace', [
          dpi('City', clean(details.birthPlace.city)),
          dpi('CountryInfo', [dpi('CountryCode', details.birthPlace.country)]),
        ]),
    ]),
  ])

const writeBusiness = (details: TaxDetails, residences: XmlElement[]): XmlElement =>
  dpi('EntSellerID', [
    ...residences,
    writeTin(details.tin, details.tinCountry),
    dpi('IN', clean(details.registrationNumber), { issuedBy: details.country, INType: 'BRN' }),
    details.vatNumber ? dpi('VAT', clean(details.vatNumber)) : null,
    dpi('Name', clean(details.legalName)),
    writeAddress(details, REGISTERED_OFFICE),
  ])

const writeAddress = ({ street, postcode, city, country }: TaxDetails, legalAddressType: string): XmlElement =>
  dpi(
    'Address',
    [
      dpi('CountryCode', country),
      dpi('AddressFix', [
        dpi('Street', clean(street)),
        postcode ? dpi('PostCode', clean(postcode)) : null,
        dpi('City', clean(city)),
      ]),
    ],
    { legalAddressType },
  )

const ACCOUNT_TYPES = { iban: 'IBAN', bank_account: 'Other', stripe: 'Other' }

/** The holder's name is reported where it is another one than the seller's. */
function writeAccount(
  { identifier, holder, kind }: ReportedSeller['accounts'][number],
  details: TaxDetails,
): XmlElement {
  return dpi('FinancialIdentifier', [
    dpi('Identifier', clean(identifier), { AccountNumberType: ACCOUNT_TYPES[kind] }),
    holder !== null && holder !== details.legalName ? dpi('AccountHolderName', clean(holder)) : null,
    kind === 'stripe' ? dpi('OtherInfo', 'Stripe') : null,
  ])
}

function writeActivities({ quarters, currency }: ReportedSeller): XmlElement[] {
  const perQuarter = (prefix: string, write: (sums: ReportedSeller['quarters'][number], name: string) => XmlElement) =>
    QUARTERS.map((n) => write(quarters[n - 1]!, `${prefix}Q${n}`))
  const money = (prefix: string, amountOf: (sums: ReportedSeller['quarters'][number]) => number) =>
    perQuarter(prefix, (sums, name) =>
      dpi(name, String(toWholeUnits(amountOf(sums), currency)), { currCode: currency }),
    )
  return [
    dpi(
      'Consideration',
      money('Cons', ({ consideration }) => consideration),
    ),
    dpi(
      'NumberOfActivities',
      perQuarter('Numb', ({ activities }, name) => dpi(name, String(activities))),
    ),
    dpi(
      'Fees',
      money('Fees', ({ fees }) => fees),
    ),
    dpi(
      'Taxes',
      money('Tax', () => 0),
    ), // None is withheld.
  ]
}
