import { describe, expect, it } from 'vitest'
import { toTypedProposal } from '#domain/cohorts/typed-proposal'
import { toMinorUnits } from '#domain/payments/money'
import { cohortRequest, PRICES, TYPED_PROPOSAL } from '../../tests/support/cohorts.ts'
import { readProposalForm } from './form.ts'

const listErrors = (changes: Record<string, string>) => {
  const read = readProposalForm({ ...TYPED_PROPOSAL, ...changes }, PRICES)
  return read.ok ? {} : read.error
}

describe('the proposal form', () => {
  it('fills itself in with what was sent', () => {
    expect(toTypedProposal({ ...cohortRequest(), picture: null }, 'GBP')).toEqual(TYPED_PROPOSAL)
  })

  it.each([
    ['JPY', '4500', 4_500],
    ['KWD', '4.500', 4_500],
    ['KWD', '0', 0],
  ])('reads and fills in a price in %s: %s', (currency, price, amount) => {
    const bounds = { least: toMinorUnits(1_000), most: toMinorUnits(200_000), currency }
    const read = readProposalForm({ ...TYPED_PROPOSAL, price }, bounds)
    if (!read.ok) throw new Error(JSON.stringify(read.error))
    expect(read.value).toMatchObject({ pricePence: amount, currency })
    expect(toTypedProposal({ ...read.value, picture: null }, currency)['price']).toBe(price)
  })

  it('names bounds in the currency, and takes no part of a yen', () => {
    const yen = { least: toMinorUnits(1_000), most: toMinorUnits(200_000), currency: 'JPY' }
    const read = readProposalForm({ ...TYPED_PROPOSAL, price: '4500.50' }, yen)
    expect(read).toEqual({ ok: false, error: { price: 'Enter 0, or a price from ¥1,000 to ¥200,000' } })
  })

  it('leaves a price in another currency empty, since the number would be another price', () => {
    const content = { ...cohortRequest(), picture: null }
    expect(toTypedProposal(content, 'EUR')['price']).toBe('')
    expect(toTypedProposal({ ...content, pricePence: toMinorUnits(0) }, 'EUR')['price']).toBe('0')
  })

  it('leaves out entries in which nothing is typed', () => {
    const request = cohortRequest({ 'tasks.1.title': ' ', 'tasks.1.description': '', 'tasks.1.due': '' })
    expect(request.tasks).toHaveLength(1)
  })

  it.each([
    ['cohortTitle', ' ', 'Give the cohort a title'],
    ['startDate', '2030-02-30', 'Choose the first day'],
    ['menteesCount', '1', 'Enter how many mentees can take part, from 2 to 200'],
    ['price', '4.99', 'Enter 0, or a price from £5 to £1,000'],
    ['schedule.1.date', '', 'Choose the day of this session'],
    ['resources.0.url', 'javascript:alert(1)', 'Enter an address that begins with https://'],
    ['skillsGain', '\n', 'Name at least one thing that mentees gain'],
    ['schedule.16.topic', 'One too many', 'At most 16 fit here'],
  ])('refuses %s “%s”', (name, typed, message) => {
    const errors = listErrors({ [name]: typed })
    expect(Object.values(errors)).toEqual([message])
  })

  it('asks for a session when the schedule is empty', () => {
    const without = Object.fromEntries(Object.entries(TYPED_PROPOSAL).filter(([name]) => !name.startsWith('schedule')))
    const read = readProposalForm(without, PRICES)
    expect(read).toEqual({ ok: false, error: { 'schedule.0.topic': 'Plan at least one session' } })
  })
})
