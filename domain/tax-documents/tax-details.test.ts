import { assert, constant, constantFrom, oneof, property, record, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatPostalAddress,
  readTaxDetails,
  TAX_FIELDS,
  toFields,
  type TaxDetailsFields,
} from '#domain/tax-documents/tax-details'
import { isTin } from '#domain/tax-documents/tin'

const EMPTY = Object.fromEntries(TAX_FIELDS.map((field) => [field, ''])) as TaxDetailsFields
const PERSON = {
  ...EMPTY,
  kind: 'individual',
  firstNames: 'Ada',
  lastName: 'Lovelace',
  birthDate: '1985-12-10',
  street: '12 St James’s Square',
  city: 'London',
  postcode: 'SW1Y 4JH',
  country: 'GB',
  tinCountry: 'GB',
  tin: 'QQ 12 34 56 C',
}
const BUSINESS = { ...PERSON, kind: 'business', businessName: 'Engine GmbH', registrationNumber: 'HRB 1234' }
const criteria = { isCountry: (code: string) => ['GB', 'DE', 'IN', 'AE'].includes(code), today: '2030-01-07' }

const read = (changes: Partial<TaxDetailsFields> = {}, from: TaxDetailsFields = PERSON) =>
  readTaxDetails({ ...from, ...changes }, criteria)
const wrong = (...args: Parameters<typeof read>) => {
  const result = read(...args)
  return result.ok ? [] : result.error
}

describe('readTaxDetails', () => {
  it('reads a person, and leaves out what only a business has', () => {
    expect(read({ lastName: ' Love\tlace ', registrationNumber: 'HRB 1', vatPercent: '0' })).toEqual({
      ok: true,
      value: {
        kind: 'individual',
        legalName: 'Ada Love lace',
        firstNames: 'Ada',
        lastName: 'Love lace',
        birthDate: '1985-12-10',
        birthPlace: null,
        registrationNumber: '',
        street: '12 St James’s Square',
        city: 'London',
        postcode: 'SW1Y 4JH',
        country: 'GB',
        tin: 'QQ 12 34 56 C',
        tinCountry: 'GB',
        vatNumber: '',
        vatPercent: 0,
        onReceipts: false,
      },
    })
  })

  it('reads a business registered for VAT, and leaves out a date of birth', () => {
    const result = read(
      { vatNumber: 'de 123.456-789', vatPercent: '19,5 %', onReceipts: 'on', birthDate: 'no' },
      BUSINESS,
    )
    const business = { legalName: 'Engine GmbH', registrationNumber: 'HRB 1234', birthDate: null, firstNames: '' }
    expect(result).toMatchObject({
      ok: true,
      value: { ...business, vatNumber: 'DE123456789', vatPercent: 19.5, onReceipts: true },
    })
  })

  it.each<[string, Partial<TaxDetailsFields>, string[]]>([
    ['neither person nor business', { kind: 'robot' }, ['kind']],
    ['a person with one name', { firstNames: '' }, []],
    ['no name', { lastName: ' ' }, ['lastName']],
    ['a name of 201 characters', { lastName: 'a'.repeat(201) }, ['lastName']],
    ['a name with a control character', { lastName: 'Love\u0001lace' }, ['lastName']],
    ['a day that does not exist', { birthDate: '2001-02-29' }, ['birthDate']],
    ['a birth tomorrow', { birthDate: '2030-01-08' }, ['birthDate']],
    ['a birth before 1900', { birthDate: '1899-12-31' }, ['birthDate']],
    ['no address', { street: '', city: '', postcode: '' }, ['street', 'city']],
    ['unknown countries', { country: 'XX', tinCountry: '' }, ['country', 'tinCountry']],
    ['no tax number', { tin: '' }, ['tin']],
    ['no tax number issued, without a place of birth', { tin: '', noTin: 'on' }, ['birthCity', 'birthCountry']],
    ['no tax number issued', { noTin: 'on', birthCity: 'Dubai', birthCountry: 'AE' }, []],
    ['a VAT rate without a number', { vatPercent: '20' }, ['vatPercent']],
    ['a VAT rate of 51 %', { vatNumber: 'GB123456789', vatPercent: '51' }, ['vatPercent']],
    ['a negative VAT rate', { vatNumber: 'GB123456789', vatPercent: '-1' }, ['vatPercent']],
    ['a formula as VAT number', { vatNumber: '=A1' }, ['vatNumber']],
  ])('of %s', (_name, changes, fields) => {
    expect(wrong(changes)).toEqual(fields)
  })

  it('asks a business without a tax number for no place of birth, and for its number in the register', () => {
    expect(wrong({ noTin: 'on' }, BUSINESS)).toEqual([])
    expect(wrong({ businessName: '', registrationNumber: '' }, BUSINESS)).toEqual([
      'businessName',
      'registrationNumber',
    ])
  })

  it('reads what a form shows of saved details as the same details', () => {
    const texts = Object.fromEntries(TAX_FIELDS.map((field) => [field, oneof(string(), constant(PERSON[field]))]))
    assert(
      property(record(texts), constantFrom(PERSON, BUSINESS), (changes, from) => {
        const result = read({ ...changes, kind: from.kind } as Partial<TaxDetailsFields>, from)
        if (result.ok) expect(readTaxDetails(toFields(result.value), criteria)).toEqual(result)
      }),
    )
  })
})

it.each([
  [{ street: 'Torstraße 1', postcode: '10119', city: 'Berlin' }, 'Torstraße 1, 10119 Berlin'],
  [{ street: 'Street 1', postcode: '', city: 'Dubai' }, 'Street 1, Dubai'],
])('formatPostalAddress of %o', (address, line) => {
  expect(formatPostalAddress(address)).toBe(line)
})

describe('isTin', () => {
  it.each([
    ['1234567890', 'GB'],
    ['QQ 12 34 56 C', 'GB'],
    ['12 345 678 901', 'DE'],
    ['181/815/08155', 'DE'],
    ['abcde1234f', 'IN'],
    ['X1234567L', 'ES'],
    ['RSSMRA85T10A562S', 'IT'],
    ['30 23 217 600 053', 'FR'],
    ['123-45-6789', 'US'],
    ['12ABC34501DE35', 'BR'],
    ['11010519491231002X', 'CN'],
    ['1234567T', 'IE'],
  ])('accepts %s of %s', (tin, country) => {
    expect(isTin(tin, country)).toBe(true)
  })

  it.each([
    ['12345', 'IN'],
    ['none', 'GB'],
    ['none', 'SE'],
    ['1', 'SE'],
    ['=HYPERLINK("x")', 'SE'],
    ['', 'SE'],
  ])('refuses %s of %s', (tin, country) => {
    expect(isTin(tin, country)).toBe(false)
  })
})
