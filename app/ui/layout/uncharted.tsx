/** What the page of an unknown address has besides its words: a chart as its ground, and a search for a mentor. */
import { Form } from 'react-router'
import * as m from '#messages/site'
import sheetUrl from '../home/chart.svg?url&no-inline'
import { buttonClass } from '../controls/button.tsx'

/** From no place in particular to one where a mentor may be. Units are the sheet's, tenths of a degree. */
const COURSE = 'M2330 860Q2290 520 1824 315'

export function Uncharted() {
  return (
    <>
      <svg viewBox="790 170 2000 800" preserveAspectRatio="xMidYMid slice" className="uncharted" aria-hidden="true">
        <use href={`${sheetUrl}#graticule`} className="chart-graticule" strokeWidth="2" />
        <use href={`${sheetUrl}#land`} className="chart-shoal-outer" strokeWidth="40" />
        <use href={`${sheetUrl}#land`} className="chart-shoal-inner" strokeWidth="18" />
        <use href={`${sheetUrl}#land`} className="chart-land" strokeWidth="2" />
        <path d={COURSE} className="chart-route" />
        <circle cx="2330" cy="860" r="10" className="chart-origin" />
        <circle cx="1824" cy="315" r="8" className="chart-spot" />
      </svg>
      <search className="w-full">
        <Form action="/mentors" className="grid gap-3 sm:flex">
          <label className="flex-1">
            <span className="sr-only">{m.searchMentors()}</span>
            <input
              type="search"
              name="q"
              placeholder={m.searchPlaceholder()}
              maxLength={100}
              className="text-box min-h-12 px-3.5"
            />
          </label>
          <button type="submit" className={buttonClass('primary', 'min-h-12')}>
            {m.searchMentors()}
          </button>
        </Form>
      </search>
    </>
  )
}
