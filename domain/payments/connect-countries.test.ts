import { describe, expect, it } from 'vitest'
import { isCountry } from '#server/platform/reference/countries'
import { canReceiveTransfers, readDefaultCurrency } from '../../sandbox/stripe/connect/countries.ts'
import { CONNECT_COUNTRIES } from './connect-countries.ts'

describe('CONNECT_COUNTRIES', () => {
  it('are countries where the payment service opens accounts and transfers to them', () => {
    for (const code of CONNECT_COUNTRIES) {
      expect(isCountry(code), code).toBe(true)
      expect(readDefaultCurrency(code), code).toMatch(/^[a-z]{3}$/)
      expect(canReceiveTransfers(code), code).toBe(true)
    }
  })

  it('leaves out those that transfers do not reach', () => {
    const unreached = ['AE', 'AU', 'BR', 'GI', 'HK', 'IN', 'IS', 'JP', 'MX', 'NG', 'NZ', 'SG', 'TH']
    expect(unreached.filter((code) => CONNECT_COUNTRIES.has(code))).toEqual([])
  })
})
