import { array, assert, constantFrom, integer, oneof, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeDpiMessage } from '#domain/tax-documents/dpi-message'
import {
  listMissing,
  listResidences,
  stateInXml,
  toWholeUnits,
  type ReportedSeller,
} from '#domain/tax-documents/seller-report'
import { checkDpiMessage } from '../../tests/support/tax-documents/dpi-schema.ts'
import { findAll, parseXml } from '../../tests/support/tax-documents/parse-xml.ts'
import { BUSINESS_DETAILS, TAX_DETAILS } from '../../tests/support/tax-documents/tax-details.ts'

const quarter = (activities: number, consideration: number, fees: number) => ({ activities, consideration, fees })
const NONE = quarter(0, 0, 0)
const ADA: ReportedSeller = {
  mentorId: 'ada',
  displayName: 'Ada',
  details: TAX_DETAILS,
  payee: null,
  accountCountry: null,
  accounts: [
    { identifier: 'GB82WEST12345698765432', holder: 'Ada Lovelace', kind: 'iban' },
    { identifier: 'acct_1', holder: null, kind: 'stripe' },
  ],
  currency: 'GBP',
  quarters: [quarter(2, 8_150, 850), quarter(1, -4_050, -450), NONE, quarter(3, 12_049, 951)],
}
const ENGINE: ReportedSeller = { ...ADA, mentorId: 'engine', details: BUSINESS_DETAILS, currency: 'JPY' }
const OPERATOR = {
  name: 'Landfall Ltd',
  siteName: 'Landfall',
  address: '1 Quay Street, Bristol',
  taxNumber: '9876543210',
  country: 'GB',
  contact: 'help@landfall.example',
}
const usual = { operator: OPERATOR, year: 2030, id: 'abc', madeAt: new Date('2031-01-15T10:00:00Z') }
const write = (sellers: ReportedSeller[], changes: Partial<Parameters<typeof writeDpiMessage>[0]> = {}) => {
  const xml = writeDpiMessage({ ...usual, sellers, ...changes })
  const root = parseXml(xml)
  return {
    xml,
    problems: checkDpiMessage(root),
    texts: (name: string) => findAll(root, name).map(({ text }) => text),
    root,
  }
}

