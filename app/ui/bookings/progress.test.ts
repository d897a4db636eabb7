import { describe, expect, it } from 'vitest'
import type { Pence } from '#domain/payments/money'
import {
  clockNotesAt,
  mentorClockAt,
  placeQuery,
  readPlace,
  slotsByDay,
  standingOf,
  START,
  type BookingOffer,
} from './offer.ts'

const session = { id: 'cv', title: 'CV review', minutes: 60, description: '', price: 4500 as Pence }

/** 14:30 to 18:30 in London on three days, the first of them taken. */
const slots = ['2026-11-24', '2026-11-25', '2026-11-30'].flatMap((date) =>
  ['14:30', '15:30', '16:30', '17:30', '18:30'].map((time) => ({
    startsAt: `${date}T${time}:00.000Z`,
    taken: date === '2026-11-24',
  })),
)

const offer: BookingOffer = {
  mentor: { slug: 'ananya-rao', name: 'Ananya Rao', picture: null, timeZone: 'Europe/London', place: 'London' },
  sessions: [session],
  session: 'cv',
  slots,
  zone: null,
  own: null,
  horizonDays: 60,
  minutesHeld: 31,
  now: '2026-11-20T12:00:00.000Z',
  clockChanges: {},
}

const at = '2026-11-25T15:30:00.000Z'

describe('a visitor’s place', () => {
  it('is read back from the address it was written to', () => {
    const place = { session: 'cv', month: '2026-12', day: '2026-12-01', at, details: true }
    expect(readPlace(new URLSearchParams(placeQuery(place)))).toEqual(place)
    expect(placeQuery(START)).toBe('')
  })

  it('is read from anything at all', () => {
    const form = new FormData()
    form.set('at', new File([], 'at'))
    form.set('day', 'x'.repeat(10_000))
    form.set('step', 'payment')
    expect(readPlace(form)).toEqual(START)
  })
})

describe('what is on offer', () => {
  it('lies on the visitor’s own days: a London evening is the night after in Kolkata', () => {
    const days = slotsByDay(slots, 'Asia/Kolkata')
    expect([...days.keys()]).toEqual(['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-30', '2026-12-01'])
    expect(days.get('2026-11-26')?.map((slot) => slot.startsAt)).toEqual(['2026-11-25T18:30:00.000Z'])
  })

  it('of evenings in New York is all there on the days after in Kolkata, and midnight begins a day', () => {
    const starts = ['2026-10-06', '2026-10-07'].flatMap((date) =>
      [22, 23, 24, 25, 26].map((hour) => new Date(Date.parse(`${date}T00:00Z`) + hour * 3_600_000).toISOString()),
    )
    const evenings = starts.map((startsAt) => ({ startsAt, taken: false }))
    const inKolkata = slotsByDay(evenings, 'Asia/Kolkata')
    expect([...inKolkata].map(([day, { length }]) => [day, length])).toEqual([
      ['2026-10-07', 5],
      ['2026-10-08', 5],
    ])
    const inNewYork = slotsByDay(evenings, 'America/New_York')
    expect([...inNewYork].map(([day, { length }]) => [day, length])).toEqual([
      ['2026-10-06', 5],
      ['2026-10-07', 5],
    ])
    const midnight = slotsByDay([{ startsAt: '2026-10-06T18:30:00.000Z', taken: false }], 'Asia/Kolkata')
    expect([...midnight.keys()]).toEqual(['2026-10-07'])
  })
})

describe('the mentor’s clock', () => {
  const travelling = {
    ...offer,
    slots: [...slots, { startsAt: '2026-12-01T05:30:00.000Z', taken: false, zone: 'Asia/Tokyo' }],
  }

  it('is that of where they are at the time, named by its city', () => {
    expect(mentorClockAt(travelling, new Date('2026-12-01T05:30:00.000Z'))).toEqual({
      timeZone: 'Asia/Tokyo',
      place: 'Tokyo',
    })
    expect(mentorClockAt(travelling, new Date(at))).toEqual({ timeZone: 'Europe/London', place: 'London' })
  })

  it('and the visitor’s are said to be changed where that is near the time', () => {
    const changed = { ...offer, clockChanges: { 'Europe/London': [{ at: '2026-11-29T01:00:00.000Z', minutes: -60 }] } }
    const visitor = { timeZone: 'Asia/Kolkata', place: 'Kolkata' }
    const note = 'Clocks in London go back 1 hour on Sunday 29 November, after your session.'
    expect(clockNotesAt(changed, new Date(at), visitor)).toEqual([note])
    expect(clockNotesAt(changed, new Date('2026-11-21T14:30:00.000Z'), visitor)).toEqual([])
  })
})

describe('where a visitor stands', () => {
  const stand = (place: Partial<typeof START>, zone = 'Europe/London') =>
    standingOf(offer, { ...START, session: 'cv', ...place }, zone)

  it('is the choice of a session until one on offer is chosen', () => {
    expect(stand({ session: null })).toEqual({ step: 'session' })
    expect(stand({ session: 'another' })).toEqual({ step: 'session' })
    expect(standingOf({ ...offer, session: null, slots: null }, { ...START, session: 'cv' }, 'UTC').step).toBe(
      'session',
    )
  })

  it('is the first day with a free time, unasked', () => {
    expect(stand({})).toMatchObject({ step: 'time', day: '2026-11-25', month: '2026-11', at: null, missed: false })
    expect(stand({}, 'Pacific/Auckland')).toMatchObject({ day: '2026-11-26' })
  })

  it('is the day of what they hold already, unasked, on which that time can be chosen again', () => {
    const held = '2026-11-30T14:30:00.000Z'
    const own = { at: held, payUrl: '/pay', payBefore: '2026-11-20T12:31:00.000Z', free: false }
    const stand = (place: Partial<typeof START>) =>
      standingOf({ ...offer, own }, { ...START, session: 'cv', ...place }, 'Europe/London')
    expect(stand({})).toMatchObject({ day: '2026-11-30' })
    expect(stand({ day: '2026-11-25' })).toMatchObject({ day: '2026-11-25' })
    expect(stand({ at: held, details: true })).toMatchObject({ step: 'details', missed: false })
  })

  it('is the day asked for, if it has any times, and the month asked for beside it', () => {
    expect(stand({ day: '2026-11-30' })).toMatchObject({ day: '2026-11-30' })
    expect(stand({ day: '2026-11-29' })).toMatchObject({ day: '2026-11-25' })
    expect(stand({ month: '2026-12' }, 'Asia/Kolkata')).toMatchObject({ day: '2026-11-25', month: '2026-12' })
    expect(stand({ month: '2031-01' })).toMatchObject({ month: '2026-11' })
  })

  it('is the details once a free time is chosen, never before', () => {
    expect(stand({ at, details: true })).toMatchObject({ step: 'details', at: new Date(at), missed: false })
    expect(stand({ at })).toMatchObject({ step: 'time', at: new Date(at), day: '2026-11-25' })
    expect(stand({ details: true }).step).toBe('time')
  })

  it('is step 1 again when the time is taken or none of those offered', () => {
    for (const gone of ['2026-11-24T14:30:00.000Z', '2026-11-25T15:31:00.000Z', 'tomorrow']) {
      expect(stand({ at: gone, details: true })).toMatchObject({ step: 'time', at: null, missed: true })
    }
  })

  it('is a word about it when nothing is free at all', () => {
    const full = { ...offer, slots: slots.map((slot) => ({ ...slot, taken: true })) }
    expect(standingOf(full, { ...START, session: 'cv' }, 'Europe/London')).toMatchObject({ step: 'time', day: null })
  })
})
