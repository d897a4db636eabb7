import { expect, it } from 'vitest'
import { describeProven } from '#words/figures'

it('says what a site’s own counts are of', () => {
  expect(
    describeProven([
      { of: 'mentors', count: 10 },
      { of: 'sessions', count: 1_204 },
    ]),
  ).toEqual([
    { value: '10', of: 'mentors', note: 'each reviewed by a person' },
    { value: '1,204', of: 'sessions', note: 'held, one to one' },
  ])
})
