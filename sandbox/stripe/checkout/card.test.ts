import { describe, expect, it } from 'vitest'
import { findDecline, readCard } from './card.ts'

const now = new Date('2030-01-31T23:59:59Z')
const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: ' Grace Hopper ', email: '' }
const listErrors = (changes: Partial<typeof card>) => {
  const read = readCard({ ...card, ...changes }, now)
  return read.ok ? {} : read.error
}

describe('the card form', () => {
  it('returns the brand and the last four digits', () => {
    expect(readCard(card, now)).toEqual({
      ok: true,
      value: { number: '4242424242424242', name: 'Grace Hopper', email: null, card: { brand: 'visa', last4: '4242' } },
    })
  })

  it.each(['12/34', '12 / 34', '1234', '12-34', '12 / 2034', ' 1/30 '])('reads the expiry %s', (expiry) => {
    expect(listErrors({ expiry })).toEqual({})
  })

  it.each([
    [{ number: '4242 4242 4242 4241' }, { number: 'Your card number is invalid.' }],
    [{ expiry: '12 / 29' }, { expiry: 'Your card has expired.' }],
    [{ expiry: 'soon' }, { expiry: 'Enter the expiry date as MM / YY.' }],
    [{ cvc: '12' }, { cvc: "Your card's security code is incomplete." }],
    [{ name: '  ' }, { name: 'Enter the name on the card.' }],
  ])('says what to fix in %o', (changes, errors) => {
    expect(listErrors(changes)).toEqual(errors)
  })
})

describe('a test card', () => {
  it('pays or is declined as Stripe documents', () => {
    expect(findDecline('4242424242424242')).toBeNull()
    expect(findDecline('4111111111111111')?.decline_code).toBe('test_mode_live_card')
    expect(findDecline('4000000000000002')?.message).toBe('Your card was declined.')
    expect(findDecline('4000000000009995')?.decline_code).toBe('insufficient_funds')
  })
})
