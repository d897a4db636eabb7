import { expect, it } from 'vitest'
import { momentIn, onBothClocks } from '#words/moments'

const london = { timeZone: 'Europe/London', place: 'London' }
const kolkata = { timeZone: 'Asia/Kolkata', place: 'Kolkata' }

it('momentIn says day, time, place and offset', () => {
  expect(momentIn(new Date('2026-11-24T15:30Z'), kolkata)).toBe('Tuesday 24 November 2026, 21:00 (Kolkata, UTC+5:30)')
})

it('onBothClocks says a moment once where both clocks are in one zone', () => {
  const at = new Date('2026-11-24T15:30Z')
  expect(onBothClocks(at, kolkata, kolkata)).toBe(momentIn(at, kolkata))
  expect(onBothClocks(at, kolkata, london)).toBe(`${momentIn(at, kolkata)}; ${momentIn(at, london)}`)
})

it('onBothClocks tells two equal times of a night apart', () => {
  expect(onBothClocks(new Date('2026-10-25T00:30Z'), london, kolkata)).toBe(
    'Sunday 25 October 2026, 01:30 (London, UTC+1), the first of two 01:30s in London: clocks go back that night; ' +
      'Sunday 25 October 2026, 06:00 (Kolkata, UTC+5:30)',
  )
})
