import { describe, expect, it } from 'vitest'
import { formatAccountEnding, readAccount, readPayee } from '#domain/payments/payee'

const typed = { name: 'Ada Lovelace', country: 'GB', account: 'GB82 WEST 1234 5698 7654 32', bankCode: '', address: '' }
const isCountry = (code: string) => ['GB', 'IN', 'DE'].includes(code)
const read = (changes: Partial<typeof typed> = {}) => readPayee({ ...typed, ...changes }, isCountry)

describe('an account', () => {
  it.each([
    ['gb82west12345698765432', 'DE', 'GB82 WEST 1234 5698 7654 32'],
    ['DE89 3704 0044 0532 0130 00', 'IN', 'DE89 3704 0044 0532 0130 00'],
    ['20-00-00 55779911', 'GB', '20-00-00 55779911'],
    ['000123-456789', 'IN', '000123456789'],
  ])('%s is written as banks do', (account, country, written) => {
    expect(readAccount(account, country)).toBe(written)
  })

  it.each([
    ['GB82 WEST 1234 5698 7654 33', 'GB'],
    ['DE89 3704', 'DE'],
    ['123456', 'GB'],
    ['12', 'IN'],
    ['=HYPERLINK("x")', 'IN'],
    ['', 'DE'],
  ])('%s in %s is none', (account, country) => {
    expect(readAccount(account, country)).toBeNull()
  })

  it('is recognised by its last four digits', () => {
    expect(formatAccountEnding('GB82 WEST 1234 5698 7654 32')).toBe('… 5432')
  })
})

describe('a payee', () => {
  it('is read in one line each, without control characters', () => {
    expect(read({ name: ' Ada\r\nLovelace\t', bankCode: 'barc gb-22', address: '12\n St James’s Square ' })).toEqual({
      ok: true,
      value: {
        name: 'Ada Lovelace',
        country: 'GB',
        account: 'GB82 WEST 1234 5698 7654 32',
        bankCode: 'BARCGB22',
        address: '12 St James’s Square',
      },
    })
  })

  it('has a name of at most 140 characters', () => {
    expect(read({ name: 'a'.repeat(140) })).toMatchObject({ ok: true })
    expect(read({ name: 'a'.repeat(141) })).toEqual({ ok: false, error: ['name'] })
  })

  it('reports all errors at once', () => {
    const refused = read({ name: '', country: 'XX', account: 'no', bankCode: 'é', address: 'a'.repeat(301) })
    expect(refused.ok ? [] : refused.error.toSorted()).toEqual(['account', 'address', 'bankCode', 'country', 'name'])
  })
})
