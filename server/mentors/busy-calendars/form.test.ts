import { describe, expect, it } from 'vitest'
import { readCalendarForm, readCalendarIdForm } from '#server/mentors/busy-calendars/form'
import { toFormData } from '../../../tests/support/http/form-data.ts'

const read = (fields: Record<string, string>) => readCalendarForm(toFormData(fields))
const ADDRESS = 'https://calendar.example/private/basic.ics'

describe('the form that adds a calendar', () => {
  it('gives the name on one line, and the address', () => {
    const form = read({ name: '  My \n work ', address: ` ${ADDRESS} ` })
    expect(form).toEqual({ ok: true, value: { name: 'My work', address: new URL(ADDRESS) } })
  })

  it('asks for both', () => {
    expect(read({})).toMatchObject({ ok: false, error: { address: 'Paste the secret address of the calendar' } })
    expect(read({ name: ' ', address: ' ' })).toEqual({
      ok: false,
      error: { name: 'Give the calendar a name, such as Work', address: 'Paste the secret address of the calendar' },
    })
  })

  it('takes a name of up to 60 characters', () => {
    expect(read({ name: 'a'.repeat(60), address: ADDRESS })).toMatchObject({ ok: true })
    expect(read({ name: 'a'.repeat(61), address: ADDRESS })).toMatchObject({ ok: false })
  })

  it('says what is wrong with an address', () => {
    const form = read({ name: 'Work', address: 'http://calendar.example/basic.ics' })
    expect(form).toEqual({ ok: false, error: { address: 'The address must begin with https:// or webcal://' } })
  })
})

it('a calendar is chosen by its id', () => {
  const id = '6f1c2f0e-7a55-4c8e-9f3e-0d7a1f1c2f0e'
  expect(readCalendarIdForm(toFormData({ id }))).toEqual({ ok: true, value: { id } })
  expect(readCalendarIdForm(toFormData({ id: '1 or 1=1' }))).toMatchObject({ ok: false })
})
