import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CalendarTable } from './calendar-without-scripts.tsx'
import { Calendar } from './calendar.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Wednesday is sold out; Thursday has no times. */
const shown = {
  today: '2026-11-23',
  month: '2026-11',
  free: new Map([
    ['2026-11-24', 2],
    ['2026-11-25', 0],
    ['2026-11-27', 1],
  ]),
  day: '2026-11-24',
  onDay: () => {},
}

/** Which of the four days around the sold-out one can be chosen. */
function renderDays(calendar: ReactElement) {
  vi.stubGlobal('document', { activeElement: null, documentElement: { lang: 'en-GB' } })
  const days = [...renderToStaticMarkup(calendar).matchAll(/<[^>]*aria-label="[a-z]+ (2[4567]) November,[^>]*>/gi)]
  const isDisabled = (tag: string) => /aria-disabled="true"| disabled=""/.test(tag)
  return days.map(([tag, day]) => `${day} ${isDisabled(tag) ? 'cannot be chosen' : 'can be chosen'}`)
}

describe.each([
  ['with scripts', <Calendar key="with" {...shown} />],
  ['without scripts', <CalendarTable key="without" {...shown} />],
])('the calendar %s', (_how, calendar) => {
  it('lets days with a free time be chosen, and no day that is sold out or not on offer', () => {
    expect(renderDays(calendar)).toEqual([
      '24 can be chosen',
      '25 cannot be chosen',
      '26 cannot be chosen',
      '27 can be chosen',
    ])
  })
})
