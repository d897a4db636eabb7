import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#domain/payments/money'
import type { BookingOffer } from '../offer.ts'
import { readProgress, slotsByDay } from './progress.ts'
import { NOTHING_SELECTED } from '../selection.ts'

const price = 4500 as MinorUnits
const session = { id: 'cv', title: 'CV review', minutes: 60, description: '', price, currency: 'GBP' }

/** 14:30 to 18:30 in London on three days, of which the first is sold out. */
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
  policy: 'flexible',
  refundRule: '',
  horizonDays: 60,
  acceptsLinks: true,
  minutesHeld: 31,
  now: '2026-11-20T12:00:00.000Z',
  clockChanges: {},
}

const at = '2026-11-25T15:30:00.000Z'

it('slotsByDay puts slots on the visitor’s days: a London evening is after midnight in Kolkata', () => {
  const days = slotsByDay(slots, 'Asia/Kolkata')
  expect([...days.keys()]).toEqual(['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-30', '2026-12-01'])
  expect(days.get('2026-11-26')?.map((slot) => slot.startsAt)).toEqual(['2026-11-25T18:30:00.000Z'])
  const midnight = slotsByDay([{ startsAt: '2026-10-06T18:30:00.000Z', taken: false }], 'Asia/Kolkata')
  expect([...midnight.keys()]).toEqual(['2026-10-07'])
})

describe('readProgress', () => {
  const progress = (selection: Partial<typeof NOTHING_SELECTED>, zone = 'Europe/London') =>
    readProgress(offer, { ...NOTHING_SELECTED, session: 'cv', ...selection }, zone)

  it('is at the choice of a session until one that is offered is chosen', () => {
    expect(progress({ session: null })).toEqual({ step: 'session' })
    expect(progress({ session: 'another' })).toEqual({ step: 'session' })
    expect(
      readProgress({ ...offer, session: null, slots: null }, { ...NOTHING_SELECTED, session: 'cv' }, 'UTC').step,
    ).toBe('session')
  })

  it('shows the first day with a free time while no day is chosen', () => {
    expect(progress({})).toMatchObject({ step: 'time', day: '2026-11-25', month: '2026-11', at: null, missed: false })
    expect(progress({}, 'Pacific/Auckland')).toMatchObject({ day: '2026-11-26' })
  })

  it('shows the day of the slot that the visitor holds while no day is chosen, and lets them choose it again', () => {
    const held = '2026-11-30T14:30:00.000Z'
    const own = { at: held, payUrl: '/pay', payBefore: '2026-11-20T12:31:00.000Z', free: false }
    const progress = (selection: Partial<typeof NOTHING_SELECTED>) =>
      readProgress({ ...offer, own }, { ...NOTHING_SELECTED, session: 'cv', ...selection }, 'Europe/London')
    expect(progress({})).toMatchObject({ day: '2026-11-30' })
    expect(progress({ day: '2026-11-25' })).toMatchObject({ day: '2026-11-25' })
    expect(progress({ at: held, details: true })).toMatchObject({ step: 'details', missed: false })
  })

  it('shows the chosen day if it has any times, and the chosen month', () => {
    expect(progress({ day: '2026-11-30' })).toMatchObject({ day: '2026-11-30' })
    expect(progress({ day: '2026-11-29' })).toMatchObject({ day: '2026-11-25' })
    expect(progress({ month: '2026-12' }, 'Asia/Kolkata')).toMatchObject({ day: '2026-11-25', month: '2026-12' })
    expect(progress({ month: '2031-01' })).toMatchObject({ month: '2026-11' })
  })

  it('is at the details once a free time is chosen, never before', () => {
    expect(progress({ at, details: true })).toMatchObject({ step: 'details', at: new Date(at), missed: false })
    expect(progress({ at })).toMatchObject({ step: 'time', at: new Date(at), day: '2026-11-25' })
    expect(progress({ details: true }).step).toBe('time')
  })

  it('is at step 1 when the chosen time is taken or not offered', () => {
    for (const gone of ['2026-11-24T14:30:00.000Z', '2026-11-25T15:31:00.000Z', 'tomorrow']) {
      expect(progress({ at: gone, details: true })).toMatchObject({ step: 'time', at: null, missed: true })
    }
  })

  it('shows no day when nothing is free', () => {
    const full = { ...offer, slots: slots.map((slot) => ({ ...slot, taken: true })) }
    expect(readProgress(full, { ...NOTHING_SELECTED, session: 'cv' }, 'Europe/London')).toMatchObject({
      step: 'time',
      day: null,
    })
  })
})