describe('writeDpiMessage', () => {
  it('follows the schema for a person, a business and the operator', () => {
    const { problems, texts, root } = write([ADA, ENGINE])
    expect(problems).toEqual([])
    expect(texts('dpi:MessageRefId')).toEqual(['GB2030GB-abc'])
    expect(texts('dpi:MessageTypeIndic')).toEqual(['DPI401'])
    expect(texts('stf:DocTypeIndic')).toEqual(['OECD1', 'OECD1', 'OECD1'])
    expect(texts('stf:DocRefId')).toEqual(['GB2030GB-abc-operator', 'GB2030GB-abc-seller-1', 'GB2030GB-abc-seller-2'])
    expect([texts('dpi:FirstName'), texts('dpi:LastName'), texts('dpi:BirthDate')]).toEqual([
      ['Ada King'],
      ['Lovelace'],
      ['1985-12-10'],
    ])
    expect(findAll(root, 'dpi:TIN').map(({ attributes }) => attributes)).toEqual([
      { issuedBy: 'GB' },
      { issuedBy: 'GB' },
      { issuedBy: 'DE' },
    ])
    expect(findAll(root, 'dpi:IN')).toMatchObject([{ text: 'HRB 1234', attributes: { issuedBy: 'DE', INType: 'BRN' } }])
    expect(texts('dpi:Identifier')).toEqual(['GB82WEST12345698765432', 'acct_1', 'GB82WEST12345698765432', 'acct_1'])
    expect(texts('dpi:Warning')).toEqual([])
  })

  it('has amounts by quarter, in whole units of their currency', () => {
    const { root } = write([ADA, ENGINE])
    const [ada, engine] = findAll(root, 'dpi:PersonalServices').map((services) =>
      services.children.map(({ children }) => children.map(({ text }) => text)),
    )
    expect(ada).toEqual([
      ['82', '-41', '0', '120'],
      ['2', '1', '0', '3'],
      ['9', '-5', '0', '10'],
      ['0', '0', '0', '0'],
    ])
    expect(engine![0]).toEqual(['8150', '-4050', '0', '12049'])
    const codes = findAll(root, 'dpi:ConsQ1').map(({ attributes }) => attributes['currCode'])
    expect(codes).toEqual(['GBP', 'JPY'])
  })

  it('says so if there is no tax number or first name, and then where a person was born', () => {
    const details = {
      ...TAX_DETAILS,
      firstNames: '',
      tin: null,
      birthPlace: { city: 'Dubai', country: 'AE' },
      postcode: '',
      vatNumber: '',
    }
    const { problems, root, texts } = write([{ ...ADA, details }], { operator: { ...OPERATOR, taxNumber: null } })
    expect(problems).toEqual([])
    for (const tin of findAll(root, 'dpi:TIN'))
      expect(tin).toMatchObject({ text: 'NOTIN', attributes: { unknown: 'true' } })
    expect(texts('dpi:FirstName')).toEqual(['NFN'])
    expect(findAll(root, 'dpi:BirthPlace')).toHaveLength(1)
  })

  it('gives an operator in the EU its nexus, and the residences of sellers that are in the EU', () => {
    const details = { ...TAX_DETAILS, tinCountry: 'FR' }
    const { problems, root, texts } = write([{ ...ADA, details }], { operator: { ...OPERATOR, country: 'DE' } })
    expect(problems).toEqual([])
    expect(texts('dpi:Nexus')).toEqual(['RPONEX1'])
    expect(findAll(findAll(root, 'dpi:IndSellerID')[0]!, 'dpi:ResCountryCode').map(({ text }) => text)).toEqual(['FR'])
    expect(write([]).texts('dpi:Nexus')).toEqual([])
  })

  it('reports nothing where no one was paid', () => {
    const { problems, texts } = write([])
    expect(problems).toEqual([])
    expect(texts('dpi:MessageTypeIndic')).toEqual(['DPI403'])
  })

  it('marks a year that is not over as test data, until it is', () => {
    const early = write([ADA], { madeAt: new Date('2030-12-31T23:59:59.999Z') })
    expect(early.problems).toEqual([])
    expect(new Set(early.texts('stf:DocTypeIndic'))).toEqual(new Set(['OECD11']))
    expect(early.texts('dpi:Warning')).toEqual(['Year to date, not for submission: 2030-12-31'])
    expect(write([ADA], { madeAt: new Date('2031-01-01T00:00:00Z') }).texts('dpi:Warning')).toEqual([])
  })

  it('is well-formed and follows the schema whatever people are called, in any script', () => {
    const hostile = constantFrom(
      ']]><x>',
      '<!--',
      'a--b',
      '/*',
      '&#0;',
      '\u0000\u000B\uFFFE\uD800',
      '"\'&<>',
      '🚢 王芳 محمد आरव',
      '</dpi:Name>',
      ' \r\n\t',
      'x'.repeat(900),
    )
    const codePoint = integer({ min: 0, max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code))
    const text = oneof(
      array(codePoint, { maxLength: 30 }).map((all) => all.join('')),
      hostile,
    )
    const any = record({ first: text, last: text, street: text, tin: text, holder: text, amount: integer() })
    assert(
      property(
        any,
        constantFrom(TAX_DETAILS, BUSINESS_DETAILS),
        ({ first, last, street, tin, holder, amount }, from) => {
          const details = { ...from, firstNames: first, lastName: last, legalName: last, street, tin, city: holder }
          const accounts: ReportedSeller['accounts'] = [{ identifier: holder, holder: first, kind: 'bank_account' }]
          const quarters = [quarter(1, amount, 1), NONE, NONE, NONE]
          const operator = { ...OPERATOR, name: last, address: street }
          const { problems, xml } = write([{ ...ADA, details, accounts, quarters }], { operator })
          expect(problems).toEqual([])
          expect(xml).not.toMatch(/--|\/\*|&#/)
        },
      ),
    )
  })
})

it.each([
  ['GB', { country: 'IN', tinCountry: 'DE' }, ['IN']],
  ['DE', { country: 'IN', tinCountry: 'DE' }, ['DE']],
  ['DE', { country: 'FR', tinCountry: 'DE' }, ['FR', 'DE']],
  ['DE', { country: 'FR', tinCountry: 'FR' }, ['FR']],
  ['DE', { country: 'IN', tinCountry: 'IN' }, []],
  ['DE', { country: 'IN', tinCountry: 'DE', tin: null }, []],
])('listResidences to an operator in %s: %o', (operator, changes, residences) => {
  const details = { ...TAX_DETAILS, ...changes }
  expect(listResidences(details, operator)).toEqual(residences)
  expect(stateInXml({ ...ADA, details }, operator)).toBe(residences.length > 0 ? 'given' : 'elsewhere')
})

describe('listMissing', () => {
  const payee = { name: 'Ada', country: 'GB', account: 'GB82', bankCode: '', address: '' }
  it.each([
    ['nothing with tax details', ADA, []],
    [
      'what bank details do not say',
      { ...ADA, details: null, payee },
      ['address', 'birth_or_registration', 'tax_number'],
    ],
    [
      'the name of someone of whom only an account is known',
      { ...ADA, details: null, accountCountry: 'FR' },
      ['name', 'address', 'birth_or_registration', 'tax_number'],
    ],
  ])('is %s', (_case, seller, missing) => {
    expect(listMissing(seller)).toEqual(missing)
    expect(stateInXml(seller, 'GB')).toBe(missing.length > 0 ? 'incomplete' : 'given')
  })
})

it.each([
  [150, 'GBP', 2],
  [149, 'GBP', 1],
  [-150, 'GBP', -2],
  [-49, 'GBP', 0],
  [4_500, 'JPY', 4_500],
  [4_500, 'KWD', 5],
  [4_499, 'KWD', 4],
])('toWholeUnits of %d %s', (amount, currency, whole) => {
  expect(Object.is(toWholeUnits(amount, currency), whole)).toBe(true)
})
