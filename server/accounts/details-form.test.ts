import { describe, expect, it } from 'vitest'
import { readCodeForm, readDetailsForm, readEmailForm, readPasswordForm, typedDetails } from './details-form.ts'
import { toFormData } from '../../tests/support/http/form-data.ts'

const DETAILS = { name: ' Ada  Lovelace ', timeZone: 'Asia/Kolkata', destination: 'GB' }

describe('details', () => {
  it('are read as one line each, trimmed, and null if nothing was chosen', () => {
    expect(readDetailsForm(toFormData(DETAILS))).toEqual({ ok: true, value: { ...DETAILS, name: 'Ada Lovelace' } })
    const none = { ok: true, value: { name: 'Ada', timeZone: null, destination: null } }
    expect(readDetailsForm(toFormData({ name: 'Ada', timeZone: '', destination: '' }))).toEqual(none)
    expect(readDetailsForm(toFormData({ name: 'Ada' }))).toEqual(none)
  })

  it.each([
    ['name', ' '],
    ['timeZone', 'Atlantis/Centre'],
    ['timeZone', '+05:30'],
    ['destination', 'gb'],
    ['destination', '__proto__'],
  ])('have a message where %s is %j', (field, value) => {
    const read = readDetailsForm(toFormData({ ...DETAILS, [field]: value }))
    expect(read.ok ? {} : Object.keys(read.error)).toEqual([field])
  })

  it('ignore what is not a field of the form, such as a role', () => {
    const read = readDetailsForm(toFormData({ ...DETAILS, role: 'admin', email: 'x@example.com', id: '1' }))
    expect(read.ok && Object.keys(read.value).toSorted()).toEqual(['destination', 'name', 'timeZone'])
  })

  it('are filled in again as they were typed', () => {
    const typed = { name: ' Ada', timeZone: 'nowhere', destination: '' }
    expect(typedDetails(toFormData(typed))).toEqual(typed)
    expect(typedDetails(toFormData({ name: new File(['x'], 'x') }))).toEqual({
      name: '',
      timeZone: '',
      destination: '',
    })
    expect(typedDetails({ name: 'Ada' })).toEqual({ name: 'Ada', timeZone: '', destination: '' })
  })
})

describe('a password', () => {
  it('is taken as it was typed', () => {
    const value = { current: ' one ', next: ' two\u0301 ' }
    expect(readPasswordForm(toFormData(value))).toEqual({ ok: true, value })
  })

  it('is required, and cannot be as long as a book', () => {
    const missing = readPasswordForm(toFormData({}))
    expect(missing.ok ? [] : Object.keys(missing.error)).toEqual(['current', 'next'])
    const long = readEmailForm(toFormData({ email: 'ada@example.com', password: 'x'.repeat(200_000) }))
    expect(long.ok ? [] : Object.keys(long.error)).toEqual(['password'])
  })
})

it('a code has six digits, however they are spaced', () => {
  for (const code of ['123456', ' 123 456 '])
    expect(readCodeForm(toFormData({ code }))).toEqual({ ok: true, value: { code: '123456' } })
  for (const code of ['', '12345', '1234567', '१२३४५६', 'abcdef'])
    expect(readCodeForm(toFormData({ code })).ok, code).toBe(false)
})
