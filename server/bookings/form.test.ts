import { describe, expect, it } from 'vitest'
import { bookingFields, readBookingForm } from '#server/bookings/form'
import { naughtyStrings } from '../../tests/support/access/naughty-strings.ts'
import { textFields } from '../../tests/support/access/schema-fields.ts'

const filled = {
  sessionTypeId: '9b2e3c52-6a0d-4c27-8a3c-0d8a4e2b7f11',
  startsAt: '2030-01-08T09:00:00.000Z',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  phone: '07700 900000',
  topic: 'First weeks',
  terms: 'on',
  timeZone: 'Europe/London',
}

function read(changes: Record<string, string | undefined | File> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...filled, ...changes })) {
    if (typeof value === 'string') form.append(name, value)
    else if (value) form.append(name, value)
  }
  return readBookingForm(form)
}

function refusal(changes: Record<string, string | undefined | File>) {
  const booking = read(changes)
  return booking.ok ? 'accepted' : booking.error
}

function accepted(changes: Record<string, string | undefined> = {}) {
  const booking = read(changes)
  if (!booking.ok) throw new Error(JSON.stringify(booking.error))
  return booking.value
}

describe('readBookingForm', () => {
  it('returns a booking request', () => {
    expect(accepted()).toEqual({
      sessionTypeId: filled.sessionTypeId,
      startsAt: new Date('2030-01-08T09:00:00Z'),
      name: 'Grace Hopper',
      email: 'grace@example.com',
      phone: '07700 900000',
      topic: 'First weeks',
      timeZone: 'Europe/London',
      expectedPrice: null,
      code: null,
      payment: 'now',
    })
  })

  it('accepts a form without topic and zone', () => {
    expect(accepted({ topic: undefined, timeZone: undefined })).toMatchObject({ topic: '', timeZone: null })
    expect(accepted({ timeZone: 'Mars/Olympus_Mons' })).toMatchObject({ timeZone: null })
  })

  it('has no field that can set a price, a state or a role', () => {
    const more = {
      expectedPrice: '1',
      pricePence: '1',
      status: 'confirmed',
      role: 'admin',
      ['__proto__']: 'x',
    }
    expect(accepted(more)).toEqual(accepted())
  })

  it('returns the price that the visitor was shown, if it is valid', () => {
    const expectedPrice = (price: string) => accepted({ price }).expectedPrice
    expect(expectedPrice('4500 JPY')).toEqual({ amount: 4500, currency: 'JPY' })
    // As pages of releases before other currencies send it.
    expect(expectedPrice('4500')).toEqual({ amount: 4500, currency: 'GBP' })
    for (const none of [undefined, '', '-1', '45.00', '1e3', '4500 gbp', 'GBP 4500', '4500 GBP 1', '4'.repeat(11)]) {
      expect(accepted({ price: none })).toMatchObject({ expectedPrice: null })
    }
  })

  it('returns a message for each field that is missing, of only blanks or a file', () => {
    expect(readBookingForm(new FormData())).toEqual({
      ok: false,
      error: {
        sessionTypeId: 'Choose a session',
        startsAt: 'Choose a date and time',
        name: expect.any(String),
        email: expect.any(String),
        phone: expect.any(String),
        terms: 'Accept the terms to continue',
      },
    })
    expect(refusal({ name: ' ', email: ' ', phone: '\t' })).toEqual({
      name: 'Enter your full name',
      email: 'Enter your email address',
      phone: 'Enter your phone number',
    })
    expect(refusal({ name: new File(['Grace'], 'name.txt') })).toHaveProperty('name')
  })

  it.each([
    ['sessionTypeId', 'first'],
    ['startsAt', 'tomorrow'],
    ['startsAt', '2030-02-29T09:00:00Z'],
    ['startsAt', '2030-01-08T24:30:00Z'],
    ['email', 'grace'],
    ['email', 'a@b.example, c@d.example'],
    ['email', 'Grace <grace@example.com>'],
    ['email', `${'x'.repeat(65)}@example.com`],
    ['email', `grace@${'x'.repeat(250)}.com`],
    ['phone', '1234'],
    ['terms', 'off'],
    ['name', 'x'.repeat(121)],
    ['name', 'You won £1,000, claim it at http://evil.example/x'],
    ['topic', 'x'.repeat(501)],
  ])('refuses as %s: %s', (field, value) => {
    expect(Object.keys(refusal({ [field]: value }))).toEqual([field])
  })

  it.each([
    ['email', '  grace+landfall@mail.example.co.uk '],
    ['phone', '+44 (0)7700 900-000'],
    ['phone', '٠٧٧٠٠ ٩٠٠٠٠٠'],
    ['name', 'x'.repeat(120)],
    ['name', 'Anne-Marie O’Neill, St. John'],
    ['name', '👩‍👩‍👧‍👦'.repeat(10)],
    ['topic', 'ä'.repeat(500)],
    ['startsAt', '2030-01-08T14:30:00+05:30'],
  ])('accepts as %s: %s', (field, value) => {
    expect(Object.keys(accepted({ [field]: value }))).toContain(field)
  })

  it('has these text fields, which the tests below try one by one', () => {
    expect(textFields(bookingFields)).toEqual([
      'sessionTypeId',
      'startsAt',
      'name',
      'email',
      'phone',
      'topic',
      'timeZone',
    ])
  })
})

describe.each(naughtyStrings)('$what', ({ text, never }) => {
  it.each(textFields(bookingFields))('in the field %s is kept as plain text or refused', (field) => {
    const booking = read({ [field]: text })
    if (!booking.ok) return expect(Object.keys(booking.error)).toEqual([field])
    // FormData turns half a character into U+FFFD, as a browser does.
    if (!text.toWellFormed().includes('\uFFFD')) expect(never).toBeUndefined()
    const value = booking.value[field as keyof typeof booking.value]
    if (field === 'timeZone') expect(value).toBeNull()
    else
      expect(String(value).replaceAll(/\s+/g, ' ')).toBe(
        text.toWellFormed().normalize('NFC').trim().replaceAll(/\s+/g, ' '),
      )
  })
})
