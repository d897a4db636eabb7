import { describe, expect, it } from 'vitest'
import {
  cohortFor,
  describeJoined,
  formatRequest,
  keptUntil,
  listIsFull,
  seatIn,
  timeWith,
  type WaitlistThing,
} from './request-words.ts'

const EMAIL = 'priya@example.com'
const time = timeWith('Ananya Rao')
const seat = seatIn('First winter')
const cohort = cohortFor({ from: 'India', to: 'the United Kingdom' })

const way = { to: '/there', label: 'See' }
const words = (thing: WaitlistThing, isThere: boolean, turn?: string) => ({
  question: 'Join the waitlist?',
  thing,
  gone: 'It is gone.',
  terms: 'Nothing is held.',
  way: isThere ? way : null,
  ...(turn && { turn }),
})
const request = { full: false, until: 'Sunday 3 March 2030', note: () => '' }

describe('the pages behind emailed links', () => {
  it.each([
    [time, 'You get one email when Ananya Rao has a time to book. Nothing is held.'],
    [seat, 'You get one email when a seat in “First winter” is free and it is your turn. Nothing is held.'],
    [cohort, 'You get one email when a cohort from India to the United Kingdom opens. Nothing is held.'],
  ])('say what there is to wait for: %o', (thing, lead) => {
    expect(formatRequest({ ...request, state: 'unconfirmed' }, words(thing, false)).lead).toBe(lead)
  })

  it.each([
    [time, 'Ananya Rao has a time to book'],
    [seat, 'A seat in “First winter” is free'],
    [cohort, 'A cohort from India to the United Kingdom is open'],
  ])('say that it is there: %o', (thing, present) => {
    const leads = (['unconfirmed', 'waiting', 'notified'] as const).map(
      (state) => formatRequest({ ...request, state }, words(thing, true, thing === seat ? 'In turn.' : '')).lead,
    )
    const inTurn = thing === seat ? ' when it’s your turn' : ''
    expect(leads).toEqual([
      `${present} right now. Press the button, and we’ll email you the link${inTurn}.`,
      `${present} just now. ${thing === seat ? 'In turn.' : 'Your email is on its way.'}`,
      `${present}. We’ve sent your email.`,
    ])
  })

  it('lead to what is there, or to where to join again once it is gone', () => {
    const wayBack = { to: '/again', label: 'Join again' }
    const notified = (isThere: boolean) =>
      formatRequest({ ...request, state: 'notified' }, { ...words(time, isThere), wayBack })
    expect(notified(true).way).toEqual(way)
    expect(notified(false)).toMatchObject({ lead: 'It is gone.', way: wayBack })
  })

  it('say when as many wait as may', () => {
    expect(formatRequest({ ...request, state: 'unconfirmed', full: true }, words(seat, false)).alert).toBe(
      'The waitlist for a seat in “First winter” is full. Try again in a few days: the link works until Sunday 3 March 2030.',
    )
  })
})

describe('the form', () => {
  it('says what was joined', () => {
    expect(describeJoined(EMAIL, time, true).lead).toBe(
      'You get one email at priya@example.com when Ananya Rao has a time to book. It has a link to leave the waitlist.',
    )
    expect(describeJoined(EMAIL, cohort, false).lead).toBe(
      'We have sent a link to priya@example.com. Open it and press the button to get one email when a cohort from India to the United Kingdom opens. The link works for 7 days. Nothing after a few minutes? Check your spam folder and the address.',
    )
  })

  it('says that the list is full, and what else helps', () => {
    expect(listIsFull(time, 'Another mentor may have made your move too.').lead).toBe(
      'The waitlist for Ananya Rao is full. We didn’t keep your address. Another mentor may have made your move too.',
    )
  })

  it('says how long the address is kept', () => {
    expect(keptUntil('time')).toBe(
      'We keep your address until we notify you, for half a year at most, and use it for nothing else. Each email has a link that deletes it.',
    )
    expect(keptUntil('seat')).toBe(
      'We keep your address until we notify you, for half a year at most and no longer than until the cohort begins, and use it for nothing else. Each email has a link that deletes it.',
    )
  })
})
