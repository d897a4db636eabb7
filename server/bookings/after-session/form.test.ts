import { describe, expect, it } from 'vitest'
import { readCompleteForm, readDecisionForm, readFeedbackForm } from './form.ts'
import { toFormData } from '../../../tests/support/http/form-data.ts'

const ID = '7b0c2f7e-52a1-4b36-9f6a-2f1f0c9b8a11'

describe('readCompleteForm', () => {
  it('reads the note and the steps with words, in their order', () => {
    const typed = toFormData({
      note: ' Well begun. ',
      'step-0': 'Open an account',
      'due-0': '2030-02-28',
      'step-3': 'Write',
    })
    expect(readCompleteForm(typed)).toEqual({
      ok: true,
      value: {
        note: 'Well begun.',
        steps: [
          { text: 'Open an account', dueOn: '2030-02-28' },
          { text: 'Write', dueOn: null },
        ],
      },
    })
  })

  it('refuses a date without words, a date that does not exist and a step that is too long', () => {
    const typed = toFormData({
      'due-0': '2030-02-28',
      'step-1': 'Write',
      'due-1': '2030-02-30',
      'step-2': 'x'.repeat(201),
    })
    expect(readCompleteForm(typed)).toEqual({
      ok: false,
      error: {
        'step-0': 'Enter what to do by then',
        'due-1': 'Choose a date, or leave it empty',
        'step-2': 'Keep this under 200 characters',
      },
    })
  })

  it('takes 200 characters of a step and 2,000 of a note', () => {
    expect(readCompleteForm(toFormData({ note: 'x'.repeat(2000), 'step-0': 'é'.repeat(200) })).ok).toBe(true)
    expect(readCompleteForm(toFormData({ note: 'x'.repeat(2001) })).ok).toBe(false)
  })
})

it('readFeedbackForm takes one to five stars and up to 1,000 characters', () => {
  for (const stars of ['1', '5']) expect(readFeedbackForm(toFormData({ stars, text: 'x'.repeat(1000) })).ok).toBe(true)
  for (const stars of ['', '0', '6', '2.5', 'five'])
    expect(readFeedbackForm(toFormData({ stars, text: 'x' })).ok).toBe(false)
  expect(readFeedbackForm(toFormData({ stars: '4', text: 'x'.repeat(1001) })).ok).toBe(false)
  expect(readFeedbackForm(toFormData({ stars: '4', text: ' ' }))).toEqual({
    ok: false,
    error: { text: 'Write how it went' },
  })
})

describe('readDecisionForm', () => {
  it('reads a part of the price in the currency that was paid', () => {
    const read = (amount: string, currency = 'GBP') =>
      readDecisionForm(toFormData({ intent: 'refund_part', id: ID, amount, currency }))
    expect(read('20')).toMatchObject({ value: { refund: { amount: 2000, currency: 'GBP' } } })
    expect(read('£ 20.50')).toMatchObject({ value: { refund: { amount: 2050, currency: 'GBP' } } })
    expect(read('2000', 'JPY')).toMatchObject({ value: { refund: { amount: 2000, currency: 'JPY' } } })
    const message = 'Enter an amount in digits, with a point before any decimals'
    for (const wrong of ['', '0', '-5', '20.505', '1e3', '20,50'])
      expect(read(wrong)).toEqual({ ok: false, error: { [`amount-${ID}`]: message } })
    expect(read('20.50', 'JPY')).toMatchObject({ ok: false })
  })

  it('asks why feedback is hidden, and not why it is kept', () => {
    const read = (intent: string, reason: string) => readDecisionForm(toFormData({ intent, id: ID, reason }))
    expect(read('hide', ' ')).toEqual({ ok: false, error: { [`reason-${ID}`]: 'Enter a reason' } })
    expect(read('hide', 'Insults')).toMatchObject({ value: { hide: true, reason: 'Insults' } })
    expect(read('keep', '')).toMatchObject({ value: { hide: false } })
  })

  it('is null for a form that no page sends', () => {
    expect(readDecisionForm(toFormData({ intent: 'absent', id: 'malformed' }))).toBeNull()
    expect(readDecisionForm(toFormData({ intent: 'delete', id: ID }))).toBeNull()
  })
})
