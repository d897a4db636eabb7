import { describe, expect, it } from 'vitest'
import { nextFreeInWords } from './next-free.ts'

const now = new Date('2026-11-24T12:00:00Z') // A Tuesday.
const words = (at: string, zone = 'Europe/London') => nextFreeInWords(new Date(at), now, zone)

describe('nextFreeInWords', () => {
  it('says today or tomorrow by the reader’s own calendar', () => {
    expect(words('2026-11-24T18:30:00Z')).toBe('Today 18:30')
    expect(words('2026-11-24T18:30:00Z', 'Asia/Kolkata')).toBe('Tomorrow 00:00')
    expect(words('2026-11-25T14:30:00Z')).toBe('Tomorrow 14:30')
  })

  it('names the weekday for the rest of the week', () => {
    expect(words('2026-11-26T16:30:00Z')).toBe('Thu 16:30')
    expect(words('2026-11-30T16:30:00Z')).toBe('Mon 16:30')
  })

  it('names the date from the same weekday on', () => {
    expect(words('2026-12-01T16:30:00Z')).toBe('1 Dec 16:30')
    expect(words('2026-12-03T16:30:00Z')).toBe('3 Dec 16:30')
  })
})
