import { describe, expect, it } from 'vitest'
import { declineOf, readCard } from './card.ts'

const now = new Date('2030-01-31T23:59:59Z')
const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: ' Grace Hopper ' }
const errorsOf = (changes: Partial<typeof card>) => {
  const read = readCard({ ...card, ...changes }, now)
  return read.ok ? {} : read.error
}

describe('the card form', () => {
  it('returns the brand and the last four digits', () => {
    expect(readCard(card, now)).toEqual({
      ok: true,
      value: { number: '4242424242424242', name: 'Grace Hopper', card: { brand: 'visa', last4: '4242' } },
    })
  })

  it.each(['12/34', '12 / 34', '1234', '12-34', '12 / 2034', ' 1/30 '])('reads the expiry %s', (expiry) => {
    expect(errorsOf({ expiry })).toEqual({})
  })

  it('accepts a card until the end of its month', () => {
    expect(errorsOf({ expiry: '01 / 30' })).toEqual({})
    expect(errorsOf({ expiry: '12 / 29' })).toEqual({ expiry: 'Your card has expired.' })
  })

  it.each([
    [{ number: '4242 4242 4242 4241' }, { number: 'Your card number is invalid.' }],
    [{ number: '42' }, { number: 'Your card number is invalid.' }],
    [{ number: '4242 4242 4242 424x' }, { number: 'Your card number is invalid.' }],
    [{ expiry: '13 / 34' }, { expiry: 'Enter the expiry date as MM / YY.' }],
    [{ expiry: 'soon' }, { expiry: 'Enter the expiry date as MM / YY.' }],
    [{ cvc: '12' }, { cvc: "Your card's security code is incomplete." }],
    [{ name: '  ' }, { name: 'Enter the name on the card.' }],
  ])('says what to fix in %o', (changes, errors) => {
    expect(errorsOf(changes)).toEqual(errors)
  })

  it('reports every empty field', () => {
    const empty = { number: '', expiry: '', cvc: '', name: '' }
    expect(Object.keys(errorsOf(empty))).toEqual(['number', 'expiry', 'cvc', 'name'])
  })
})

describe('a test card', () => {
  it('pays or is declined as Stripe documents', () => {
    expect(declineOf('4242424242424242')).toBeNull()
    expect(declineOf('5555555555554444')).toBeNull()
    expect(declineOf('4000000000000002')?.message).toBe('Your card was declined.')
    expect(declineOf('4000000000009995')?.decline_code).toBe('insufficient_funds')
  })

  it('is the only kind of card that pays', () => {
    expect(declineOf('4111111111111111')?.decline_code).toBe('test_mode_live_card')
  })
})
