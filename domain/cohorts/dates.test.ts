import { describe, expect, it } from 'vitest'
import { readCohortStatus } from '#domain/cohorts/cohort-status'
import { dateErrors, progressOn, weekNumber } from '#domain/cohorts/dates'

const cohort = {
  startsOn: '2030-09-02',
  endsOn: '2030-10-25',
  schedule: ['2030-09-02', '2030-09-10', '2030-09-10', '2030-10-25'].map((date) => ({ topic: 'T', date, details: '' })),
  tasks: [{ title: 'T', description: '', due: '2030-10-25' }],
}
const on = (date: string) => ({ topic: 'T', date, details: '' })

describe('dateErrors', () => {
  it('finds nothing wrong with dates in order, from the first day to the last', () => {
    expect(dateErrors(cohort, '2030-09-02')).toEqual({})
  })

  it.each([
    ['a cohort that has begun', cohort, '2030-09-03', { startDate: 'starts_in_past' }],
    ['one three years ahead', cohort, '2027-09-02', { startDate: 'starts_too_late' }],
    ['an end before the start', { ...cohort, endsOn: '2030-09-01' }, '2030-01-01', { endDate: 'ends_before_start' }],
    ['more than a year', { ...cohort, endsOn: '2031-09-04' }, '2030-01-01', { endDate: 'ends_too_late' }],
    [
      'sessions and tasks outside',
      { ...cohort, schedule: [on('2030-09-01')], tasks: [{ title: 'T', description: '', due: '2030-10-26' }] },
      '2030-01-01',
      {
        'schedule.0.date': 'outside',
        'tasks.0.due': 'outside',
      },
    ],
    [
      'sessions out of order',
      { ...cohort, schedule: [on('2030-09-10'), on('2030-09-03')] },
      '2030-01-01',
      { 'schedule.1.date': 'out_of_order' },
    ],
  ])('refuses %s', (_what, dates, today, errors) => {
    expect(dateErrors(dates, today)).toEqual(errors)
  })
})

describe('progressOn', () => {
  it.each([
    ['2030-09-01', { stage: 'to_come', held: 0, percent: 0, week: null, weeks: 8, next: on('2030-09-02') }],
    ['2030-09-02', { stage: 'running', held: 0, percent: 0, week: 1, weeks: 8, next: on('2030-09-02') }],
    ['2030-09-11', { stage: 'running', held: 3, percent: 75, week: 2, weeks: 8, next: on('2030-10-25') }],
    ['2030-10-26', { stage: 'over', held: 4, percent: 100, week: null, weeks: 8, next: null }],
  ])('on %s counts the sessions of days before', (today, progress) => {
    expect(progressOn(cohort, today)).toEqual(progress)
  })

  it('counts weeks from the first day', () => {
    expect(weekNumber('2030-09-02', '2030-09-08')).toBe(1)
    expect(weekNumber('2030-09-02', '2030-09-09')).toBe(2)
  })
})

it.each([
  ['accept', 'accepted'],
  [' Pending ', 'pending'],
  ['changes requested', 'changes_requested'],
  ['maybe', null],
])('a status of an older system “%s” is read as %s', (word, status) => {
  expect(readCohortStatus(word)).toBe(status)
})
